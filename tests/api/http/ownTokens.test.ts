import { expect, test } from 'bun:test'
import { SignJWT } from 'jose'
import { createOwnTokens, OWN_ISSUER } from '#api/http/ownTokens.ts'
import { createSecrets } from '#api/platform/secrets.ts'

const secrets = createSecrets('a secret of the tests that is long enough')
const own = createOwnTokens(secrets)
const refused = (call: Promise<unknown>) => expect(call).rejects.toMatchObject({ code: 'unauthenticated' })

/** A token of a terminal, signed with any key. */
const sign = (key: Uint8Array) =>
  new SignJWT({ sub: 'u-1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(OWN_ISSUER)
    .setAudience('terminal')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)

test('Each audience has a key of its own, so that a token with a changed audience is not accepted', async () => {
  const keyOf = (audience: string) => secrets.deriveKey(`token:${audience}`)
  expect((await own.verify('terminal', await sign(keyOf('terminal')))).subject).toBe('u-1')
  await refused(own.verify('terminal', await sign(keyOf('unsubscribe'))))
  await refused(own.verify('terminal', await sign(secrets.deriveKey('token'))))
})

test('A token has only one spelling', async () => {
  const token = await own.sign('digest', 'u-1', { seconds: 60 })
  expect((await own.verify('digest', token)).subject).toBe('u-1')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // 32 bytes leave two bits of the last letter unused.
  const last = letters.indexOf(token.at(-1)!)
  for (const bits of [1, 2, 3]) await refused(own.verify('digest', token.slice(0, -1) + letters[last ^ bits]))
})
