import { googleSubject } from '#api/platform/embedded/demoAccounts.ts'

interface GoogleClaims {
  email: string
  sub?: string
  name?: string
  email_verified?: boolean
}

/**
 * Signs in with Google at the auth emulator at `host` and returns the ID token. Creates the account if it does not
 * exist; the e-mail address identifies the account.
 */
export async function emulatorToken(host: string, user: string | GoogleClaims): Promise<string> {
  const { email, ...rest } = typeof user === 'string' ? { email: user } : user
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
  const body = (await response.json()) as { idToken?: string }
  if (body.idToken === undefined) throw new Error(`The emulator refused to sign in ${email}: ${JSON.stringify(body)}`)
  return body.idToken
}
