import { afterAll, afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { readConfig } from '#api/platform/config.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { createTokens } from '#api/platform/identity/createTokens.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const PROJECT = 'paperdawn-tests'
const HOUR_MS = 3_600_000
const issuer = startIssuer()
const own = createOwnTokens(createSecrets('a secret of the tests that is long enough'))
const create = (keysUrl = issuer.keysUrl) => createTokens(readConfig(firebaseSettings({ keysUrl }, PROJECT)), own)

afterEach(() => {
  setSystemTime()
  issuer.fail(null)
})
afterAll(() => issuer.stop())

describe('The keys of ID tokens', () => {
  test('are fetched once for a thousand concurrent callers', async () => {
    const tokens = create()
    const token = await issuer.sign(claimsOf('ada', PROJECT))
    const before = issuer.requests()
    await Promise.all(Array.from({ length: 1_000 }, () => tokens.verifyIdToken(token)))
    expect(issuer.requests() - before).toBe(1)
  })

  test('are fetched again for an unknown key id, but not for every one', async () => {
    const tokens = create()
    await tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT)))
    setSystemTime(Date.now() + 60_000)
    issuer.rotate()
    const before = issuer.requests()
    expect((await tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT)))).uid).toBe('uid-ada')
    for (const kid of ['a', 'b', 'c']) {
      const token = await issuer.sign(claimsOf('ada', PROJECT), { kid })
      await expect(tokens.verifyIdToken(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    expect(issuer.requests() - before).toBe(1)
  })

  test('are used for six hours while the endpoint is down; then every token is "unavailable"', async () => {
    const tokens = create()
    await tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT)))
    issuer.fail({ status: 503 })
    setSystemTime(Date.now() + 5 * HOUR_MS)
    expect((await tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT)))).uid).toBe('uid-ada')
    setSystemTime(Date.now() + 2 * HOUR_MS)
    const late = tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT)))
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })
    expect(tokens.keyState()?.failing_since).toBeInstanceOf(Date)
    issuer.fail(null)
    setSystemTime(Date.now() + 60_000)
    expect((await tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT)))).uid).toBe('uid-ada')
    expect(tokens.keyState()?.failing_since).toBeNull()
  })

  test('are refreshed at 80 % of their max-age, while requests do not wait', async () => {
    const tokens = create()
    const token = await issuer.sign(claimsOf('ada', PROJECT, { exp: Math.floor(Date.now() / 1000) + 7200 }))
    await tokens.verifyIdToken(token)
    const first = tokens.keyState()?.fetched_at?.getTime()
    const before = issuer.requests()
    setSystemTime(Date.now() + 0.79 * HOUR_MS)
    await tokens.verifyIdToken(token)
    // A request started before this one would have reached the issuer before this one returns.
    await fetch(issuer.keysUrl)
    expect(issuer.requests() - before).toBe(1)
    setSystemTime(Date.now() + 0.02 * HOUR_MS)
    const responses = issuer.hold()
    await Promise.all(Array.from({ length: 20 }, () => tokens.verifyIdToken(token)))
    expect(tokens.keyState()?.fetched_at?.getTime()).toBe(first)
    responses.release()
    await waitUntil(() => tokens.keyState()?.fetched_at?.getTime() !== first)
    expect(issuer.requests() - before).toBe(2)
  })

  test('are requested at most once in 30 seconds while that fails', async () => {
    const tokens = create()
    const token = await issuer.sign(claimsOf('ada', PROJECT))
    await tokens.verifyIdToken(token)
    issuer.fail({ status: 503 })
    setSystemTime(Date.now() + 0.9 * HOUR_MS)
    const before = issuer.requests()
    for (const kid of ['a', 'b', 'c'])
      await expect(tokens.verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT), { kid }))).rejects.toMatchObject({
        code: 'unauthenticated',
      })
    expect(issuer.requests() - before).toBe(1)
    const triedAt = Date.now()
    setSystemTime(triedAt + 29_999)
    await tokens.verifyIdToken(token)
    expect(issuer.requests() - before).toBe(1)
    setSystemTime(triedAt + 30_000)
    await tokens.verifyIdToken(token)
    await waitUntil(() => issuer.requests() - before === 2)
  })

  test('are used for an hour without a max-age', async () => {
    const token = await issuer.sign(claimsOf('ada', PROJECT, { exp: Math.floor(Date.now() / 1000) + 7200 }))
    const published = await (await fetch(issuer.keysUrl)).text()
    issuer.fail({ body: published })
    const tokens = create()
    const before = issuer.requests()
    await tokens.verifyIdToken(token)
    setSystemTime(Date.now() + 0.79 * HOUR_MS)
    await tokens.verifyIdToken(token)
    // A request started before this one would have reached the issuer before this one returns.
    await fetch(issuer.keysUrl)
    expect(issuer.requests() - before).toBe(2)
    setSystemTime(Date.now() + 0.02 * HOUR_MS)
    await tokens.verifyIdToken(token)
    await waitUntil(() => issuer.requests() - before === 3)
  })

  test('are "unavailable" when the endpoint does not answer within five seconds', async () => {
    const token = await issuer.sign(claimsOf('ada', PROJECT))
    const responses = issuer.hold()
    await expect(create().verifyIdToken(token)).rejects.toMatchObject({ code: 'unavailable' })
    responses.release()
  })

  test('are kept if the endpoint returns an empty or invalid key set', async () => {
    const bodies = ['{"keys":[]}', '{"keys":[{"kty":"EC"}]}', '{}', 'null', '<html>'].map((body) => ({ body }))
    for (const answer of [...bodies, { status: 500, body: '{"keys":[{"kty":"RSA"}]}' }]) {
      const tokens = create()
      const token = await issuer.sign(claimsOf('ada', PROJECT))
      await tokens.verifyIdToken(token)
      issuer.fail(answer)
      setSystemTime(Date.now() + 31_000)
      const unknown = await issuer.sign(claimsOf('ada', PROJECT), { kid: 'unknown' })
      await expect(tokens.verifyIdToken(unknown)).rejects.toMatchObject({ code: 'unauthenticated' })
      expect(tokens.keyState()?.failing_since).toBeInstanceOf(Date)
      expect((await tokens.verifyIdToken(token)).uid).toBe('uid-ada')
      issuer.fail(null)
      setSystemTime()
    }
  })

  test('that were never fetched make every token "unavailable"', async () => {
    const token = await issuer.sign(claimsOf('ada', PROJECT))
    await expect(create('http://127.0.0.1:1/keys').verifyIdToken(token)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
