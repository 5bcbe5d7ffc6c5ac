import { afterAll, afterEach, expect, test } from 'bun:test'
import { exportJWK, importJWK, SignJWT, type JWK } from 'jose'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { readConfig } from '#api/platform/config.ts'
import { AppError } from '#api/platform/errors.ts'
import { isAdmin } from '#api/platform/identity/adminRule.ts'
import { toIdentity } from '#api/platform/identity/claims.ts'
import { createTokens } from '#api/platform/identity/createTokens.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { makeLookAlike } from '#tests/api/support/lookAlikes.ts'
import { prepareMutations, type Attempt } from '#tests/api/support/mutatedTokens.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { claimsOf, startIssuer } from '#tests/support/keys.ts'
import { sized } from '#tests/support/longRun.ts'

const COUNT = sized({ short: 3_000, long: 30_000, everything: 1_000_000 })
const SEED = Number(process.env['GENERATED_SEED'] ?? 20_261_122)
const FAULTS_MAX = 20
const PROJECT = 'paperdawn-tests'

const issuer = startIssuer()
afterEach(() => issuer.fail(null))
afterAll(() => issuer.stop())
const settings = { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com' }
const create = () =>
  createTokens(
    readConfig({ ...settings, FIREBASE_KEYS_URL: issuer.keysUrl }),
    createOwnTokens(createSecrets('a secret of the tests that is long enough')),
  )

const tokens = create()

/** The subject of an accepted token; null for one that was refused as every invalid token is. */
async function subjectOf({ verifier, token }: Attempt): Promise<string | null> {
  try {
    if (verifier === 'id') return (await tokens.verifyIdToken(token)).uid
    return (await tokens.verify(verifier, token)).subject
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') return null
    throw error
  }
}

test(`Of ${COUNT} tokens that were changed in any way none is accepted, and all that were not are`, async () => {
  const random = new RandomNumbers(SEED)
  const next = await prepareMutations(issuer, tokens, PROJECT)
  const faults: object[] = []
  const kinds = new Map<string, number>()
  for (let made = 0; made < COUNT && faults.length < FAULTS_MAX; made += 1) {
    const attempt = await next(random)
    kinds.set(attempt.kind, (kinds.get(attempt.kind) ?? 0) + 1)
    const subject = await subjectOf(attempt).catch(String)
    if (subject !== (attempt.subject ?? null)) faults.push({ ...attempt, accepted: subject })
  }
  if (COUNT > 100_000) console.log(Object.fromEntries(kinds))
  expect({ seed: SEED, faults }).toEqual({ seed: SEED, faults: [] })
  expect(kinds.size).toBe(17)
  expect(kinds.get('valid')).toBeGreaterThan(COUNT / 30)
})

/** Whether a signed-in user with this verified address is an admin. */
function hasRights(email: string, config: Parameters<typeof isAdmin>[1]): boolean {
  try {
    return isAdmin(toIdentity(claimsOf('alice', PROJECT, { email }), PROJECT), config)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

test(`Of ${COUNT} addresses that look like an admin's none has the rights of an admin, and the admin's own has`, () => {
  const random = new RandomNumbers(SEED)
  const ofAddress = { adminEmail: 'alice.miller@paperdawn.test', adminEmailDomain: '' }
  const ofDomain = readConfig({ ...settings, ADMIN_EMAIL_DOMAIN: 'paperdawn.test', FIREBASE_KEYS_URL: issuer.keysUrl })
  const faults: object[] = []
  const kinds = new Map<string, number>()
  for (let made = 0; made < COUNT && faults.length < FAULTS_MAX; made += 1) {
    const wholeDomain = made % 2 === 0
    const { kind, email } = makeLookAlike(random, ofAddress.adminEmail, wholeDomain)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (hasRights(email, wholeDomain ? ofDomain : ofAddress) !== (kind === 'valid')) faults.push({ kind, email })
  }
  if (COUNT > 100_000) console.log(Object.fromEntries(kinds))
  expect({ seed: SEED, faults }).toEqual({ seed: SEED, faults: [] })
  expect(kinds.size).toBe(16)
  expect(kinds.get('valid')).toBeGreaterThan(COUNT / 30)
})

test('An ID token of another RSA algorithm is refused, also when the keys do not say theirs', async () => {
  const { kid, privateKey, publicKey } = await issuer.key()
  const { alg: _alg, ...published } = { ...(await exportJWK(publicKey)), kid, alg: 'RS256' }
  issuer.fail({ body: JSON.stringify({ keys: [published] }) })
  const { alg: _signing, key_ops: _operations, ...own } = (await crypto.subtle.exportKey('jwk', privateKey)) as JWK
  const sign = async (alg: string) =>
    new SignJWT(claimsOf('ada', PROJECT)).setProtectedHeader({ alg, kid }).sign(await importJWK(own, alg))
  const verifier = create()
  expect((await verifier.verifyIdToken(await sign('RS256'))).uid).toBe('uid-ada')
  for (const alg of ['RS384', 'RS512', 'PS256'])
    await expect(verifier.verifyIdToken(await sign(alg))).rejects.toMatchObject({ code: 'unauthenticated' })
})
