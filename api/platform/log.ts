import { createHash } from 'node:crypto'
import pino, { destination, stdSerializers, stdTimeFunctions, type DestinationStream } from 'pino'

const WAITING_MAX = 1_000_000
const HIDDEN = '[hidden]'
const SECRET_KEYS = new Set(['token', 'id_token', 'authorization', 'password', 'secret'])
const CREDENTIALS =
  /\bpd_[0-9A-Za-z]{20,}|eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\b[Bb]earer )\S+|(?<=:\/\/)[^\s/@]+:[^\s/@]*(?=@)/g
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * Creates a logger that writes one JSON line per event, with errors in the field `error`. Replaces secrets, recognised
 * by key or by pattern, and pseudonymises e-mail addresses. Writing a line never throws.
 */
export const createLog = (level: string, stream: DestinationStream = openOutput()) =>
  pino(
    {
      level,
      errorKey: 'error',
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: stdSerializers.err },
      timestamp: stdTimeFunctions.isoTime,
      // Applied to the finished line, because pino's redaction does not cover any depth, text, or fields of errors.
      hooks: { streamWrite: (line) => `${JSON.stringify(JSON.parse(line, hide))}\n` },
    },
    stream,
  )

/**
 * Standard output. While it cannot be written, for example to a file on a full disk, up to `WAITING_MAX` characters wait
 * and are written with the first line that can be; later ones are dropped.
 */
function openOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: true, maxLength: WAITING_MAX })
  output.on('error', () => {
    // Nothing is left to report it to. The lines wait.
  })
  return output
}

export type Log = ReturnType<typeof createLog>

/** The log of this process, on standard output. `error`: a person must act. `warn`: the product recovers by itself. */
export const log = createLog(process.env['LOG_LEVEL'] || (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'))

function hide(key: string, value: unknown): unknown {
  if (SECRET_KEYS.has(key.toLowerCase())) return HIDDEN
  return typeof value === 'string' ? value.replace(CREDENTIALS, HIDDEN).replace(ADDRESS, pseudonymOf) : value
}

/** Returns a pseudonym that is the same for the same e-mail address. */
function pseudonymOf(address: string): string {
  return `email-${createHash('sha256').update(address).digest('hex').slice(0, 8)}`
}
