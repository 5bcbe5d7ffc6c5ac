import { open } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
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
  /** The body was not valid UTF-8: U+FFFD is in it in place of the invalid bytes. */
  invalidUtf8?: true
}

interface Request {
  headers: Record<string, string>
  signal: AbortSignal
  limits: Limits
  resolve?: ResolveAddress
  /** Sent as the body of a POST, a form or JSON. */
  form?: URLSearchParams
  json?: unknown
  /** By default GET, or POST with a body. */
  method?: 'PATCH'
  decode?: DecodeBody
  /** A body with status 200 is written to this file in place of being returned. It is not compressed. */
  file?: string
}

/** Returns the IP address to connect to for a host name. Throws if no connection to it is allowed. */
export type ResolveAddress = (host: string) => Promise<string>

/** Turns the bytes of a body into text, by its content type if that can be trusted. */
export type DecodeBody = (
  bytes: Uint8Array,
  contentType: string | null,
) => Pick<FetchedResponse, 'body' | 'invalidUtf8'>

/** Bodies may decompress to this size at any ratio: a few hundred bytes of repeated XML are not an attack. */
const ALWAYS_ALLOWED_BYTES = 1024 * 1024
const RATE_GRACE_MS = 10_000

/**
 * Sends one GET, or a POST with `form` or `json`, without following redirects, to the IP address that `resolve` returns if it is
 * given. Bodies are UTF-8 unless `decode` reads them. Throws the errors of `fetch` and of `resolve`, and Error with a
 * reason at each limit.
 */
export async function boundedFetch(
  address: URL,
  { headers, signal, limits, resolve, form, json, method, file, decode = decodeUtf8 }: Request,
): Promise<FetchedResponse> {
  const controller = new AbortController()
  const total = AbortSignal.timeout(limits.totalMs)
  const timer = setTimeout(
    () => controller.abort(new DOMException('no first byte', 'TimeoutError')),
    limits.firstByteMs,
  )
  try {
    const target = resolve === undefined ? { url: address } : await pin(address, resolve)
    const isJson = json !== undefined
    const response = await fetch(target.url, {
      ...(form && { method: 'POST', body: form }),
      ...(isJson && { method: method ?? 'POST', body: JSON.stringify(json) }),
      headers: {
        ...headers,
        ...target.headers,
        ...(isJson && { 'content-type': 'application/json' }),
        'accept-encoding': file === undefined ? 'gzip, deflate' : 'identity',
      },
      tls: target.tls,
      redirect: 'manual',
      // On a connection that is kept open, Bun sends the request again, unseen, when the server has closed it.
      keepalive: false,
      signal: AbortSignal.any([signal, total, controller.signal]),
      // Decompressed below, with a size limit.
      decompress: false,
    })
    clearTimeout(timer)
    if (file !== undefined && response.status === 200) {
      await writeBody(response, file, limits)
      return { status: response.status, headers: response.headers, body: '' }
    }
    const bytes = await readBody(response, limits)
    const unpacked = decompress(bytes, response.headers.get('content-encoding'), limits)
    const text = decode(unpacked, response.headers.get('content-type'))
    return { status: response.status, headers: response.headers, ...text }
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

interface Target {
  url: URL
  headers?: Record<string, string>
  tls?: { serverName: string }
}

/** The same request at the resolved address. The certificate must still be valid for the name. */
async function pin(address: URL, resolve: ResolveAddress): Promise<Target> {
  const name = address.hostname.replace(/^\[(.*)\]$/, '$1')
  const ip = await resolve(name)
  const url = new URL(address)
  url.hostname = isIPv6(ip) ? `[${ip}]` : ip
  return { url, headers: { host: address.host }, tls: { serverName: name } }
}

const readBody = async (response: Response, limits: Limits): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(limitBody(response, limits)))

/** Throws Error with a reason also for a body that is shorter or longer than its header says. */
async function writeBody(response: Response, path: string, limits: Limits): Promise<void> {
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw new Error('the answer is compressed, though that was not asked for')
  const announced = response.headers.get('content-length')
  await using file = await open(path, 'w')
  let length = 0
  for await (const chunk of limitBody(response, limits)) {
    await file.writeFile(chunk)
    length += chunk.byteLength
  }
  if (announced !== null && length !== Number(announced))
    throw new Error(`the answer ended after ${length} of ${announced} bytes`)
}

async function* limitBody(response: Response, limits: Limits): AsyncIterable<Uint8Array> {
  let length = 0
  const startedAt = performance.now()
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > limits.bodyMaxBytes) throw new Error(`the answer is larger than ${limits.bodyMaxBytes} bytes`)
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs > RATE_GRACE_MS && length < (elapsedMs / 1000) * limits.bytesPerSecondMin)
      throw new Error('the answer arrives too slowly')
    yield chunk
  }
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

/**
 * Decodes UTF-8, which all services that are queried send, whatever charset their header names. Only a byte order mark
 * of UTF-16 is respected.
 */
export function decodeUtf8(bytes: Uint8Array): Pick<FetchedResponse, 'body' | 'invalidUtf8'> {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  try {
    return { body: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    // The caller decides whether a damaged body is of use.
    return { body: new TextDecoder(encoding).decode(bytes), invalidUtf8: true }
  }
}
