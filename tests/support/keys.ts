import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** Claims of the person `name`, as Google's sign-in through Firebase gives them. */
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
  /** Where the public keys are served, as a JWK set. */
  readonly keysUrl: string
  /** The pair whose public half is published now, and its id. */
  key(): Promise<{ kid: string; privateKey: CryptoKey; publicKey: CryptoKey }>
  /** Requests for the keys so far. */
  requests(): number
  /** Signs with the published key, its header as `header` says. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
  /** Answers so instead of with the keys; null goes back to them. */
  fail(answer: { status?: number; body?: string } | null): void
  /** Answers nothing until it is released. */
  hold(): { release(): void }
  /** Publishes a new key in place of the old one. */
  rotate(): void
  stop(): Promise<void>
}

/** An issuer of ID tokens with keys of its own, served over loopback: the product verifies them as it does Google's. */
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
