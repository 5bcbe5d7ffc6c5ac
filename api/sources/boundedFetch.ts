import { gunzipSync, inflateSync } from 'node:zlib'

export interface Limits {
  /** From the request to the first byte of the answer. */
  firstByteMs: number
  totalMs: number
  /** Of the body as sent, and of the text it unpacks to. */
  bodyMaxBytes: number
  /** How many times its own size a body may unpack to. */
  ratioMax: number
  /** A body that comes slower than this after ten seconds is given up. */
  bytesPerSecondMin: number
}

export interface Answer {
  status: number
  headers: Headers
  body: string
}

interface Request {
  headers: Record<string, string>
  signal: AbortSignal
  limits: Limits
}

/** Small bodies may unpack to this much whatever their ratio: a few hundred bytes of repeated XML is no bomb. */
const ALWAYS_ALLOWED_BYTES = 1024 * 1024
const RATE_GRACE_MS = 10_000

/** One GET, without following redirects. Throws what `fetch` throws, and Error with a reason when a limit is passed. */
export async function boundedFetch(address: URL, { headers, signal, limits }: Request): Promise<Answer> {
  const stop = new AbortController()
  const total = AbortSignal.timeout(limits.totalMs)
  const slow = setTimeout(() => stop.abort(new DOMException('no first byte', 'TimeoutError')), limits.firstByteMs)
  try {
    const response = await fetch(address, {
      headers: { ...headers, 'accept-encoding': 'gzip, deflate' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, total, stop.signal]),
      // Unpacked below, where it can be limited.
      decompress: false,
    })
    clearTimeout(slow)
    const bytes = await readBody(response, limits)
    const body = decode(unpack(bytes, response.headers.get('content-encoding'), limits), response.headers)
    return { status: response.status, headers: response.headers, body }
  } finally {
    clearTimeout(slow)
    stop.abort()
  }
}

async function readBody(response: Response, limits: Limits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const startedAt = performance.now()
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > limits.bodyMaxBytes) throw new Error(`the answer is larger than ${limits.bodyMaxBytes} bytes`)
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs > RATE_GRACE_MS && length < (elapsedMs / 1000) * limits.bytesPerSecondMin)
      throw new Error('the answer comes too slowly')
  }
  return Buffer.concat(chunks)
}

function unpack(bytes: Uint8Array, encoding: string | null, { bodyMaxBytes, ratioMax }: Limits): Uint8Array {
  if (!encoding || encoding === 'identity' || bytes.byteLength === 0) return bytes
  const maxOutputLength = Math.min(bodyMaxBytes, Math.max(ALWAYS_ALLOWED_BYTES, bytes.byteLength * ratioMax))
  try {
    if (/^(?:x-)?gzip$/i.test(encoding)) return gunzipSync(bytes, { maxOutputLength })
    if (/^deflate$/i.test(encoding)) return inflateSync(bytes, { maxOutputLength })
  } catch (cause) {
    const tooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw new Error(
      tooLarge ? `the answer unpacks to more than ${maxOutputLength} bytes` : 'the answer cannot be unpacked',
      {
        cause,
      },
    )
  }
  throw new Error(`the answer is packed in an unknown way (${encoding.slice(0, 40)})`)
}

/** UTF-8 unless a byte order mark or the header says otherwise. Bytes that fit no character become U+FFFD. */
function decode(bytes: Uint8Array, headers: Headers): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset as 'utf-8').decode(bytes)
  } catch {
    // A charset nobody knows: the services we ask all speak UTF-8.
    return new TextDecoder().decode(bytes)
  }
}
