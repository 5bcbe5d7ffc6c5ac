import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** Sends one request after the other, over one connection as long as the server keeps it open. Returns the status. */
export type KeptAliveClient = (request: SentRequest) => Promise<number>

/** Clients with connections of their own to a port of this machine, by name. */
export const KEPT_ALIVE_CLIENTS: Record<string, (port: number) => KeptAliveClient> = {
  'plain socket': plainSocket,
  'node:http': nodeHttp,
  fetch: (port) => async (request) => {
    const init = { method: request.method, headers: request.headers, body: request.body || null }
    const response = await fetch(`http://127.0.0.1:${port}${request.path}`, init)
    await response.bytes()
    return response.status
  },
}

/** Whether nothing listened at the port any more: the request was not sent. */
export const isRefused = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ConnectionRefused'].includes(String((error as NodeJS.ErrnoException).code))

function nodeHttp(port: number): KeptAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async ({ body, ...sent }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const request = httpRequest({ ...sent, agent, port, host: '127.0.0.1' }, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }
}

/** Repeats no request by itself, as HTTP libraries may do. */
function plainSocket(port: number): KeptAliveClient {
  let kept: Socket | null = null
  return async ({ method, path, headers, body }) => {
    const socket = kept ?? (await open(port))
    kept = null
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; isKept: boolean }>()
    let text = ''
    const read = (chunk: string) => {
      text += chunk
      const answer = parseAnswer(text)
      if (answer) resolve(answer)
    }
    const fail = () => reject(new Error(`the connection ended before the answer to ${method} ${path}: "${text}"`))
    socket.on('data', read).on('close', fail)
    const lines = Object.entries({ host: '127.0.0.1', 'content-length': `${Buffer.byteLength(body)}`, ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
    try {
      const { status, isKept } = await promise
      if (isKept && !socket.readableEnded && !socket.destroyed) kept = socket
      else socket.destroy()
      return status
    } finally {
      socket.off('data', read).off('close', fail)
    }
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  await once(socket, 'connect')
  // The reason of an end is not needed: every end before an answer is a failure.
  socket.on('error', () => undefined)
  return socket
}

/** Returns null for an answer that is not complete. */
function parseAnswer(text: string): { status: number; isKept: boolean } | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = text.slice(0, end)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  if (text.length < end + 4 + Number(length)) return null
  return { status: Number(head.split(' ')[1]), isKept: !/^connection: close/im.test(head) }
}
