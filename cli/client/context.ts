import { createClient, type Client } from './client.ts'
import { Failure, type ExitCode } from '../terminal/failures.ts'
import { createOutput, type Output } from '../terminal/output.ts'
import { isInteractive } from '../terminal/prompt.ts'
import { readToken, tokenPath } from './tokens.ts'

/** Options that every command takes. */
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

/** What a command works with. */
export interface Context {
  /** Origin of the server: "https://papers.example.org". */
  readonly server: string
  readonly client: Client
  readonly out: Output
  /** The token in use and where it is from; undefined when nobody is signed in here. */
  readonly signIn: { token: string; from: string; isKept: boolean } | undefined
  /** Passes when --timeout is over. */
  readonly deadline: AbortSignal | undefined
  readonly options: Globals
  /** Whether questions can be put. */
  readonly canAsk: boolean
}

/** Makes the action of a command; `what` says what did not come about when it fails. */
export type Runner = <Options = object>(
  what: string,
  act: (context: Context, options: Options, args: readonly string[]) => Promise<ExitCode | void>,
) => (...given: unknown[]) => Promise<void>

/** Throws "usage" for an address that is none. */
export async function openContext(options: Globals): Promise<Context> {
  const server = originOf(options.server)
  const deadline = options.timeout === undefined ? undefined : AbortSignal.timeout(options.timeout * 1000)
  const given = process.env['PAPERDAWN_TOKEN']?.trim()
  const token = given || (await readToken(server))
  return {
    server,
    client: createClient({ server, token, deadline }),
    out: openOutput(options),
    signIn: token ? { token, from: given ? 'PAPERDAWN_TOKEN' : tokenPath(), isKept: !given } : undefined,
    deadline,
    options,
    canAsk: options.input && isInteractive(),
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
