import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TargetAnswer, TargetRequest } from './target.ts'

/** What became of a request. */
export type PostResult =
  | { outcome: 'answered'; answer: TargetAnswer }
  /** The service was not given the request. */
  | { outcome: 'unsent'; reason: string }
  /** It was, and did not answer: it may have accepted it. */
  | { outcome: 'unanswered'; reason: string }

/** An answer within 15 s counts, the connection within a third of that. */
const ANSWER_MS = 15_000
/** No service answers more than a few hundred bytes; of a larger answer the begin is read. */
const ANSWER_MAX = 64 * 1024

interface Options {
  /** Address to connect to, checked by the caller: the name is not looked up again. */
  ip: string
  limitMs?: number
}

/**
 * Sends one request over a connection of its own, to `ip`, and follows no redirect. Not by `fetch`: it does not say
 * whether a request that failed had been sent, and may repeat one unseen. Never throws.
 */
export async function post(request: TargetRequest, { ip, limitMs = ANSWER_MS }: Options): Promise<PostResult> {
  const limit = AbortSignal.timeout(limitMs)
  let socket: Socket
  try {
    socket = await open(request.url, ip, AbortSignal.any([limit, AbortSignal.timeout(limitMs / 3)]))
  } catch (error) {
    // Recovered: it is the result, and no byte of the request was sent.
    return { outcome: 'unsent', reason: describe(error) }
  }
  try {
    const reading = read(socket, limit)
    socket.write(serialise(request))
    const answer = await reading
    return answer === null
      ? { outcome: 'unanswered', reason: 'the connection ended without an answer' }
      : { outcome: 'answered', answer }
  } catch (error) {
    // Recovered: it is the result.
    return { outcome: 'unanswered', reason: describe(error) }
  } finally {
    socket.destroy()
  }
}

/** Connects, and for https checks the certificate against the name of the host. */
async function open(url: URL, ip: string, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port) || (isSecure ? 443 : 80)
  const socket = isSecure
    ? connectTls({ host: ip, port, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host: ip, port })
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal })
    // An error from now on ends the reading.
    socket.on('error', () => undefined)
    return socket
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
}

function serialise({ method, url, headers, body }: TargetRequest): string {
  const all = { host: url.host, ...headers, 'user-agent': 'Paperdawn', accept: '*/*', connection: 'close' }
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ ...all, ...length }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Reads an answer, or the begin of a large one. Null if the connection ended before its status line and headers. */
async function read(socket: Socket, signal: AbortSignal): Promise<TargetAnswer | null> {
  let received = Buffer.alloc(0)
  try {
    for await (const chunk of chunksOf(socket, signal)) {
      received = Buffer.concat([received, chunk])
      if (received.length >= ANSWER_MAX || parse(received)?.isWhole) break
    }
  } catch (error) {
    // Recovered if the status arrived: only the rest of the body is missing.
    if (parse(received) === null) throw error
  }
  return parse(received)?.answer ?? null
}

/** Throws the reason of `signal` when it aborts. */
async function* chunksOf(socket: Socket, signal: AbortSignal): AsyncGenerator<Buffer> {
  const queue: Buffer[] = []
  let ended = false
  let news = Promise.withResolvers<void>()
  const onNews = () => news.resolve()
  const onEnd = () => {
    ended = true
    news.resolve()
  }
  socket.on('data', (chunk: Buffer) => {
    queue.push(chunk)
    news.resolve()
  })
  socket.on('end', onEnd).on('close', onEnd)
  signal.addEventListener('abort', onNews)
  try {
    for (;;) {
      signal.throwIfAborted()
      for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) yield chunk
      if (ended) return
      await news.promise
      news = Promise.withResolvers()
    }
  } finally {
    signal.removeEventListener('abort', onNews)
  }
}

/** An informational answer (1xx) is followed by another one. */
function parse(received: Buffer): { answer: TargetAnswer; isWhole: boolean } | null {
  const end = received.indexOf('\r\n\r\n')
  const [first = '', ...lines] = received.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(first)?.[1] ?? NaN)
  if (end < 0 || Number.isNaN(status)) return null
  if (status < 200) return parse(received.subarray(end + 4))
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const rest = received.subarray(end + 4)
  const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')
  const length = headers.get('content-length')
  const body = isChunked
    ? unchunk(rest)
    : { bytes: rest, isWhole: length !== undefined && rest.length >= Number(length) }
  const isWhole = body.isWhole || status === 204
  return { answer: { status, headers, body: body.bytes.subarray(0, ANSWER_MAX).toString('utf8') }, isWhole }
}

function unchunk(rest: Buffer): { bytes: Buffer; isWhole: boolean } {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at)
    const size = lineEnd < 0 ? NaN : Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16)
    if (Number.isNaN(size)) return { bytes: Buffer.concat(parts), isWhole: false }
    if (size === 0) return { bytes: Buffer.concat(parts), isWhole: true }
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

/** Without the address, which is a secret. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  if (error.name === 'TimeoutError' || code === 'ABORT_ERR' || code === 'ABORTERR') return 'it did not answer in time'
  if (code === 'ECONNREFUSED') return 'it refused the connection'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'it ended the connection'
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|ISSUER|VERIFY/i.test(code))
    return `its certificate is not valid (${code.slice(0, 60)})`
  return `the connection failed (${code.slice(0, 60)})`
}
