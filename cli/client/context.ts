import { createClient, type Client } from './client.ts'
import { Failure, type ExitCode } from '../terminal/failures.ts'
import { createOutput, type Output } from '../terminal/output.ts'
import { isInteractive } from '../terminal/prompt.ts'
import { readToken, tokenPath } from './tokens.ts'

/** Global options, accepted by every command. */
export interface Globals {
  server: string
  json?: boolean
  quiet?: boolean
  verbose?: boolean
  color: boolean
  input: boolean
  yes?: boolean
  /** Seconds. */
  timeout?: number
}

/** Connection, output and options of one command run. */
export interface Context {
  /** Origin of the server: "https://papers.example.org". */
  readonly server: string
  readonly client: Client
  readonly out: Output
  /** The token in use. */
  readonly token: string | undefined
  /** The token in use and its source: a file path or "PAPERDAWN_TOKEN". Undefined without a token. */
  readonly signIn: { token: string; from: string; isStored: boolean } | undefined
  /** Aborts when --timeout has elapsed. */
  readonly deadline: AbortSignal | undefined
  readonly options: Globals
  /** Whether the user can be prompted for input. */
  readonly canPrompt: boolean
}

/** Wraps a command's function as a commander action. `headline` is the first line of the error if it fails. */
export type Runner = <Options = object>(
  headline: string,
  act: (context: Context, options: Options, args: readonly string[]) => Promise<ExitCode | void>,
) => (...given: unknown[]) => Promise<void>

/** Throws `usage` if the server address is not an http or https URL. */
export async function openContext(options: Globals): Promise<Context> {
  const server = originOf(options.server)
  const deadline = options.timeout === undefined ? undefined : AbortSignal.timeout(options.timeout * 1000)
  const given = process.env['PAPERDAWN_TOKEN']?.trim()
  const token = given || (await readToken(server))
  return {
    server,
    token,
    client: createClient({ server, token, deadline }),
    out: openOutput(options),
    signIn: token ? { token, from: given ? 'PAPERDAWN_TOKEN' : tokenPath(), isStored: !given } : undefined,
    deadline,
    options,
    canPrompt: options.input && isInteractive(),
  }
}

export const openOutput = ({ json = false, quiet = false, verbose = false, color = true }: Partial<Globals>): Output =>
  createOutput({ json, quiet, verbose, color })

function originOf(address: string): string {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new Failure('usage', `“${address}” is not the address of a server.`, {
    advice: 'Write it like http://127.0.0.1:3000 in --server or PAPERDAWN_SERVER.',
  })
}
