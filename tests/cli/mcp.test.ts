import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { TokenScope } from '#api/contract/limits.ts'
import { callTool } from '#tests/api/mcp/support.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { NOWHERE } from '#tests/support/process.ts'
import { useTerminal } from './terminal.ts'

const PROGRAM = join(import.meta.dirname, '../../cli/index.ts')
const { run, as, address, tokenOf } = useTerminal()
const clients = new Set<Client>()
afterEach(async () => {
  await Promise.all([...clients].map((client) => client.close()))
  clients.clear()
})

async function makeToken(scopes: TokenScope[]): Promise<string> {
  return (await as('ada').users.me.tokens.post({ name: 'agent', scopes, expires_at: null })).data?.token ?? ''
}

/** An agent that starts the program as its configuration says. */
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.add(client)
  const env = { PATH: process.env['PATH'] ?? '', PAPERDAWN_SERVER: address(), PAPERDAWN_TOKEN: token }
  const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env })
  await client.connect(transport)
  await client.listTools()
  return client
}

const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`
const answersOf = (stdout: string): object[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)

describe('The command for agents', () => {
  test('lets an agent on this machine use the tools of its token', async () => {
    await storePapers([1, 2])
    const client = await connect(await makeToken(['list:read', 'list:write']))
    const saved = await callTool(client, 'save_paper', { paper_id: paperId(1), notes: 'Line 1\nLine 2' })
    expect(saved.data).toMatchObject({ created: true })
    const lists = await Promise.all(Array.from({ length: 10 }, () => callTool(client, 'my_list')))
    expect(lists.map(({ data }) => data.total)).toEqual(lists.map(() => 1))
    expect(lists[0]?.data.items[0].untrusted_text.notes).toBe('Line 1\nLine 2')
    expect(await callTool(client, 'my_day')).toMatchObject({
      failed: true,
      texts: ['forbidden: This token lacks the scope day:read. Make one that has it in your profile.'],
    })
  })

  test('uses the sign-in of the terminal as well', async () => {
    const client = await connect(await tokenOf('ada'))
    expect((await client.listTools()).tools).toHaveLength(13)
  })

  test('writes nothing but answers, one in a line, answers what is no message, and ends with its input', async () => {
    const env = { PAPERDAWN_TOKEN: await makeToken(['day:read']) }
    const notified = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    const input = `${ping(1)}\n${notified}not json\n[]\n${'{"jsonrpc":"2.0","id":2,"method":"no/such"}'}\n${ping(3).trimEnd()}`
    const { exit, stdout, stderr } = await run(['mcp'], { env, input })
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    const answers = answersOf(stdout)
    expect(answers).toHaveLength(5)
    for (const answer of [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 3, result: {} },
      { jsonrpc: '2.0', id: 2, error: { code: -32_601, message: expect.any(String) } },
    ])
      expect(answers).toContainEqual(answer)
    const parseError = { code: -32_700, message: 'This line is not a message of JSON-RPC.' }
    expect(answers.filter((answer) => 'id' in answer && answer.id === null)).toEqual([
      { jsonrpc: '2.0', id: null, error: parseError },
      { jsonrpc: '2.0', id: null, error: parseError },
    ])
  })

  test('answers every request with the reason when the server refuses or does not answer', async () => {
    const refused = await run(['mcp'], { env: { PAPERDAWN_TOKEN: 'pd_wrong' }, input: ping(7) })
    expect(answersOf(refused.stdout)).toEqual([
      {
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32_000, message: 'unauthenticated: This token is mistyped or cut off.' },
      },
    ])
    const env = { PAPERDAWN_TOKEN: 'pd_any', PAPERDAWN_SERVER: NOWHERE }
    const unreachable = await run(['mcp'], { env, input: `${ping(8)}${ping(9)}` })
    expect(answersOf(unreachable.stdout)).toMatchObject([
      { error: { message: `${NOWHERE} does not answer.` } },
      { error: { message: `${NOWHERE} does not answer.` } },
    ])
    const large = `${JSON.stringify({ jsonrpc: '2.0', id: 10, method: 'ping', params: { x: 'x'.repeat(70_000) } })}\n`
    const tooLarge = await run(['mcp'], { env: { PAPERDAWN_TOKEN: await makeToken(['day:read']) }, input: large })
    expect(answersOf(tooLarge.stdout)).toMatchObject([
      { id: 10, error: { message: expect.stringMatching(/^too-large: /) } },
    ])
  })

  test('says that another server, or one that cuts its answer off, is none of this product', async () => {
    using page = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<html>') })
    using cutOff = Bun.listen({
      port: 0,
      hostname: '127.0.0.1',
      socket: { data: (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"jsonrpc"') },
    })
    for (const port of [page.port, cutOff.port]) {
      const env = { PAPERDAWN_TOKEN: 'pd_any', PAPERDAWN_SERVER: `http://127.0.0.1:${port}` }
      const { stdout } = await run(['mcp'], { env, input: ping(1) })
      const message = expect.stringContaining('is not Paperdawn, or its answer was cut off.')
      expect(answersOf(stdout)).toMatchObject([{ id: 1, error: { message } }])
    }
  })

  test('sends the version that was agreed on, and drops a request that the agent has cancelled', async () => {
    const versions: (string | null)[] = []
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { id, method } = (await request.json()) as { id?: number; method: string }
        if (method === 'tools/call') return new Promise<Response>(() => {})
        versions.push(request.headers.get('mcp-protocol-version'))
        if (id === undefined) return new Response(null, { status: 202 })
        return Response.json({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18' } })
      },
    })
    const lines = [
      { id: 1, method: 'initialize' },
      { id: 2, method: 'tools/call' },
      { method: 'notifications/cancelled', params: { requestId: 2 } },
      { id: 3, method: 'ping' },
    ]
    const input = lines.map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`).join('')
    const env = { PAPERDAWN_TOKEN: 'pd_any', PAPERDAWN_SERVER: `http://127.0.0.1:${server.port}` }
    const { exit, stdout } = await run(['mcp'], { env, input })
    expect(exit).toBe(0)
    expect(answersOf(stdout)).toMatchObject([{ id: 1 }, { id: 3 }])
    expect(versions).toEqual([null, '2025-06-18', '2025-06-18'])
  })

  test('says on standard error that it needs a sign-in', async () => {
    const { exit, stdout, stderr } = await run(['mcp'], { input: ping(1) })
    expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' })
    expect(stderr).toContain('You are not signed in')
  })
})
