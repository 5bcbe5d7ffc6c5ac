import { gunzipSync, inflateSync } from 'node:zlib'

export interface Limits {
  /** From the request to the first byte of the response. */
  firstByteMs: number
  totalMs: number
  /** Of the body as sent, and of the decompressed body. */
  bodyMaxBytes: number
  /** Maximum ratio of decompressed to compressed size. */
  ratioMax: number
  /** A body slower than this after ten seconds is aborted. */
  bytesPerSecondMin: number
}

export interface FetchedResponse {
  status: number
  headers: Headers
  body: string
}

interface Request {
  headers: Record<string, string>
  signal: AbortSignal
  limits: Limits
}

/** Bodies may decompress to this size at any ratio: a few hundred bytes of repeated XML are not an attack. */
const ALWAYS_ALLOWED_BYTES = 1024 * 1024
const RATE_GRACE_MS = 10_000

/** Sends one GET without following redirects. Throws the errors of `fetch`, and Error with a reason at each limit. */
export async function boundedFetch(address: URL, { headers, signal, limits }: Request): Promise<FetchedResponse> {
  const controller = new AbortController()
  const total = AbortSignal.timeout(limits.totalMs)
  const timer = setTimeout(
    () => controller.abort(new DOMException('no first byte', 'TimeoutError')),
    limits.firstByteMs,
  )
  try {
    const response = await fetch(address, {
      headers: { ...headers, 'accept-encoding': 'gzip, deflate' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, total, controller.signal]),
      // Decompressed below, with a size limit.
      decompress: false,
    })
    clearTimeout(timer)
    const bytes = await readBody(response, limits)
    const body = decode(decompress(bytes, response.headers.get('content-encoding'), limits), response.headers)
    return { status: response.status, headers: response.headers, body }
  } finally {
    clearTimeout(timer)
    controller.abort()
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
      throw new Error('the answer arrives too slowly')
  }
  return Buffer.concat(chunks)
}

function decompress(bytes: Uint8Array, encoding: string | null, { bodyMaxBytes, ratioMax }: Limits): Uint8Array {
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
  throw new Error(`the answer has an unknown content encoding (${encoding.slice(0, 40)})`)
}

/** UTF-8 unless a byte order mark or the header says otherwise. Invalid bytes become U+FFFD. */
function decode(bytes: Uint8Array, headers: Headers): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset as 'utf-8').decode(bytes)
  } catch {
    // Unknown charset: all services that are queried use UTF-8.
    return new TextDecoder().decode(bytes)
  }
}
