import { generateKeyPair, SignJWT, UnsecuredJWT, exportSPKI, type JWTPayload } from 'jose'
import { claimsOf, type Issuer } from './keys.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

/** Tokens of the person `name` that must never be accepted, by what is wrong with them. */
export async function forgeTokens(issuer: Issuer, name: string, projectId: string): Promise<Map<string, string>> {
  const { kid, privateKey, publicKey } = await issuer.key()
  const good = claimsOf(name, projectId)
  const signed = (changes: JWTPayload, header: Record<string, unknown> = {}) =>
    issuer.sign({ ...good, ...changes }, header)
  const without = (claim: string) => {
    const { [claim]: _left, ...rest } = good
    return issuer.sign(rest)
  }
  const stranger = await generateKeyPair('RS256')
  const elliptic = await generateKeyPair('ES256')
  const publicText = new TextEncoder().encode(await exportSPKI(publicKey))
  const whole = await issuer.sign(good)
  const [header = '', payload = '', signature = ''] = whole.split('.')
  const byHand = async (head: string, body: string) => {
    const bytes = new TextEncoder().encode(`${encode(head)}.${encode(body)}`)
    const mark = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, bytes)
    return `${encode(head)}.${encode(body)}.${Buffer.from(mark).toString('base64url')}`
  }
  const plainHeader = JSON.stringify({ alg: 'RS256', kid })

  return new Map<string, string>([
    ['nothing like a token', 'garbage'],
    ['three empty parts', '..'],
    ['expired', await signed({ exp: seconds() - 120, iat: seconds() - 7200, auth_time: seconds() - 7200 })],
    ['issued in the future', await signed({ iat: seconds() + 600 })],
    ['signed in in the future', await signed({ auth_time: seconds() + 600 })],
    ['not valid yet', await signed({ nbf: seconds() + 600 })],
    ['for another project', await signed({ aud: 'another-project' })],
    ['for several projects', await signed({ aud: [projectId, 'another-project'] })],
    ['of another issuer', await signed({ iss: 'https://securetoken.google.com/another-project' })],
    ['a session cookie', await signed({ iss: `https://session.firebase.google.com/${projectId}` })],
    ['a custom token', await signed({ iss: 'sa@x.iam.gserviceaccount.com', aud: 'https://identitytoolkit' })],
    ['of nobody', await signed({ sub: '' })],
    ['of somebody with too long an id', await signed({ sub: 'x'.repeat(129) })],
    ['without an id', await without('sub')],
    ['without an end', await without('exp')],
    ['without a beginning', await without('iat')],
    ['without a sign-in', await without('auth_time')],
    ['without an address', await without('email')],
    ['with a key id nobody knows', await signed({}, { kid: 'unknown' })],
    ['with an empty key id', await signed({}, { kid: '' })],
    ['with a key id that is no text', await signed({}, { kid: 7 })],
    ['without a key id', await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)],
    [
      "signed with a stranger's key",
      await new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid }).sign(stranger.privateKey),
    ],
    [
      'signed with an elliptic key',
      await new SignJWT(good).setProtectedHeader({ alg: 'ES256', kid }).sign(elliptic.privateKey),
    ],
    ['unsigned', new UnsecuredJWT(good).encode()],
    ['unsigned, in capitals', `${encode('{"alg":"None","typ":"JWT"}')}.${payload}.`],
    ['without an algorithm', `${encode(JSON.stringify({ kid }))}.${payload}.${signature}`],
    [
      'HS256 with the public key as secret',
      await new SignJWT(good).setProtectedHeader({ alg: 'HS256', kid }).sign(publicText),
    ],
    ['stripped of its signature', `${header}.${payload}.`],
    [
      'changed after signing',
      `${header}.${encode(JSON.stringify({ ...good, email: 'admin@paperdawn.test' }))}.${signature}`,
    ],
    ['naming its own key', await signed({}, { jwk: { kty: 'RSA' } })],
    ['naming an address of keys', await signed({}, { jku: 'https://example.org/keys' })],
    ['naming certificates', await signed({}, { x5u: 'https://example.org/cert' })],
    [
      'with an extension that must be understood',
      await byHand(JSON.stringify({ alg: 'RS256', kid, crit: ['x'], x: 1 }), JSON.stringify(good)),
    ],
    ['naming a claim twice', await byHand(plainHeader, JSON.stringify(good).replace('{', '{"sub":"uid-admin",'))],
    ['naming the algorithm twice', await byHand(plainHeader.replace('{', '{"alg":"none",'), JSON.stringify(good))],
    ['larger than 8 KB', await signed({ padding: 'x'.repeat(8_192) })],
    ['with a blank inside', `${header}.${payload} .${signature}`],
  ])
}
