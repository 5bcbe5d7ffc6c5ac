import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { isWellFormed, makePersonalToken } from '#api/platform/identity/personalTokens.ts'
import type { TokenScope } from '#api/contract/limits.ts'
import { createLog } from '#api/platform/log.ts'
import { findAudit } from '#api/store/readers/audit.ts'
import { recordPersonalTokenUse } from '#api/store/readers/personalTokens.ts'
import { setDisabled } from '#api/store/readers/userAccess.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { as, withToken } = useApp()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const tokensOf = (name: string) => as(name).users.me.tokens
const make = async (name: string, scopes: TokenScope[] = ['day:read'], expires_at: string | null = null) =>
  (await tokensOf(name).post({ name: 'lab notebook', scopes, expires_at })).data!
const readStats = (token: string) => withToken(token).users.me.stats.get()
const messageOf = async (text: string) => {
  const { status, error } = await readStats(text)
  return `${status} ${JSON.stringify(error?.value).match(/"message":"([^"]*)"/)?.[1]}`
}
const stored = () => mongoose.connection.collection('personal_tokens')
const idOf = async (name: string) => (await findUserByUid(`uid-${name}`))!._id

describe('A personal token', () => {
  test('has a prefix, 256 random bits and a checksum that finds every wrong letter', () => {
    const tokens = Array.from({ length: 200 }, makePersonalToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) expect(token).toMatch(/^pd_[0-9A-Za-z]{49}$/)
    const [token = ''] = tokens
    expect(isWellFormed(token)).toBe(true)
    const mistyped = Array.from({ length: token.length }, (_, at) =>
      [...token].with(at, token[at] === 'x' ? 'y' : 'x').join(''),
    )
    expect([...mistyped, token.slice(0, -1), `${token}0`, `${token}\n`, ''].filter(isWellFormed)).toEqual([])
  })

  test('is returned once, stored as a hash, and listed without its secret', async () => {
    const end = inDays(30)
    const made = await make('ada', ['day:read', 'list:write'], end)
    expect(made).toMatchObject({
      name: 'lab notebook',
      scopes: ['day:read', 'list:write'],
      expires_at: end,
      last_used_at: null,
      network: null,
    })
    const { token, ...listed } = made
    expect((await tokensOf('ada').get()).data).toEqual({ items: [listed], total: 1 })
    expect(JSON.stringify(await stored().find().toArray())).not.toContain(token)
    expect((await readStats(token)).status).toBe(200)
  })

  test('records its last use with the network, without waiting for the write', async () => {
    const { token, id } = await make('ada')
    expect((await readStats(token)).status).toBe(200)
    await waitUntil(async () => (await tokensOf('ada').get()).data?.items[0]?.last_used_at)
    expect((await tokensOf('ada').get()).data?.items[0]).toMatchObject({ id, network: 'this machine' })
  })

  test('records a use at most once a minute, also of two processes that both read an older one', async () => {
    const { id } = await make('ada')
    const at = Date.parse('2026-11-16T08:00:00Z')
    const useAt = async (seconds: number, known: Date | null) => {
      const time = new Date(at + seconds * 1000)
      await recordPersonalTokenUse({ _id: id, last_used_at: known }, `after ${seconds} s`, time)
      return (await tokensOf('ada').get()).data?.items[0]?.network
    }
    expect(await useAt(0, null)).toBe('after 0 s')
    expect(await useAt(59, null)).toBe('after 0 s')
    expect(await useAt(60, new Date(at + 1000))).toBe('after 0 s')
    expect(await useAt(61, new Date(at))).toBe('after 61 s')
  })

  test('ends at its time, and says so', async () => {
    const { token, expires_at } = await make('ada', ['day:read'], inDays(1))
    expect((await readStats(token)).status).toBe(200)
    await stored().updateOne({}, { $set: { expires_at: new Date() } })
    const { status, error } = await readStats(token)
    expect({ status, message: error?.value }).toMatchObject({
      status: 401,
      message: { error: { code: 'unauthenticated', message: expect.stringMatching(/^This token ended on 20/) } },
    })
    expect(expires_at).not.toBeNull()
    expect((await tokensOf('ada').get()).data?.total).toBe(1)
  })

  test('that is revoked, mistyped or of another server is refused with a reason', async () => {
    const { token, id } = await make('ada')
    expect((await tokensOf('ada')({ id }).delete()).status).toBe(204)
    expect(await messageOf(token)).toBe('401 This token is not known here. It may have been revoked.')
    expect(await messageOf(makePersonalToken())).toBe('401 This token is not known here. It may have been revoked.')
    expect(await messageOf(`${token}x`)).toBe('401 This token is mistyped or cut off.')
    expect(await messageOf('pd_')).toBe('401 This token is mistyped or cut off.')
    expect((await tokensOf('ada')({ id }).delete()).status).toBe(404)
    expect((await tokensOf('ada').get()).data).toEqual({ items: [], total: 0 })
  })

  test('of another reader is neither listed nor revoked', async () => {
    const { id, token } = await make('ada')
    expect((await tokensOf('ben').get()).data?.items).toEqual([])
    expect((await tokensOf('ben')({ id }).delete()).status).toBe(404)
    expect((await readStats(token)).status).toBe(200)
  })

  test('stops with the account, and stays stopped when the account is enabled again', async () => {
    const { token } = await make('ada')
    await setDisabled(await idOf('ada'), true)
    expect((await readStats(token)).status).toBe(403)
    await setDisabled(await idOf('ada'), false)
    expect((await readStats(token)).status).toBe(401)
  })

  test('ends with a sign-out everywhere, which also deletes it', async () => {
    const { token } = await make('ada')
    const other = await make('ben')
    await as('ada').users.me['sign-out-everywhere'].post()
    expect((await readStats(token)).status).toBe(401)
    expect((await readStats(other.token)).status).toBe(200)
    expect(await stored().countDocuments()).toBe(1)
  })

  test('cannot make, list or revoke tokens', async () => {
    const { token, id } = await make('ada', ['day:read', 'list:read', 'list:write', 'search:read'])
    const { tokens } = withToken(token).users.me
    const body = { name: 'child', scopes: ['day:read' as const], expires_at: null }
    const statuses = [await tokens.get(), await tokens.post(body), await tokens({ id }).delete()]
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('Making a token', () => {
  test('is refused without a name, with an end that is past or too far away, and with wrong scopes', async () => {
    const base = { name: 'a', scopes: ['day:read' as const], expires_at: null }
    const wrong = [
      { ...base, name: '' },
      { ...base, name: '   ' },
      { ...base, name: 'x'.repeat(61) },
      { ...base, name: 'a\u202Eb' },
      { ...base, scopes: [] },
      { ...base, scopes: ['day:read' as const, 'day:read' as const] },
      { ...base, scopes: ['everything' as TokenScope] },
      { ...base, expires_at: inDays(-1) },
      { ...base, expires_at: inDays(367) },
      { ...base, expires_at: 'soon' },
      { name: 'a', scopes: ['day:read' as const] } as typeof base,
      { ...base, user_id: 'someone' },
    ]
    const statuses = await Promise.all(wrong.map(async (body) => (await tokensOf('ada').post(body)).status))
    expect(statuses).toEqual(wrong.map(() => 422))
    expect(await stored().countDocuments()).toBe(0)
    expect((await tokensOf('ada').post({ ...base, expires_at: inDays(366) })).status).toBe(201)
  })

  test('with the scopes of admins is for admins', async () => {
    const body = { name: 'a', scopes: ['day:read' as const, 'admin:read' as const], expires_at: null }
    const { status, error } = await tokensOf('ada').post(body)
    expect({ status, value: error?.value }).toMatchObject({
      status: 403,
      value: { error: { message: 'The scope admin:read is for admins of this site only.' } },
    })
    expect((await tokensOf('admin').post(body)).status).toBe(201)
  })

  test('stops at twenty, however many are made at once, and goes on after one is revoked', async () => {
    const results = await Promise.all(
      Array.from({ length: 24 }, () => tokensOf('ada').post({ name: 'a', scopes: ['day:read'], expires_at: null })),
    )
    const counts = [201, 409].map((wanted) => results.filter(({ status }) => status === wanted).length)
    expect(counts).toEqual([20, 4])
    const { data } = await tokensOf('ada').get()
    expect(data?.total).toBe(20)
    await tokensOf('ada')({ id: data?.items[0]?.id ?? '' }).delete()
    expect((await tokensOf('ada').post({ name: 'a', scopes: ['day:read'], expires_at: null })).status).toBe(201)
  })

  test('and revoking one are in the log of the site, without the token and its name', async () => {
    const { token, id } = await make('ada', ['list:read'])
    await tokensOf('ada')({ id }).delete()
    const { items } = await findAudit({ skip: 0, limit: 10, action: 'token-' })
    expect(items).toMatchObject([
      { action: 'token-revoked', target: id, details: 'Revoked a personal token for list:read.' },
      { action: 'token-made', target: id, details: 'Made a personal token for list:read, without an end.' },
    ])
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${token}|lab notebook`))
  })
})

test('The log never has a token, wherever it is written', () => {
  const lines: string[] = []
  const token = makePersonalToken()
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info({ url: `https://example.org/?q=${token}`, header: token }, `got ${token}.`)
  log.error(new Error(`no ${token}`), 'failed')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain(token.slice(3, 40))
})

test('A token that another process has revoked is refused at once: nothing about it is kept in memory', async () => {
  const { token } = await make('ada')
  expect((await readStats(token)).status).toBe(200)
  await stored().deleteMany({})
  expect((await readStats(token)).status).toBe(401)
})
