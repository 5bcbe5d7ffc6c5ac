import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, afterEach, beforeAll } from 'bun:test'
import type { TokenScope } from '#api/contract/limits.ts'
import { createServer } from '#api/http/server.ts'
import { useApp } from '#tests/support/app.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

export const READER_SCOPES = ['day:read', 'list:read', 'list:write', 'search:read'] as const

/** The product on a port, and clients of the protocol's own SDK that speak to it. */
export function useMcp(parts: Parameters<typeof useApp>[0] = {}) {
  const product = useApp(parts)
  const clients = new Set<Client>()
  const running = { address: '', resources: new AsyncDisposableStack() }

  beforeAll(async () => {
    const folder = running.resources.use(await makeFolder())
    const server = await createServer(product.product, folder.path)
    server.listen({ hostname: '127.0.0.1', port: 0 })
    running.address = `http://127.0.0.1:${server.server?.port}/api/mcp`
    running.resources.defer(async () => void (await server.stop(true)))
  })
  afterEach(async () => {
    await Promise.all([...clients].map((client) => client.close()))
    clients.clear()
  })
  afterAll(() => running.resources.disposeAsync())

  async function makeToken(name: string, scopes: readonly TokenScope[] = READER_SCOPES): Promise<string> {
    const body = { name: 'agent', scopes: [...scopes], expires_at: null }
    const { data, error } = await product.as(name).users.me.tokens.post(body)
    if (error) throw new Error(JSON.stringify(error.value))
    return data.token
  }

  /** A connected client with this token. */
  async function connect(token: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    clients.add(client)
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(running.address), { requestInit }))
    // The client checks the data of an answer by the schemas of the tools that it has listed.
    await client.listTools()
    return client
  }

  /** Sends a body as it is. */
  const post = (token: string | null, body: string, headers: Record<string, string> = {}) =>
    fetch(running.address, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })

  return { ...product, connect, makeToken, post, address: () => running.address }
}

/** Calls a tool. Returns its data, its texts, and whether it failed. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }))
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
  return {
    // The schema of each tool says what is in it, and the client has checked it.
    // oxlint-disable-next-line typescript/no-explicit-any
    data: result.structuredContent as any,
    texts,
    failed: result.isError === true,
    bytes: Buffer.byteLength(JSON.stringify(result)),
  }
}

/** Asks with `look_up`, and asks again with the id of the job while the answer is "waiting". Returns the last answer. */
export async function lookUpUntilEnd(client: Client, args: { ref: string; save?: boolean }) {
  const first = await callTool(client, 'look_up', args)
  if (first.data?.state !== 'waiting') return first
  return waitUntil(async () => {
    const next = await callTool(client, 'look_up', { ...args, job_id: first.data.job_id })
    return next.data?.state !== 'waiting' && next
  })
}
