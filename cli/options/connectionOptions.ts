import { Option, type Command } from 'commander'
import type { ConnectionInput } from '#api/contract/connections.ts'
import { TARGET_KINDS, TARGET_NAMES, TARGET_SENDS, type TargetKind, type TargetSend } from '#api/contract/limits.ts'
import { Failure } from '../terminal/failures.ts'
import { askHidden, readPiped } from '../terminal/prompt.ts'

export interface ConnectionOptions {
  at?: string
  room?: string
  withToken?: boolean
  secretStdin?: boolean
  secretFile?: string
}

type SecretName = 'address' | 'topic' | 'token'

/** What is asked of each kind, in this order. A topic of ntfy is a secret, too: whoever knows it can read it. */
const SECRETS: Readonly<Record<TargetKind, readonly SecretName[]>> = {
  slack: ['address'],
  discord: ['address'],
  matrix: ['token'],
  mattermost: ['address'],
  ntfy: ['topic'],
  webhook: ['address'],
}
const QUESTIONS: Readonly<Record<SecretName, string>> = {
  address: 'Address of the webhook',
  topic: 'Topic',
  token: 'Access token',
}
const NTFY = 'https://ntfy.sh'

/** There is no option for a secret itself: other users could read it in the process list. */
export const addConnectionOptions = (command: Command): Command =>
  command
    .option('--at <address>', `Matrix and ntfy: the server (ntfy: ${NTFY} without it); e-reader: its e-mail address`)
    .option('--room <id>', 'Matrix: id of the room, which begins with "!"')
    .option('--with-token', 'ntfy: also an access token, for a protected topic')
    .addOption(
      new Option('--secret-stdin', 'read the secret from standard input, one line for each').conflicts('secretFile'),
    )
    .option('--secret-file <path>', 'read the secret from a file, one line for each')

/** Throws `usage` for an unknown kind. */
export function parseKind(text: string): TargetKind {
  const kind = TARGET_KINDS.find((known) => known === text)
  if (kind === undefined)
    throw new Failure('usage', `There is no connection of the kind ${text}.`, {
      advice: `The kinds are: ${TARGET_KINDS.join(', ')}.`,
    })
  return kind
}

/** Reads the list of `--send`: what is not in it is switched off. Throws `usage` for an unknown name. */
export function parseSends(text: string): Record<TargetSend, boolean> {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  const unknown = names.find((name) => !TARGET_SENDS.some((known) => known === name))
  if (unknown !== undefined && text !== NOTHING)
    throw new Failure('usage', `A connection cannot be sent “${unknown}”.`, {
      advice: `Give some of ${TARGET_SENDS.join(', ')}, or ${NOTHING}.`,
    })
  const isSent = (name: TargetSend) => names.includes(name)
  return {
    day: isSent('day'),
    hits: isSent('hits'),
    updates: isSent('updates'),
    review: isSent('review'),
    alarms: isSent('alarms'),
  }
}
const NOTHING = 'nothing'

/** Whether values were given, of which a test is to be made in place of the saved ones. */
export const hasValues = ({ at, room, withToken, secretStdin, secretFile }: ConnectionOptions): boolean =>
  [at, room, withToken, secretStdin, secretFile].some((value) => value !== undefined)

/**
 * Returns the values of a connection, and prompts for the secrets without echo unless they are in a file or on standard
 * input. Throws `usage` without a terminal, and when a secret is missing.
 */
export async function readConnection(
  { canPrompt }: { canPrompt: boolean },
  kind: TargetKind,
  options: ConnectionOptions,
): Promise<ConnectionInput> {
  const { at, room, withToken } = options
  const names = [...SECRETS[kind], ...(kind === 'ntfy' && withToken ? (['token'] as const) : [])]
  const given = await readGiven(options)
  const input: ConnectionInput = {}
  for (const [index, name] of names.entries()) {
    const secret = given === undefined ? await ask(canPrompt, kind, name) : given[index]?.trim()
    if (!secret) throw new Failure('usage', `The ${QUESTIONS[name].toLowerCase()} is missing.`, { advice: ADVICE })
    input[name] = secret
  }
  if (room !== undefined) input.room = room
  if (input.address === undefined) input.address = at ?? (kind === 'ntfy' ? NTFY : '')
  if (input.address === '') throw new Failure('usage', 'The server is missing.', { advice: 'Give it with --at.' })
  return input
}

const ADVICE = 'Give it with --secret-file or --secret-stdin, or run the command in a terminal.'

async function readGiven({ secretStdin, secretFile }: ConnectionOptions): Promise<string[] | undefined> {
  if (secretStdin) return (await readPiped('secret')).split(/\r?\n/)
  if (secretFile === undefined) return undefined
  const file = Bun.file(secretFile)
  if (!(await file.exists())) throw new Failure('usage', `There is no file ${secretFile}.`, { advice: ADVICE })
  return (await file.text()).split(/\r?\n/)
}

function ask(canPrompt: boolean, kind: TargetKind, name: SecretName): Promise<string> {
  if (!canPrompt) throw new Failure('usage', `The ${QUESTIONS[name].toLowerCase()} is missing.`, { advice: ADVICE })
  return askHidden(`${QUESTIONS[name]} (${TARGET_NAMES[kind]}): `)
}
