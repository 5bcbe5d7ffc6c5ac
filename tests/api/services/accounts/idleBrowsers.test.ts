import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createApp } from '#api/http/app.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { PROJECT, useApp } from '#tests/support/app.ts'
import { claimsOf } from '#tests/support/keys.ts'

const DAY_MS = 24 * 3_600_000
const { signedOut, withToken, issuer, product } = useApp()
const start = Date.now()
const setDay = (day: number) => setSystemTime(start + day * DAY_MS)

beforeEach(() => setDay(0))
afterEach(() => setSystemTime())

/** Signs Ada in on this day, and returns the browser: each of its requests has a new token of that sign-in. */
async function signIn() {
  const auth_time = Math.floor(Date.now() / 1000)
  const token = () => issuer.sign(claimsOf('ada', PROJECT, { auth_time }))
  const exchange = async () => signedOut.auth.firebase.post({ id_token: await token() })
  expect((await exchange()).status).toBe(200)
  return { token, exchange, use: async () => withToken(await token()).auth.me.get() }
}

const readUses = async () => (await findUserByUid('uid-ada'))!.browsers?.map(({ used_at }) => used_at.getTime() - start)

describe('A signed-in browser', () => {
  test('has to sign in again after 30 days without use, and others do not', async () => {
    const daily = await signIn()
    setDay(1)
    const rare = await signIn()
    for (const day of [20, 45]) {
      setDay(day)
      expect((await daily.use()).status).toBe(200)
    }
    for (const { status, error } of [await rare.use(), await rare.exchange()])
      expect([status, error?.value]).toMatchObject([
        401,
        { error: { code: 'unused-too-long', message: expect.stringMatching(/not used for 30 days/) } },
      ])
    expect((await daily.use()).status).toBe(200)
    expect((await (await signIn()).use()).status).toBe(200)
    expect((await rare.use()).status).toBe(401)
  })

  test('lets a reader who comes back after a month sign in, also in a second browser', async () => {
    const before = await signIn()
    setDay(31)
    expect((await before.use()).status).toBe(401)
    const [first, second] = [await signIn(), await signIn()]
    expect([(await first.use()).status, (await second.use()).status]).toEqual([200, 200])
    expect((await before.use()).status).toBe(401)
  })

  test('has its use stored at most once an hour, until it has been unused for too long', async () => {
    const browser = await signIn()
    for (const minutes of [0, 59, 61, 90]) {
      setSystemTime(start + minutes * 60_000)
      await browser.use()
    }
    expect(await readUses()).toEqual([61 * 60_000])
    setDay(10)
    const other = await signIn()
    setDay(35)
    expect((await other.use()).status).toBe(200)
    expect(await readUses()).toEqual([35 * DAY_MS])
    expect((await browser.use()).status).toBe(401)
  })
})

test('With PAPERDAWN_IDLE_DAYS=0 a browser stays signed in, and nothing is stored', async () => {
  const app = createApp({ ...product, config: { ...product.config, idleDays: 0 } })
  const browser = await signIn()
  setDay(400)
  const request = new Request('http://localhost/api/auth/me', {
    headers: { authorization: `Bearer ${await browser.token()}` },
  })
  expect((await app.handle(request)).status).toBe(200)
  expect(await readUses()).toEqual([])
})
