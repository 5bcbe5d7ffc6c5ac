import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { cert, key } from '#tests/api/support/certificate.ts'
import { acceptAt, type Accepted, type SimAnswer } from './outgoingServices.ts'

/** What a receiver does with its next request instead of what the service does. */
export type Fault =
  /** It accepts nothing and answers this. */
  | { answer: SimAnswer }
  /** It accepts the message and ends the connection without an answer. */
  | { lost: true }
  /** It accepts the message and never answers. */
  | { silent: true }
  /** It accepts the message and answers when `release` resolves. */
  | { after: Promise<void> }
  /** It sends the status and headers of its answer and never the body. */
  | { cut: true }

export interface Received extends Accepted {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** As sent. */
  text: string
}

/**
 * Slack, Discord, Matrix, Mattermost, ntfy and a program with a webhook, on one local port: paths, limits, errors and
 * answers as the services have them. Each receiver has a name, which is the key in its address.
 */
export async function startOutgoingSimulator({ secure = false, port = 0 } = {}) {
  const received: Received[] = []
  const requests: string[] = []
  /** The faults of a receiver, one for each of its next requests. */
  const faults = new Map<string, Fault[]>()
  /** Matrix: event ids by transaction. */
  const events = new Map<string, string>()
  /** Matrix: rooms that are encrypted. */
  const encrypted = new Set<string>()
  const sockets = new Set<Socket>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request).catch(() => null)
    // The client may be killed before the end of its message.
    if (sent === null) return
    const { method = '', url = '', headers } = request
    requests.push(`${method} ${url}`)
    const { name, accepted, answer } = acceptAt({ method, url, headers, sent, events, encrypted })
    const fault = faults.get(name)?.shift()
    if (fault && 'answer' in fault) return respond(response, fault.answer)
    if (accepted) received.push({ ...accepted, method, path: url, headers, text: sent })
    if (fault && 'lost' in fault) return void request.socket.destroy()
    if (fault && 'silent' in fault) return
    if (fault && 'cut' in fault) {
      response.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length + 10) })
      return void response.write(answer.body)
    }
    if (fault && 'after' in fault) await fault.after
    respond(response, answer)
  }

  const listen = (request: IncomingMessage, response: ServerResponse) => void serve(request, response)
  const server = secure ? createTlsServer({ cert, key }, listen) : createServer(listen)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: actual } = server.address() as AddressInfo
  const origin = `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${actual}`

  return {
    origin,
    received,
    requests,
    faults,
    encrypted,
    /** The messages that a receiver has accepted, oldest first. */
    receivedBy: (name: string) => received.filter((one) => one.name === name),
    /** What a reader enters to connect the receiver `name`, by kind. */
    valuesOf: {
      slack: (name: string) => ({ address: `${origin}/services/T00000001/B00000001/${name}` }),
      discord: (name: string) => ({ address: `${origin}/api/webhooks/112233445566778899/${name}` }),
      matrix: (name: string) => ({ address: origin, room: `!${name}:matrix.example.org`, token: `syt_${name}` }),
      mattermost: (name: string) => ({ address: `${origin}/hooks/${name}` }),
      ntfy: (name: string) => ({ address: origin, topic: name }),
      webhook: (name: string) => ({ address: `${origin}/hook/${name}` }),
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type OutgoingSimulator = Awaited<ReturnType<typeof startOutgoingSimulator>>

function respond(response: ServerResponse, { status, headers = {}, body }: SimAnswer): void {
  response.writeHead(status, headers)
  response.end(body)
}

const json = (value: unknown) => JSON.stringify(value)
const plain = (status: number, body: string, headers: Record<string, string> = {}): Fault => ({
  answer: { status, headers: { 'content-type': 'text/html', ...headers }, body },
})
const object = (status: number, value: unknown, headers: Record<string, string> = {}): Fault => ({
  answer: { status, headers: { 'content-type': 'application/json', ...headers }, body: json(value) },
})

/** Answers of the services to a message that they do not accept, by what the product should do. */
export const REFUSALS = {
  gone: {
    slack: [
      plain(403, 'action_prohibited'),
      plain(403, 'invalid_token'),
      plain(404, 'no_service'),
      plain(404, 'no_team'),
      plain(404, 'channel_not_found'),
      plain(400, 'user_not_found'),
      plain(410, 'channel_is_archived'),
    ],
    discord: [
      object(404, { message: 'Unknown Webhook', code: 10_015 }),
      object(401, { message: 'Invalid Webhook Token', code: 50_027 }),
    ],
    matrix: [
      object(401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Unrecognised access token', soft_logout: false }),
      object(403, { errcode: 'M_FORBIDDEN', error: 'User @dawn:matrix.example.org not in room' }),
      object(404, { errcode: 'M_NOT_FOUND', error: 'Room not found' }),
    ],
    mattermost: [
      object(400, {
        id: 'web.incoming_webhook.invalid.app_error',
        message: 'Invalid webhook.',
        detailed_error: '',
        request_id: '8qk1',
        status_code: 400,
      }),
    ],
    ntfy: [
      object(401, {
        code: 40_101,
        http: 401,
        error: 'unauthorized',
        link: 'https://ntfy.sh/docs/publish/#authentication',
      }),
      object(403, {
        code: 40_301,
        http: 403,
        error: 'forbidden',
        link: 'https://ntfy.sh/docs/publish/#authentication',
      }),
    ],
    webhook: [plain(410, 'Gone')],
  },
  refused: {
    slack: [
      plain(400, 'invalid_payload'),
      plain(400, 'invalid_blocks'),
      plain(400, 'no_text'),
      plain(400, 'missing_text_or_fallback_or_attachments'),
      plain(400, 'too_many_attachments'),
      plain(302, '', { location: 'http://127.0.0.1:1/' }),
    ],
    discord: [
      object(400, {
        code: 50_035,
        errors: { embeds: { 0: { fields: { 6: { value: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } } } },
        message: 'Invalid Form Body',
      }),
    ],
    matrix: [
      object(400, { errcode: 'M_BAD_JSON', error: 'Content is not valid' }),
      object(413, { errcode: 'M_TOO_LARGE', error: 'event too large' }),
    ],
    mattermost: [
      object(400, { id: 'web.incoming_webhook.text.app_error', message: 'No text specified.', status_code: 400 }),
    ],
    ntfy: [object(400, { code: 40_024, http: 400, error: 'invalid request: request body must be valid JSON' })],
    webhook: [],
  },
  later: {
    slack: [
      plain(429, 'rate_limited', { 'retry-after': '30' }),
      plain(429, 'rate_limited'),
      plain(500, 'rollup_error'),
      plain(502, '<html>Bad Gateway</html>'),
      plain(503, 'Service Unavailable'),
      plain(504, 'Gateway Timeout'),
    ],
    discord: [
      object(429, { message: 'You are being rate limited.', retry_after: 0.53, global: false }),
      plain(502, '<html>Bad Gateway</html>'),
    ],
    matrix: [
      object(429, { errcode: 'M_LIMIT_EXCEEDED', error: 'Too Many Requests', retry_after_ms: 2_000 }),
      object(502, { errcode: 'M_UNKNOWN', error: 'Internal server error' }),
    ],
    mattermost: [plain(500, 'Internal Server Error')],
    ntfy: [
      object(429, {
        code: 42_901,
        http: 429,
        error: 'limit reached: too many requests',
        link: 'https://ntfy.sh/docs/',
      }),
      object(429, { code: 42_908, http: 429, error: 'limit reached: daily message quota reached' }),
      plain(507, 'Insufficient Storage'),
    ],
    webhook: [plain(404, 'Not Found'), plain(500, 'Oops'), plain(302, '', { location: 'http://127.0.0.1:1/' })],
  },
} satisfies Record<string, Record<string, Fault[]>>

/** 1 MB of a body that begins as no service's does. */
export const HUGE: Fault = plain(200, 'x'.repeat(1_000_000))
export const tooFast = (retryAfter: string): Fault => plain(429, 'rate_limited', { 'retry-after': retryAfter })
