import { generateKeyPair, SignJWT, UnsecuredJWT, exportSPKI, type JWTPayload } from 'jose'
import { claimsOf, type Issuer } from './keys.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

/** Invalid ID tokens of the user `name`, by what is wrong with them. The product must reject each. */
export async function makeInvalidTokens(issuer: Issuer, name: string, projectId: string): Promise<Map<string, string>> {
  const { kid, privateKey, publicKey } = await issuer.key()
  const claims = claimsOf(name, projectId)
  const signed = (changes: JWTPayload, header: Record<string, unknown> = {}) =>
    issuer.sign({ ...claims, ...changes }, header)
  const without = (claim: string) => {
    const { [claim]: _omitted, ...rest } = claims
    return issuer.sign(rest)
  }
  const otherKey = await generateKeyPair('RS256')
  const ellipticKey = await generateKeyPair('ES256')
  const publicPem = new TextEncoder().encode(await exportSPKI(publicKey))
  const validToken = await issuer.sign(claims)
  const [header = '', payload = '', signature = ''] = validToken.split('.')
  const signRaw = async (head: string, body: string) => {
    const bytes = new TextEncoder().encode(`${encode(head)}.${encode(body)}`)
    const rawSignature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, bytes)
    return `${encode(head)}.${encode(body)}.${Buffer.from(rawSignature).toString('base64url')}`
  }
  const plainHeader = JSON.stringify({ alg: 'RS256', kid })

  return new Map<string, string>([
    ['not a JWT', 'garbage'],
    ['three empty parts', '..'],
    ['expired', await signed({ exp: seconds() - 120, iat: seconds() - 7200, auth_time: seconds() - 7200 })],
    ['issued in the future', await signed({ iat: seconds() + 600 })],
    ['with a sign-in in the future', await signed({ auth_time: seconds() + 600 })],
    ['not valid yet', await signed({ nbf: seconds() + 600 })],
    ['for another project', await signed({ aud: 'another-project' })],
    ['for several projects', await signed({ aud: [projectId, 'another-project'] })],
    ['from another issuer', await signed({ iss: 'https://securetoken.google.com/another-project' })],
    ['a session cookie', await signed({ iss: `https://session.firebase.google.com/${projectId}` })],
    ['a custom token', await signed({ iss: 'sa@x.iam.gserviceaccount.com', aud: 'https://identitytoolkit' })],
    ['with an empty subject', await signed({ sub: '' })],
    ['with a subject of more than 128 characters', await signed({ sub: 'x'.repeat(129) })],
    ['without a subject', await without('sub')],
    ['without an expiry', await without('exp')],
    ['without an issue time', await without('iat')],
    ['without a sign-in time', await without('auth_time')],
    ['without an e-mail address', await without('email')],
    ['with an unknown key id', await signed({}, { kid: 'unknown' })],
    ['with an empty key id', await signed({}, { kid: '' })],
    ['with a key id that is not a string', await signed({}, { kid: 7 })],
    ['without a key id', await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)],
    [
      'signed with the key of another issuer',
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(otherKey.privateKey),
    ],
    [
      'signed with an elliptic key',
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(ellipticKey.privateKey),
    ],
    ['unsigned', new UnsecuredJWT(claims).encode()],
    ['unsigned, with alg None in another letter case', `${encode('{"alg":"None","typ":"JWT"}')}.${payload}.`],
    ['without an algorithm', `${encode(JSON.stringify({ kid }))}.${payload}.${signature}`],
    [
      'HS256 with the public key as secret',
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(publicPem),
    ],
    ['with its signature removed', `${header}.${payload}.`],
    [
      'changed after signing',
      `${header}.${encode(JSON.stringify({ ...claims, email: 'admin@paperdawn.test' }))}.${signature}`,
    ],
    ['with its own key (jwk)', await signed({}, { jwk: { kty: 'RSA' } })],
    ['with a URL of keys (jku)', await signed({}, { jku: 'https://example.org/keys' })],
    ['with a URL of certificates (x5u)', await signed({}, { x5u: 'https://example.org/cert' })],
    [
      'with an unknown critical extension (crit)',
      await signRaw(JSON.stringify({ alg: 'RS256', kid, crit: ['x'], x: 1 }), JSON.stringify(claims)),
    ],
    [
      'with a header of unencoded payloads (b64)',
      await signRaw(JSON.stringify({ alg: 'RS256', kid, b64: true }), JSON.stringify(claims)),
    ],
    ['with a duplicate claim', await signRaw(plainHeader, JSON.stringify(claims).replace('{', '{"sub":"uid-admin",'))],
    ['with a duplicate algorithm', await signRaw(plainHeader.replace('{', '{"alg":"none",'), JSON.stringify(claims))],
    ['larger than 8 KB', await signed({ padding: 'x'.repeat(8_192) })],
    ['with a space inside', `${header}.${payload} .${signature}`],
  ])
}
