import { FirebaseError, initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getRedirectResult,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithPopup,
  signInWithCredential,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
} from 'firebase/auth'
import type { PublicConfig } from '#api/contract/auth.ts'
import { isSameEmail, SignInError, type DemoAccount, type IdentityProvider, type SignInProblem } from './identity.ts'

/**
 * Creates the Firebase identity provider of `config`. With `emulator_url`, all requests go to the emulator. It
 * also serves a replacement of Google's helper script, so that the popup works offline.
 */
export async function connectFirebase({ firebase }: PublicConfig): Promise<IdentityProvider> {
  const emulator = firebase.emulator_url
  if (emulator !== undefined) await loadScript(`${emulator}/dev/gapi.js`)
  const app = initializeApp({
    apiKey: firebase.api_key,
    authDomain: firebase.auth_domain,
    projectId: firebase.project_id,
  })
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (emulator !== undefined) connectAuthEmulator(auth, emulator, { disableWarnings: true })
  return createProvider(auth)
}

function createProvider(auth: Auth): IdentityProvider {
  const google = new GoogleAuthProvider()
  google.setCustomParameters({ prompt: 'select_account' })
  return {
    watch: (onChange) => onAuthStateChanged(auth, (user) => onChange(user ? { email: user.email ?? '' } : null)),
    token: (refresh, email) =>
      mapErrors(async () => {
        // The user kept on this device is read asynchronously.
        await auth.authStateReady()
        const user = auth.currentUser
        // Another tab can have signed another user in since the page was told.
        if (email !== undefined && !isSameEmail(user?.email ?? '', email)) return undefined
        return user?.getIdToken(refresh)
      }),
    signInWithPopup: () => mapErrors(async () => void (await signInWithPopup(auth, google))),
    signInWithRedirect: () => mapErrors(() => signInWithRedirect(auth, google)),
    finishRedirect: () => mapErrors(async () => (await getRedirectResult(auth)) !== null),
    signInAs: (account) =>
      mapErrors(
        async () => void (await signInWithCredential(auth, GoogleAuthProvider.credential(credentialFor(account)))),
      ),
    signInAgain: () =>
      mapErrors(async () => {
        await auth.authStateReady()
        const user = auth.currentUser
        if (user === null) throw new SignInError('refused')
        // Google offers the address of the account first, and does not skip the choice.
        const again = new GoogleAuthProvider()
        again.setCustomParameters({ prompt: 'select_account', ...(user.email && { login_hint: user.email }) })
        await reauthenticateWithPopup(user, again)
      }),
    signOut: () => auth.signOut(),
  }
}

/** Credential of a demo account. The emulator accepts unsigned claims in place of Google's signed ID token. */
const credentialFor = ({ email, name }: DemoAccount) =>
  JSON.stringify({ sub: email, email, email_verified: true, name })

const problems: Record<string, SignInProblem> = {
  'auth/popup-blocked': 'blocked',
  'auth/operation-not-supported-in-this-environment': 'blocked',
  'auth/popup-closed-by-user': 'closed',
  'auth/cancelled-popup-request': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'unreachable',
  'auth/internal-error': 'unreachable',
  'auth/user-disabled': 'disabled',
  'auth/user-mismatch': 'other-account',
}

/** Runs a Firebase call. Throws SignInError in place of Firebase's errors. */
async function mapErrors<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof SignInError) throw cause
    const problem = cause instanceof FirebaseError ? (problems[cause.code] ?? 'refused') : 'unreachable'
    throw new SignInError(problem === 'unreachable' && !navigator.onLine ? 'offline' : problem, { cause })
  }
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new SignInError('unreachable')))
    document.head.append(script)
  })
}
