import type { IncomingHttpHeaders } from 'node:http'

export interface SimAnswer {
  status: number
  headers?: Record<string, string>
  body: string
}

export interface Accepted {
  kind: 'slack' | 'discord' | 'matrix' | 'mattermost' | 'ntfy' | 'webhook'
  /** Key in the address of the receiver. */
  name: string
  body: SentBody
  /** Whether the service shows it: Matrix drops the repetition of a transaction. */
  isNew: boolean
}

/** What the services read of a message. */
export interface SentBody {
  text?: string
  username?: string
  blocks?: { type: string; text?: { text: string }; elements?: { text: string }[] }[]
  content?: string
  allowed_mentions?: unknown
  embeds?: { title?: string; description?: string; url?: string; footer?: { text: string } }[]
  body?: string
  formatted_body?: string
  topic?: string
  title?: string
  message?: string
  type?: string
  papers?: { id: string; title: string; authors: string[]; authors_total: number }[]
  more?: number
  next?: string | null
}

interface Call {
  method: string
  url: string
  headers: IncomingHttpHeaders
  sent: string
  events: Map<string, string>
  encrypted: ReadonlySet<string>
}

interface Outcome {
  name: string
  accepted?: Accepted
  answer: SimAnswer
}

const JSON_TYPE = { 'content-type': 'application/json' }
const object = (status: number, value: unknown): SimAnswer => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify(value),
})
const plain = (status: number, body: string): SimAnswer => ({ status, headers: { 'content-type': 'text/html' }, body })

/** Answers a request as the service of its path does. */
export function acceptAt(call: Call): Outcome {
  const { pathname } = new URL(call.url, 'http://localhost')
  for (const [pattern, serve] of PATHS) {
    const match = pattern.exec(pathname)
    if (match) return serve(call, { name: '', ...match.groups })
  }
  return { name: '', answer: plain(404, 'Not Found') }
}

type Serve = (call: Call, path: { name: string } & Record<string, string>) => Outcome

const slack: Serve = ({ sent }, { name }) => {
  const body = parse(sent)
  if (body === null) return { name, answer: plain(400, 'invalid_payload') }
  const blocks = body.blocks ?? []
  const isWrong =
    blocks.length > 50 ||
    blocks.some(
      ({ type, text, elements }) =>
        (text?.text.length ?? 0) > (type === 'header' ? 150 : 3_000) || (!text && !elements),
    )
  if (isWrong) return { name, answer: plain(400, 'invalid_blocks') }
  if (!body.text || body.text.length > 40_000) return { name, answer: plain(400, 'no_text') }
  return accept('slack', name, body, plain(200, 'ok'))
}
const discord: Serve = ({ sent, url }, { name }) => {
  const body = parse(sent)
  const embeds = body?.embeds ?? []
  const sum = embeds.reduce((all, one) => all + [one.title, one.description, one.footer?.text].join('').length, 0)
  if (body === null)
    return { name, answer: object(400, { code: 50_109, message: 'The request body contains invalid JSON.' }) }
  const isWrong =
    (body.content ?? '').length > 2_000 ||
    embeds.length > 10 ||
    sum > 6_000 ||
    embeds.some(({ title = '', description = '' }) => title.length > 256 || description.length > 4_096) ||
    /discord|clyde/i.test(body.username ?? '')
  const isWaiting = new URL(url, 'http://localhost').searchParams.get('wait') === 'true'
  // Without `wait` also a refused message is answered with 204.
  if (!isWaiting) return { name, answer: { status: 204, body: '' } }
  if (isWrong) return { name, answer: object(400, { code: 50_035, errors: {}, message: 'Invalid Form Body' }) }
  const message = {
    id: '1420000000000000001',
    type: 0,
    content: body.content,
    embeds,
    webhook_id: '112233445566778899',
  }
  return accept('discord', name, body, object(200, message))
}

const matrixSend: Serve = ({ sent, events, headers, method }, { name, transaction }) => {
  if (!headers.authorization?.startsWith('Bearer '))
    return { name, answer: object(401, { errcode: 'M_MISSING_TOKEN', error: 'Missing access token' }) }
  const body = parse(sent)
  if (body === null || method !== 'PUT')
    return { name, answer: object(400, { errcode: 'M_NOT_JSON', error: 'no JSON' }) }
  if (Buffer.byteLength(sent) > 65_000)
    return { name, answer: object(413, { errcode: 'M_TOO_LARGE', error: 'event too large' }) }
  const known = events.get(`${headers.authorization} ${transaction}`)
  const event = known ?? `$${events.size + 1}abcdefghij`
  events.set(`${headers.authorization} ${transaction}`, event)
  return accept('matrix', name, body, object(200, { event_id: event }), known === undefined)
}

const matrixState: Serve = ({ encrypted }, { name }) =>
  encrypted.has(name)
    ? { name: '', answer: object(200, { algorithm: 'm.megolm.v1.aes-sha2' }) }
    : { name: '', answer: object(404, { errcode: 'M_NOT_FOUND', error: 'Event not found.' }) }

const mattermost: Serve = ({ sent }, { name }) => {
  const body = parse(sent)
  if (!body?.text || body.text.length > 16_383)
    return { name, answer: object(400, { id: 'web.incoming_webhook.text.app_error', status_code: 400 }) }
  return accept('mattermost', name, body, plain(200, 'ok'))
}

const ntfy: Serve = ({ sent }) => {
  const body = parse(sent)
  const topic = String(body?.topic ?? '')
  if (body === null || !/^[-_A-Za-z0-9]{1,64}$/.test(topic) || Buffer.byteLength(body.message ?? '') > 4_096)
    return { name: topic, answer: object(400, { code: 40_024, http: 400, error: 'invalid request' }) }
  const message = { id: 'hwQ2YpKdmg11', time: 1_780_000_000, expires: 1_780_043_200, event: 'message', topic }
  return accept('ntfy', topic, body, object(200, message))
}

const webhook: Serve = ({ sent }, { name }) => {
  const body = parse(sent)
  return body === null ? { name, answer: plain(400, '') } : accept('webhook', name, body, { status: 204, body: '' })
}

const PATHS: readonly [RegExp, Serve][] = [
  [/^\/services\/T\w+\/B\w+\/(?<name>\w+)$/, slack],
  [/^\/api\/webhooks\/\d+\/(?<name>[\w-]+)$/, discord],
  [
    /^\/_matrix\/client\/v3\/rooms\/!?(?:%21)?(?<name>[\w-]+)(?:%3A|:)[^/]+\/send\/m\.room\.message\/(?<transaction>\w+)$/,
    matrixSend,
  ],
  [/^\/_matrix\/client\/v3\/rooms\/!?(?:%21)?(?<name>[\w-]+)(?:%3A|:)[^/]+\/state\/m\.room\.encryption$/, matrixState],
  [/^\/hooks\/(?<name>\w+)$/, mattermost],
  [/^\/hook\/(?<name>[\w-]+)$/, webhook],
  [/^\/$/, ntfy],
]

const accept = (kind: Accepted['kind'], name: string, body: SentBody, answer: SimAnswer, isNew = true): Outcome => ({
  name,
  accepted: { kind, name, body, isNew },
  answer,
})

function parse(text: string): SentBody | null {
  try {
    return JSON.parse(text) as SentBody
  } catch {
    // Recovered: the service refuses it.
    return null
  }
}
