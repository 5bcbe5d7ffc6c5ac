import { generateKeyPair, SignJWT, UnsecuredJWT, exportSPKI, type JWTPayload } from 'jose'
import type { Audience, Tokens } from '#api/platform/identity/verifiedIdentity.ts'
import type { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { claimsOf, type Issuer } from '#tests/support/keys.ts'

const LIFETIME_SECONDS = 24 * 3_600
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const OTHER_LETTERS = ['=', '+', '/', '.', ' ', '\n', '\0', '%41', 'é', '\ufeff', '"']
const ALGORITHMS = [
  'none',
  'None',
  'NONE',
  'nOnE',
  '',
  'HS256',
  'RS384',
  'RS512',
  'PS256',
  'ES256',
  'EdDSA',
  null,
  7,
  [],
]
const AUDIENCES: readonly Audience[] = ['terminal', 'unsubscribe', 'digest']
const WRONG_TIMES = [null, '', 'now', [], {}, true, 0, -1, 1e308, -1e308]

export interface Attempt {
  /** What was done to a valid token; "valid" for one that must be accepted. */
  kind: string
  /** The verifier that it is given to. */
  verifier: 'id' | Audience
  token: string
  /** The subject of a valid token. */
  subject?: string
}

const encode = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** Makes attempts from a pool of valid tokens: one in twenty is valid, the others are not. */
export async function prepareMutations(issuer: Issuer, own: Tokens, projectId: string) {
  const { kid, privateKey, publicKey } = await issuer.key()
  const names = ['ada', 'ben', 'cleo', 'admin']
  // They outlast the longest run.
  const exp = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS
  const ids = await Promise.all(names.map((name) => issuer.sign(claimsOf(name, projectId, { exp }))))
  const owns = await Promise.all(
    AUDIENCES.flatMap((audience) =>
      names.map(async (name) => ({
        audience,
        token: await own.sign(audience, name, { seconds: LIFETIME_SECONDS, session: name }),
      })),
    ),
  )
  const valid = new Set([...ids, ...owns.map((entry) => entry.token)])
  const foreign = await generateKeyPair('RS256')
  const elliptic = await generateKeyPair('ES256')
  const pem = await exportSPKI(publicKey)
  const secrets = [pem, pem.trim(), pem.replaceAll(/-.*-|\n/g, ''), kid, ''].map((text) =>
    new TextEncoder().encode(text || '\0'),
  )
  const rsa = async (hash: string, input: string) => {
    const jwk = await crypto.subtle.exportKey('jwk', privateKey)
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash }
    const { alg: _alg, key_ops: _operations, ...bare } = jwk
    const key = await crypto.subtle.importKey('jwk', bare, algorithm, false, ['sign'])
    return Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(input))).toString('base64url')
  }

  /** Kinds that need a signature take most of the time, so they are made less often. */
  const signed: Record<string, (random: RandomNumbers) => Promise<string>> = {
    'claim changed before signing': (random) =>
      issuer.sign(breakClaim(random, claimsOf(random.pick(names), projectId))),
    'forbidden header, signed': (random) =>
      issuer.sign(claimsOf(random.pick(names), projectId), breakHeader(random, kid)),
    'key of another issuer': (random) =>
      new SignJWT(claimsOf(random.pick(names), projectId))
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(foreign.privateKey),
    'elliptic key': (random) =>
      new SignJWT(claimsOf(random.pick(names), projectId))
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(elliptic.privateKey),
    'public key as a shared secret': (random) =>
      new SignJWT(claimsOf(random.pick(names), projectId))
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(random.pick(secrets)),
    'another algorithm of the right key': async (random) => {
      const bits = random.pick(['384', '512'])
      const input = `${encode({ alg: `RS${bits}`, kid })}.${encode(claimsOf(random.pick(names), projectId))}`
      return `${input}.${await rsa(`SHA-${bits}`, input)}`
    },
    'a claim twice, signed': async (random) => {
      const claims = JSON.stringify(claimsOf(random.pick(names), projectId))
      const input = `${encode({ alg: 'RS256', kid })}.${encode(claims.replace('{', '{"sub":"uid-admin",'))}`
      return `${input}.${await rsa('SHA-256', input)}`
    },
    'spelling of base64url': async (random) => {
      const [header, payload, signature = ''] = random.pick(ids).split('.')
      // 256 bytes leave four bits of the last letter unused.
      const last = LETTERS.indexOf(signature.at(-1)!)
      return `${header}.${payload}.${signature.slice(0, -1)}${LETTERS[last ^ random.between(1, 15)]}`
    },
  }
  const unsigned: Record<string, (random: RandomNumbers, token: string) => string> = {
    'letters changed': changeLetters,
    'header changed': (random, token) => {
      const [header, payload, signature] = token.split('.')
      const alg = random.chance(0.5) ? { alg: random.pick(ALGORITHMS) } : breakHeader(random, kid)
      const changed = `${encode({ ...decode(header), ...alg })}.${payload}`
      return `${changed}.${random.chance(0.3) ? '' : signature}`
    },
    'payload changed': (random, token) => {
      const [header, payload, signature] = token.split('.')
      const better = { sub: `uid-${random.between(0, 1e9)}`, email: 'admin@paperdawn.test', exp: 2e9 + random.next() }
      const [name, value] = random.pick(Object.entries(better))
      return `${header}.${encode({ ...decode(payload), [name]: value })}.${signature}`
    },
    'parts of two tokens': (random, token) => {
      const other = random
        .pick([...ids, ...owns.map((entry) => entry.token)].filter((each) => each !== token))
        .split('.')
      const parts = token.split('.')
      const from = random.between(0, 2)
      return (
        parts.map((part, index) => (index === from ? part : other[index])).join('.') + (random.chance(0.1) ? '.' : '')
      )
    },
    'no signature': (random, token) => {
      const claims = decode(token.split('.')[1]) as JWTPayload
      const plain = new UnsecuredJWT(claims).encode()
      return random.chance(0.5) ? plain : `${plain}${encode(`${random.next()}`)}`
    },
    'another encoding': (random, token) => {
      const text = random.pick([
        encodeURIComponent(` ${token}`),
        `Bearer ${token}`,
        token.replace('.', '..'),
        `${token}=`,
      ])
      return random.pick([text, Buffer.from(token).toString('base64url'), token.replaceAll('.', ','), `"${token}"`])
    },
  }

  /** Returns the next attempt. `signedShare` is the share of those that need a new signature. */
  return async function next(random: RandomNumbers, signedShare = 0.06): Promise<Attempt> {
    const source = random.pick(owns)
    if (random.chance(0.05)) {
      if (random.chance(0.5))
        return {
          kind: 'valid',
          verifier: source.audience,
          token: source.token,
          subject: decode(source.token.split('.')[1])['sub'] as string,
        }
      const index = random.between(0, names.length - 1)
      return { kind: 'valid', verifier: 'id', token: ids[index]!, subject: `uid-${names[index]}` }
    }
    if (random.chance(signedShare)) {
      const [kind, make] = random.pick(Object.entries(signed))
      return { kind, verifier: 'id', token: await make(random) }
    }
    if (random.chance(0.1)) {
      const verifiers = [...AUDIENCES, 'id'] as const
      const verifier = random.pick(verifiers.filter((name) => name !== source.audience))
      return { kind: 'for another verifier', verifier, token: source.token }
    }
    if (random.chance(0.05))
      return { kind: 'ID token as own', verifier: random.pick(AUDIENCES), token: random.pick(ids) }
    const isId = random.chance(0.6)
    const [kind, mutate] = random.pick(Object.entries(unsigned))
    const token = mutate(random, isId ? random.pick(ids) : source.token)
    // Some mutations change nothing, for example where two tokens have the same header.
    return {
      kind,
      verifier: isId ? 'id' : source.audience,
      token: valid.has(token) ? changeLetters(random, token) : token,
    }
  }
}

/** Changes one to three letters, or cuts, repeats or exchanges a piece. The result differs from the token. */
function changeLetters(random: RandomNumbers, token: string): string {
  let text = token
  for (let left = random.between(1, 3); left > 0 || text === token; left -= 1) {
    const at = random.between(0, text.length - 1)
    const end = Math.min(text.length, at + random.between(1, 6))
    const letter = random.chance(0.8) ? random.pick([...LETTERS]) : random.pick(OTHER_LETTERS)
    text = random.pick([
      text.slice(0, at) + letter + text.slice(at + 1),
      text.slice(0, at) + letter + text.slice(at),
      text.slice(0, at) + text.slice(end),
      text.slice(0, end) + text.slice(at),
      text.slice(0, at) + text.slice(at, end).split('').toReversed().join('') + text.slice(end),
    ])
  }
  return text
}

/** The claims with one of them wrong. */
function breakClaim(random: RandomNumbers, claims: JWTPayload): JWTPayload {
  const seconds = Math.floor(Date.now() / 1000)
  const past = seconds - random.between(70, 1e6)
  const future = seconds + random.between(120, 1e6)
  const project = claims.aud as string
  const wrong: Record<string, readonly unknown[]> = {
    exp: [past, ...WRONG_TIMES.filter((time) => time !== 1e308)],
    iat: [future, ...WRONG_TIMES],
    auth_time: [future, ...WRONG_TIMES],
    nbf: [future, 'soon', {}],
    aud: [`${project}2`, project.toUpperCase(), [], {}, '', null, `${project}\0`, [`${project}x`], [project, 'x']],
    iss: [`${claims.iss}/`, `http${claims.iss?.slice(5)}`, 'paperdawn', '', null, `${claims.iss}\n`, [claims.iss, 'x']],
    sub: ['', null, 7, {}, ['uid-admin'], 'x'.repeat(random.between(129, 400))],
    email: ['', null, 7, {}, ['admin@paperdawn.test'], 'x'.repeat(random.between(255, 400))],
  }
  const name = random.pick(Object.keys(wrong))
  return { ...claims, [name]: random.pick(wrong[name]!) } as JWTPayload
}

/** Header fields that choose a key, or that name none. `b64` and `crit` cannot be signed by the library. */
function breakHeader(random: RandomNumbers, kid: string): Record<string, unknown> {
  const urls = ['https://evil.example/keys', 'http://127.0.0.1/', '', null]
  return random.pick<Record<string, unknown>>([
    {
      kid: random.pick([
        '',
        null,
        7,
        [kid],
        {},
        `${kid} `,
        kid.toUpperCase(),
        `../${kid}`,
        '__proto__',
        `${random.next()}`,
      ]),
    },
    { [random.pick(['jku', 'x5u'])]: random.pick(urls) },
    { jwk: { kty: 'RSA', n: `${random.next()}`, e: 'AQAB' } },
    { x5c: [`${random.next()}`] },
  ])
}
