import type { ErrorBody } from '#api/contract/errors.ts'

interface Message {
  id?: string | number | null
  method?: unknown
  params?: { requestId?: unknown }
}
interface Answer {
  jsonrpc?: unknown
  id?: unknown
  result?: { protocolVersion?: unknown }
  error?: { code?: unknown; message?: unknown }
}

export interface Bridge {
  server: string
  token: string
  /** Aborts what is still open. */
  deadline: AbortSignal | undefined
  /** Writes one line of the protocol. */
  write: (line: string) => void
}

/** JSON-RPC 2.0: not JSON, and an error of the server. */
const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

/**
 * Forwards messages of the Model Context Protocol, one in each line, to the server, and writes its answers, each in one
 * line. Every request is answered: a failure as an error with the sentence of the server. Resolves when the input has
 * ended and everything is answered.
 */
export async function forwardMessages(lines: AsyncIterable<string>, bridge: Bridge): Promise<void> {
  const open = new Map<unknown, AbortController>()
  const pending = new Set<Promise<void>>()
  /** What the server answered to the first message; it wants it with the later ones. */
  let version: string | undefined
  const fail = (id: unknown, code: number, message: string) =>
    bridge.write(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }))

  async function forward(line: string, message: Message, controller: AbortController): Promise<void> {
    const answer = await post(line, { ...bridge, version, signal: controller.signal })
    if (controller.signal.aborted || message.id === undefined) return
    if (message.method === 'initialize' && typeof answer.result?.protocolVersion === 'string')
      version = answer.result.protocolVersion
    bridge.write(JSON.stringify({ ...answer, id: message.id }))
  }

  for await (const line of lines) {
    if (line.trim() === '') continue
    const message = parse(line)
    if (message === null) {
      fail(null, PARSE_ERROR, 'This line is not a message of JSON-RPC.')
      continue
    }
    // The server answers each request for itself, and would not know which one is meant.
    if (message.method === 'notifications/cancelled') open.get(message.params?.requestId)?.abort()
    const controller = new AbortController()
    if (message.id !== undefined) open.set(message.id, controller)
    const work = forward(line, message, controller)
      .catch((error: unknown) => {
        if (message.id === undefined || controller.signal.aborted) return
        fail(message.id, SERVER_ERROR, error instanceof Error ? error.message : String(error))
      })
      .finally(() => {
        pending.delete(work)
        if (open.get(message.id) === controller) open.delete(message.id)
      })
    pending.add(work)
    // The version of the protocol is known before anything else is sent.
    if (message.method === 'initialize') await work
  }
  await Promise.all(pending)
}

function parse(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    // Recovered: the sender gets an error.
    return null
  }
}

async function post(
  body: string,
  { server, token, deadline, version, signal }: Bridge & { version: string | undefined; signal: AbortSignal },
): Promise<Answer> {
  const request = fetch(new URL('/api/mcp', server), {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'mcp-protocol-version': version }),
    },
    signal: deadline === undefined ? signal : AbortSignal.any([signal, deadline]),
  })
  const response = await request.catch((cause: unknown) => {
    throw new Error(`${server} does not answer.`, { cause })
  })
  let answer: Answer
  try {
    const text = await response.text()
    if (text === '') return {}
    answer = JSON.parse(text) as Answer
  } catch (cause) {
    throw new Error(`The server at ${server} is not Paperdawn, or its answer was cut off.`, { cause })
  }
  if (answer.jsonrpc !== undefined) return answer
  const { error } = answer as Partial<ErrorBody>
  throw new Error(error === undefined ? `The server answered ${response.status}.` : `${error.code}: ${error.message}`)
}
