import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** Claims of the user `name`, as Firebase issues them after a sign-in with Google. */
export const claimsOf = (name: string, projectId: string, changes: JWTPayload = {}): JWTPayload => {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: `uid-${name}`,
    auth_time: seconds - 5,
    iat: seconds - 5,
    exp: seconds + 3600,
    email: `${name}@example.org`,
    email_verified: true,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    firebase: { sign_in_provider: 'google.com', identities: { email: [`${name}@example.org`] } },
    ...changes,
  }
}

export interface Issuer {
  /** URL of the public keys, a JWK set. */
  readonly keysUrl: string
  /** The current key pair, whose public key is published, with its key id. */
  key(): Promise<{ kid: string; privateKey: CryptoKey; publicKey: CryptoKey }>
  /** Number of requests for the keys so far. */
  requests(): number
  /** Signs with the current key; `header` adds to the default header or overrides it. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
  /** Responds with this status and body instead of the keys from now on; null serves the keys again. */
  fail(answer: { status?: number; body?: string } | null): void
  /** Delays every response until it is released. */
  hold(): { release(): void }
  /** Replaces the published key with a new one. */
  rotate(): void
  stop(): Promise<void>
}

/** The settings with which the product accepts the tokens of this issuer for a project. */
export const firebaseSettings = ({ keysUrl }: Pick<Issuer, 'keysUrl'>, projectId: string) => ({
  FIREBASE_PROJECT_ID: projectId,
  FIREBASE_API_KEY: 'test-key',
  FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
  FIREBASE_KEYS_URL: keysUrl,
})

/** Starts an issuer of ID tokens with its own keys, served over loopback; the product verifies them like Google's. */
export function startIssuer(): Issuer {
  let number = 0
  let failure: { status?: number; body?: string } | null = null
  let requests = 0
  let held = Promise.resolve()
  const makeKey = async () => {
    number += 1
    return { kid: `key-${number}`, ...(await generateKeyPair('RS256', { extractable: true })) }
  }
  let key = makeKey()
  const server = Bun.serve({
    // Else the server, and not the time limit of the product, ends a request that is held.
    idleTimeout: 0,
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      requests += 1
      await held
      if (failure !== null) return new Response(failure.body ?? 'broken', { status: failure.status ?? 200 })
      const { publicKey, kid } = await key
      const published = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
      return Response.json({ keys: [published] }, { headers: { 'cache-control': 'public, max-age=3600' } })
    },
  })
  return {
    keysUrl: server.url.href,
    key: () => key,
    requests: () => requests,
    async sign(claims, header = {}) {
      const { privateKey, kid } = await key
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header }).sign(privateKey)
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return { release: resolve }
    },
    fail(answer) {
      failure = answer
    },
    rotate() {
      key = makeKey()
    },
    stop: () => server.stop(true),
  }
}
