import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { TokenScope } from '#api/contract/limits.ts'
import { makePersonalToken } from '#api/platform/identity/personalTokens.ts'
import { setDisabled } from '#api/store/readers/userAccess.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { callTool, useMcp } from './support.ts'

const mcp = useMcp()
const DAY = '2026-11-20'

const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const INITIALIZE = message('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})
const readList = async (name = 'ada') =>
  (await mcp.as(name).users.me['reading-list'].get({ query: {} })).data?.items ?? []
const idOf = async (name: string) => (await findUserByUid(`uid-${name}`))!._id

async function publish(changes: Parameters<typeof storePapers>[1] = {}): Promise<void> {
  await storePapers([1, 2], { announced_on: DAY, ...changes })
  await recordDay(DAY)
  await mcp.as('ada').users.me.put({ category_ids: ['cs.LG'] })
}

/** The status of a first message, and the sentence of a refusal. */
async function knock(token: string | null): Promise<string> {
  const response = await mcp.post(token, INITIALIZE)
  const body = (await response.json()) as { error?: { message: string } }
  return `${response.status} ${body.error?.message ?? ''}`.trim()
}

describe('A token', () => {
  test.each([
    ['day:read', ['my_day', 'where_is'], ['day']],
    ['search:read', ['search', 'get_paper', 'similar_papers', 'cite', 'search_elsewhere', 'look_up'], []],
    ['list:read', ['my_list'], ['list']],
    ['list:write', ['save_paper', 'remove_paper', 'write_note', 'tag_paper'], []],
  ] as [TokenScope, string[], string[]][])(
    'with %s alone sees and runs its tools only',
    async (scope, names, resources) => {
      await publish()
      const client = await mcp.connect(await mcp.makeToken('ada', [scope]))
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
      const templates = (await client.listResourceTemplates()).resourceTemplates
      expect(templates.map(({ name }) => name)).toEqual(resources)
      for (const name of ['my_day', 'search', 'my_list', 'save_paper'].filter((one) => !names.includes(one))) {
        const refused = await callTool(client, name, { paper_id: paperId(1), q: 'x' })
        expect(refused).toMatchObject({
          failed: true,
          texts: [expect.stringMatching(/^forbidden: .* lacks the scope \w+:\w+\./)],
        })
      }
      for (const uri of ['paperdawn://list', `paperdawn://day/${DAY}`])
        if (!resources.some((name) => uri.includes(name)))
          expect(client.readResource({ uri })).rejects.toThrow('lacks the scope')
      expect(await readList()).toEqual([])
    },
  )

  test('that is missing, unknown, ended, revoked, or of a disabled reader is refused with the reason', async () => {
    expect(await knock(null)).toStartWith('401 ')
    expect(await knock(makePersonalToken())).toStartWith('401 This token is not known here.')
    const [ended, revoked, disabled] = [
      await mcp.makeToken('ada'),
      await mcp.makeToken('ben'),
      await mcp.makeToken('cleo'),
    ]
    expect([await knock(ended), await knock(revoked), await knock(disabled)]).toEqual(['200', '200', '200'])
    const client = await mcp.connect(revoked)
    const tokens = mongoose.connection.collection('personal_tokens')
    await tokens.updateOne({ user_id: await idOf('ada') }, { $set: { expires_at: new Date() } })
    await tokens.deleteOne({ user_id: await idOf('ben') })
    await setDisabled(await idOf('cleo'), true)
    expect(await knock(ended)).toMatch(/^401 This token ended on /)
    expect(await knock(revoked)).toStartWith('401 ')
    expect(await knock(disabled)).toMatch(/^403 This account is switched off/)
    expect(client.callTool({ name: 'my_day' })).rejects.toThrow()
  })

  test('reaches nothing of another reader by its ids', async () => {
    await publish()
    const owner = await mcp.connect(await mcp.makeToken('ada'))
    const { item_id, version } = (await callTool(owner, 'save_paper', { paper_id: paperId(1), notes: 'Mine' })).data
      .item
    const other = await mcp.connect(await mcp.makeToken('ben'))
    for (const [name, args] of [
      ['remove_paper', { item_id }],
      ['write_note', { item_id, version, notes: 'Theirs' }],
      ['tag_paper', { item_id, version, tags: ['theirs'] }],
    ] as const)
      expect(await callTool(other, name, args)).toMatchObject({
        failed: true,
        texts: [expect.stringMatching(/^not-found: /)],
      })
    expect((await callTool(other, 'my_list')).data.total).toBe(0)
    expect(await readList()).toMatchObject([{ notes: 'Mine', tags: [], version }])
  })

  test('of two readers at once gets the answers of its own reader', async () => {
    await publish()
    const [ada, ben] = await Promise.all([
      mcp.makeToken('ada').then(mcp.connect),
      mcp.makeToken('ben').then(mcp.connect),
    ])
    await callTool(ada, 'save_paper', { paper_id: paperId(1) })
    const totals = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const { data } = await callTool(number % 2 === 0 ? ada : ben, 'my_list')
        return data.total as number
      }),
    )
    expect(totals).toEqual(Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? 1 : 0)))
  })
})

describe('The server', () => {
  test('refuses large bodies, batches, other media types, other origins and other methods', async () => {
    const token = await mcp.makeToken('ada')
    const call = message('tools/call', { name: 'my_list', arguments: { q: 'x'.repeat(70_000) } })
    expect((await mcp.post(token, 'x'.repeat(10_000_000))).status).toBe(413)
    expect((await mcp.post(token, call)).status).toBe(413)
    for (const count of [1, 1_000]) {
      const batch = `[${Array.from({ length: count }, () => '{"jsonrpc":"2.0","id":1,"method":"ping"}').join(',')}]`
      expect((await mcp.post(token, batch)).status).toBe(422)
    }
    expect((await mcp.post(token, '{')).status).toBe(422)
    expect((await mcp.post(token, INITIALIZE, { 'content-type': 'text/plain' })).status).toBe(415)
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:3001'])
      expect((await mcp.post(token, INITIALIZE, { origin })).status).toBe(403)
    expect((await mcp.post(token, INITIALIZE, { origin: 'http://127.0.0.1:3000' })).status).toBe(200)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(mcp.address(), { method, headers: { authorization: `Bearer ${token}` } })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test('answers unknown methods, versions and messages as the protocol says', async () => {
    const token = await mcp.makeToken('ada')
    const unknown = await mcp.post(token, message('tools/erase'))
    expect(await unknown.json()).toMatchObject({ id: 1, error: { code: -32_601 } })
    const version = await mcp.post(token, message('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
    expect(version.status).toBe(400)
    expect((await mcp.post(token, '{"jsonrpc":"1.0","id":1}')).status).toBe(400)
    expect((await mcp.post(token, message('ping'), { accept: 'application/json' })).status).toBe(406)
    const tool = await mcp.post(token, message('tools/call', { name: 'erase_account' }))
    expect(await tool.json()).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining('no such tool') },
    })
    const notified = await mcp.post(token, '{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect(notified.status).toBe(202)
    expect((await mcp.post(token, INITIALIZE)).headers.get('mcp-session-id')).toBeNull()
  })

  test('refuses arguments of a wrong type, too long or unknown in a sentence, and changes nothing', async () => {
    await publish()
    const client = await mcp.connect(await mcp.makeToken('ada'))
    const { item_id, version } = (await callTool(client, 'save_paper', { paper_id: paperId(1) })).data.item
    for (const [name, args] of [
      ['my_day', { day: 20_261_120 }],
      ['my_day', { limit: 1_000 }],
      ['my_day', { skip: -1 }],
      ['my_day', { user_id: 'someone' }],
      ['search', { q: '' }],
      ['search', { q: { $gt: '' } }],
      ['search', { q: 'x'.repeat(300) }],
      ['my_list', { status: 'lost' }],
      ['write_note', { item_id, version, notes: 'x'.repeat(10_001) }],
      ['write_note', { item_id, version: '1', notes: 'x' }],
      ['tag_paper', { item_id, version, tags: ['a\nb'] }],
      ['tag_paper', { item_id, version, tags: Array.from({ length: 21 }, (_, number) => `t${number}`) }],
      ['save_paper', {}],
    ] as const)
      expect(await callTool(client, name, args)).toMatchObject({
        failed: true,
        texts: [expect.stringMatching(/^invalid-input: The argument “[\w.]+” is wrong: /)],
      })
    expect(await readList()).toMatchObject([{ version, notes: '', tags: [] }])
  })
})
