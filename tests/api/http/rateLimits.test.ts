import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createServer } from '#api/http/server.ts'
import type { PersonalToken } from '#api/contract/tokens.ts'
import { useApp } from '#tests/support/app.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

interface PersonalTokenList {
  items: PersonalToken[]
}

const { product, tokenOf } = useApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const folder = await makeFolder()
const server = await createServer(product, folder.path)
server.listen({ hostname: '127.0.0.1', port: 0, reusePort: false })
afterAll(async () => {
  await server.stop(true)
  await folder[Symbol.asyncDispose]()
})

let clients = 0
/** Each test uses its own IP address, so that the tests do not share rate limits. */
let ipAddress = ''
beforeEach(() => {
  clients += 1
  ipAddress = `203.0.113.${clients}`
})
const get = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.server!.url), {
    ...init,
    headers: { 'x-forwarded-for': ipAddress, ...(init.headers as object) },
  })

const send = (path: string, body: string, token?: string) =>
  get(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
const exchange = (id_token: string) => send('/api/auth/firebase', JSON.stringify({ id_token }))

const begin = () => send('/api/auth/device', '{"device":"lab-pc"}')
const decide = async (name: string, user_code: string) =>
  send('/api/auth/device/approve', JSON.stringify({ user_code, approve: true }), await tokenOf(name))

/** Sends a request as a reader with a forged X-Forwarded-For that depends on `number`. */
const getAs = async (name: string, number: number) => {
  const headers = {
    authorization: `Bearer ${await tokenOf(name)}`,
    'x-forwarded-for': `198.51.100.${number % 200}`,
  }
  return (await get('/api/auth/me', { headers })).status
}

const readStrands = async (token: string) =>
  (await get('/api/users/me/strands', { headers: { authorization: `Bearer ${token}` } })).status

describe('The rate limit', () => {
  // The clock is stopped, so that no rate limit window ends during a test on a slow machine.
  beforeEach(() => setSystemTime(new Date()))
  afterEach(() => setSystemTime())

  test('blocks failed sign-ins of one network until the window ends, and no valid ones', async () => {
    ipAddress = '2001:db8:0:1::1'
    const attempts = await Promise.all(Array.from({ length: 20 }, () => exchange('garbage')))
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([401]))
    // Another address of the same 64 bits.
    ipAddress = '2001:db8::1:aaaa:0:0:9'
    const blocked = await exchange('garbage')
    expect(blocked.status).toBe(429)
    expect(await blocked.json()).toMatchObject({ error: { code: 'rate-limited', retry_after: expect.any(Number) } })
    expect((await exchange(await tokenOf('ada'))).status).toBe(200)
    ipAddress = '2001:db8:0:2::1'
    expect((await exchange('garbage')).status).toBe(401)
    ipAddress = '2001:db8:0:1::1'
    setSystemTime(Date.now() + 59_999)
    expect((await exchange('garbage')).status).toBe(429)
    setSystemTime(Date.now() + 1)
    expect((await exchange('garbage')).status).toBe(401)
  })

  test('counts sign-ins of terminals per address, and approvals per user', async () => {
    ipAddress = '203.0.113.77'
    const begun = await Promise.all(Array.from({ length: 61 }, begin))
    expect(begun.map(({ status }) => status).filter((status) => status !== 200)).toEqual([429])
    ipAddress = '203.0.113.78'
    expect((await begin()).status).toBe(200)

    const { user_code } = (await begun.find(({ status }) => status === 200)!.json()) as { user_code: string }
    const guesses = await Promise.all(Array.from({ length: 21 }, () => decide('ada', 'BBBB-BBBB')))
    expect(guesses.map(({ status }) => status).filter((status) => status !== 404)).toEqual([429])
    expect((await decide('ada', user_code)).status).toBe(429)
    expect((await decide('bela', user_code)).status).toBe(200)
  })

  test('blocks one reader, whatever X-Forwarded-For they send, and no other reader', async () => {
    const statuses: number[] = []
    for (let batch = 0; batch < 13; batch += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => getAs('ada', number)))))
    expect(statuses.filter((status) => status === 200)).toHaveLength(600)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    expect(await getAs('bela', 1)).toBe(200)
  })

  test('blocks tokens that are not accepted after 600, and no accepted one of the same address', async () => {
    ipAddress = '203.0.113.90'
    const ask = async (token: string) =>
      (await get('/api/auth/me', { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ipAddress } }))
        .status
    const statuses: number[] = []
    for (let batch = 0; batch < 13; batch += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => ask('garbage')))))
    expect(statuses.filter((status) => status === 401)).toHaveLength(600)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    expect(await ask(await tokenOf('ada'))).toBe(200)
  })

  test('counts a personal token by itself: neither its reader nor another token waits for it', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('ada')}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'a', scopes: ['day:read'], expires_at: null })
    const make = async () =>
      ((await (await get('/api/users/me/tokens', { method: 'POST', headers, body })).json()) as { token: string }).token
    const [busy, idle] = [await make(), await make()]
    const statuses: number[] = []
    for (let batch = 0; batch < 13; batch += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => readStrands(busy)))))
    expect(statuses.filter((status) => status === 200)).toHaveLength(600)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    const network = await waitUntil(async () => {
      const { items } = (await (await get('/api/users/me/tokens', { headers })).json()) as PersonalTokenList
      return items.find(({ last_used_at }) => last_used_at !== null)?.network
    })
    expect(network).toBe('203.0.113.0/24')
    expect([await readStrands(idle), await readStrands(await tokenOf('ada'))]).toEqual([200, 200])
  })

  test('counts per last address in X-Forwarded-For that is not a trusted proxy', async () => {
    for (let number = 0; number < 20; number += 1) {
      ipAddress = `10.0.0.${number}, 203.0.113.251`
      await exchange('garbage')
    }
    ipAddress = '203.0.113.251'
    expect((await exchange('garbage')).status).toBe(429)
  })
})
