import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import * as fc from 'fast-check'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { readConfig } from '#api/platform/config.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { createTokens } from '#api/platform/identity/tokens.ts'
import type { Audience } from '#api/platform/identity/verifiedIdentity.ts'
import { makeInvalidTokens } from '#tests/support/forgeries.ts'
import { claimsOf, startIssuer } from '#tests/support/keys.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const PROJECT = 'paperdawn-tests'
const HOUR_MS = 3_600_000
const issuer = startIssuer()
const own = createOwnTokens(createSecrets('a secret of the tests that is long enough'))
const settings = { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com' }
const create = (keysUrl = issuer.keysUrl) => createTokens(readConfig({ ...settings, FIREBASE_KEYS_URL: keysUrl }), own)

afterEach(() => {
  setSystemTime()
  issuer.fail(null)
})
afterAll(() => issuer.stop())

describe('A Firebase ID token', () => {
  test('returns the user, time and provider of the sign-in', async () => {
    const claims = claimsOf('ada', PROJECT, { picture: 'https://example.org/ada.png' })
    expect(await create().verifyIdToken(await issuer.sign(claims))).toEqual({
      uid: 'uid-ada',
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
      photo_url: 'https://example.org/ada.png',
      auth_time: new Date(Number(claims['auth_time']) * 1000),
      issued_at: new Date(claims.iat! * 1000),
      provider: 'google.com',
    })
  })

  test('has a verified address only if the claim is exactly true', async () => {
    for (const value of ['true', 1, null, undefined, {}])
      expect(
        (await create().verifyIdToken(await issuer.sign(claimsOf('ada', PROJECT, { email_verified: value }))))
          .email_verified,
      ).toBe(false)
  })

  test('is accepted from a clock that is 30 seconds ahead or behind', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    for (const changes of [{ iat: seconds + 30, auth_time: seconds + 30 }, { exp: seconds - 30 }]) {
      const token = await issuer.sign(claimsOf('ada', PROJECT, changes))
      expect((await create().verifyIdToken(token)).uid).toBe('uid-ada')
    }
  })

  describe('is rejected if it is', () => {
    let forged: Map<string, string>
    const tokens = create()
    beforeAll(async () => {
      forged = await makeInvalidTokens(issuer, 'ada', PROJECT)
    })
    test('one of the forged tokens', async () => {
      const accepted: string[] = []
      for (const [name, token] of forged) {
        const code = await tokens.verifyIdToken(token).then(
          () => 'accepted',
          (error) => error.code,
        )
        if (code !== 'unauthenticated') accepted.push(`${name}: ${code}`)
      }
      expect(accepted).toEqual([])
      expect(forged.size).toBeGreaterThan(30)
    })

    test('a valid one with any character changed', async () => {
      const token = await issuer.sign(claimsOf('ada', PROJECT))
      const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=']
      await fc.assert(
        fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...letters), async (at, letter) => {
          const changed = token.slice(0, at) + letter + token.slice(at + 1)
          fc.pre(!sameBytes(changed, token))
          await expect(tokens.verifyIdToken(changed)).rejects.toMatchObject({ code: 'unauthenticated' })
        }),
        { numRuns: 500 },
      )
    })
  })
})

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
    setSystemTime(Date.now() + 29_000)
    await tokens.verifyIdToken(token)
    expect(issuer.requests() - before).toBe(1)
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
    await expect(create('http://127.0.0.1:1/keys').verifyIdToken(token)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe("The product's own tokens", () => {
  const audiences: Audience[] = ['terminal', 'unsubscribe', 'digest']

  test('are accepted for their own audience only', async () => {
    for (const audience of audiences) {
      const token = await own.sign(audience, 'user-1', { seconds: 60, session: 's1' })
      expect(await own.verify(audience, token)).toMatchObject({ subject: 'user-1', session: 's1' })
      for (const other of audiences.filter((name) => name !== audience))
        await expect(own.verify(other, token)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  test('expire', async () => {
    const token = await own.sign('digest', 'user-1', { seconds: 60 })
    setSystemTime(Date.now() + 61_000)
    await expect(own.verify('digest', token)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('of another installation are not accepted', async () => {
    const otherInstallation = createOwnTokens(createSecrets('another secret that is just as long as it'))
    const token = await otherInstallation.sign('terminal', 'user-1', { seconds: 60 })
    await expect(own.verify('terminal', token)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

const createEmulated = () => createTokens(readConfig({}), own)
const unsigned = (claims: object) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`

describe("The emulator's unsigned tokens", () => {
  test('are accepted if the emulator is used, by the same rules', async () => {
    const good = claimsOf('ada', 'demo-paperdawn')
    expect((await createEmulated().verifyIdToken(unsigned(good))).uid).toBe('uid-ada')
    for (const wrong of [{ aud: 'demo-other' }, { exp: 1 }, { sub: '' }, { iss: 'x' }, { auth_time: undefined }])
      await expect(createEmulated().verifyIdToken(unsigned({ ...good, ...wrong }))).rejects.toMatchObject({
        code: 'unauthenticated',
      })
  })

  test('are never accepted in production or for a real project', () => {
    const config = readConfig({})
    expect(() => createTokens({ ...config, production: true }, own)).toThrow('demo projects in development only')
    const real = { ...config, firebase: { ...config.firebase, projectId: 'paperdawn-prod' } }
    expect(() => createTokens(real, own)).toThrow('demo projects in development only')
  })
})

/** The last character of a part may contain unused bits, so different characters can encode the same bytes. */
const sameBytes = (one: string, other: string) => bytesOf(one) === bytesOf(other)

const bytesOf = (token: string) =>
  token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.')
