import { createHash } from 'node:crypto'
import pino, { stdSerializers, type DestinationStream } from 'pino'

const HIDDEN = '[hidden]'
const SECRET_KEYS = new Set(['token', 'id_token', 'authorization', 'password', 'secret'])
const CREDENTIALS = /eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\b[Bb]earer )[^\s"\\]+|(?<=:\/\/)[^\s/@"\\]+:[^\s/@"\\]*(?=@)/g
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** A logger of one JSON line an event. Errors go under `error`. Nothing secret leaves it: see `hideFields`, `hideText`. */
export const createLog = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      errorKey: 'error',
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => hideFields(fields) as Record<string, unknown>,
      },
      serializers: { error: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: hideText },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )

/** The process's log, on standard output. `error` means that a person must act; what heals by itself is `warn`. */
export const log = createLog(process.env['LOG_LEVEL'] || (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'))

function describeError(error: unknown): unknown {
  return error instanceof Error ? hideFields(stdSerializers.err(error)) : error
}

/** Replaces the values of secret keys at any depth. Pino's own paths each cover one depth only. */
function hideFields(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > 8 ? HIDDEN : value.map((item) => hideFields(item, depth + 1))
  if (value === null || typeof value !== 'object' || value instanceof Error) return value
  const { constructor } = value
  if (constructor !== Object && constructor !== undefined && 'toJSON' in value) return value
  if (depth > 8) return HIDDEN
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      SECRET_KEYS.has(key.toLowerCase()) ? HIDDEN : hideFields(held, depth + 1),
    ]),
  )
}

/** Replaces what looks like a credential in any text; an e-mail address becomes a name that only tells it from others. */
function hideText(line: string): string {
  return line
    .replace(CREDENTIALS, HIDDEN)
    .replace(ADDRESS, (address) => `email-${createHash('sha256').update(address).digest('hex').slice(0, 8)}`)
}
