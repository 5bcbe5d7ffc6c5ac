import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import * as fc from 'fast-check'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { readConfig } from '#api/platform/config.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { createTokens } from '#api/platform/identity/createTokens.ts'
import type { Audience } from '#api/platform/identity/verifiedIdentity.ts'
import { makeInvalidTokens } from '#tests/support/forgeries.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'

const PROJECT = 'paperdawn-tests'
const issuer = startIssuer()
const own = createOwnTokens(createSecrets('a secret of the tests that is long enough'))
const create = () => createTokens(readConfig(firebaseSettings(issuer, PROJECT)), own)

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
const encode = (value: object, first = '') =>
  Buffer.from(JSON.stringify(value).replace('{', `{${first}`)).toString('base64url')
const unsigned = (claims: object) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`

describe("The emulator's unsigned tokens", () => {
  test('are accepted if the emulator is used, by the same rules', async () => {
    const good = claimsOf('ada', 'demo-paperdawn')
    expect((await createEmulated().verifyIdToken(unsigned(good))).uid).toBe('uid-ada')
    const justEnded = { ...good, exp: Math.floor(Date.now() / 1000) - 30 }
    expect((await createEmulated().verifyIdToken(unsigned(justEnded))).uid).toBe('uid-ada')
    const claims = [{ aud: 'demo-other' }, { exp: 1 }, { exp: undefined }, { sub: '' }, { iss: 'x' }]
    const wrong = [...claims, { auth_time: undefined }].map((changes) => unsigned({ ...good, ...changes }))
    const twice = unsigned(good).replace(encode(good), encode(good, '"sub":"uid-admin",'))
    for (const token of [
      ...wrong,
      twice,
      unsigned(good).replace(encode({ alg: 'none', typ: 'JWT' }), encode({ alg: 'RS256' })),
    ])
      await expect(createEmulated().verifyIdToken(token)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('need no keys', () => {
    expect(createEmulated().keyState()).toBeNull()
  })

  test('are never accepted in production or for a real project', () => {
    const config = readConfig({})
    const real = { ...config, firebase: { ...config.firebase, projectId: 'paperdawn-prod' } }
    const sentence = 'Tokens of the emulator are accepted for demo projects in development only.'
    for (const refused of [{ ...config, production: true }, real])
      expect(() => createTokens(refused, own)).toThrow(expect.objectContaining({ code: 'internal', message: sentence }))
  })
})

/** The last character of a part may contain unused bits, so different characters can encode the same bytes. */
const sameBytes = (one: string, other: string) => bytesOf(one) === bytesOf(other)

const bytesOf = (token: string) =>
  token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.')
