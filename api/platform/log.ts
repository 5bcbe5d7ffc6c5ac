import { createHash } from 'node:crypto'
import pino, { destination, stdSerializers, stdTimeFunctions, type DestinationStream } from 'pino'

const HIDDEN = '[hidden]'
const SECRET_KEYS = new Set(['token', 'id_token', 'authorization', 'password', 'secret'])
const CREDENTIALS = /eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\b[Bb]earer )\S+|(?<=:\/\/)[^\s/@]+:[^\s/@]*(?=@)/g
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** A logger of one JSON line an event. Errors go under `error`. What is secret by its key or its look is hidden. */
export const createLog = (level: string, stream: DestinationStream = destination({ dest: 1, sync: true })) =>
  pino(
    {
      level,
      errorKey: 'error',
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: stdSerializers.err },
      timestamp: stdTimeFunctions.isoTime,
      // On the finished line, because pino's own redaction knows no depth, no text and none of an error's fields.
      hooks: { streamWrite: (line) => `${JSON.stringify(JSON.parse(line, hide))}\n` },
    },
    stream,
  )

export type Log = ReturnType<typeof createLog>

/** The process's log, on standard output. `error` means that a person must act; what heals by itself is `warn`. */
export const log = createLog(process.env['LOG_LEVEL'] || (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'))

function hide(key: string, value: unknown): unknown {
  if (SECRET_KEYS.has(key.toLowerCase())) return HIDDEN
  return typeof value === 'string' ? value.replace(CREDENTIALS, HIDDEN).replace(ADDRESS, nickname) : value
}

/** A name for a mail address that only tells it from others. */
function nickname(address: string): string {
  return `email-${createHash('sha256').update(address).digest('hex').slice(0, 8)}`
}
