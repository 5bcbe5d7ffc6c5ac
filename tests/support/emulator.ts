import { googleSubject } from '#api/platform/embedded/accounts.ts'

interface GoogleClaims {
  email: string
  sub?: string
  name?: string
  email_verified?: boolean
}

/**
 * An ID token of the auth emulator at `host` for somebody who signs in with Google, whose account is made when it does
 * not exist. The same address is the same account.
 */
export async function emulatorToken(host: string, who: string | GoogleClaims): Promise<string> {
  const { email, ...rest } = typeof who === 'string' ? { email: who } : who
  const claims = { sub: googleSubject(email), email, email_verified: true, ...rest }
  const response = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      postBody: `id_token=${encodeURIComponent(JSON.stringify(claims))}&providerId=google.com`,
      requestUri: 'http://localhost',
      returnSecureToken: true,
    }),
  })
  const answer = (await response.json()) as { idToken?: string }
  if (answer.idToken === undefined)
    throw new Error(`The emulator refused to sign in ${email}: ${JSON.stringify(answer)}`)
  return answer.idToken
}
