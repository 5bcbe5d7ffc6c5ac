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
  signInWithCredential,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
} from 'firebase/auth'
import type { PublicConfig } from '#api/contract/auth.ts'
import { SignInError, type DemoAccount, type IdentityProvider, type SignInProblem } from './identity.ts'

/**
 * The Firebase identity provider of `config`. With an emulator address, everything stays on that machine: its stand-in for
 * Google's helper script is loaded from there, so that the popup works without the internet.
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
  return provide(auth)
}

function provide(auth: Auth): IdentityProvider {
  const google = new GoogleAuthProvider()
  google.setCustomParameters({ prompt: 'select_account' })
  return {
    watch: (onChange) => onAuthStateChanged(auth, (user) => onChange(user ? { email: user.email ?? '' } : null)),
    token: (refresh) => explain(async () => auth.currentUser?.getIdToken(refresh)),
    signInWithPopup: () => explain(async () => void (await signInWithPopup(auth, google))),
    signInWithRedirect: () => explain(() => signInWithRedirect(auth, google)),
    finishRedirect: () => explain(async () => (await getRedirectResult(auth)) !== null),
    signInAs: (account) =>
      explain(async () => void (await signInWithCredential(auth, GoogleAuthProvider.credential(claimsOf(account))))),
    signOut: () => auth.signOut(),
  }
}

/** The emulator takes the claims themselves where Google would give a signed token. */
const claimsOf = ({ email, name }: DemoAccount) => JSON.stringify({ sub: email, email, email_verified: true, name })

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
}

async function explain<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (cause) {
    const problem = cause instanceof FirebaseError ? (problems[cause.code] ?? 'refused') : 'unreachable'
    throw new SignInError(problem === 'unreachable' && !navigator.onLine ? 'offline' : problem, { cause })
  }
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new SignInError('unreachable')))
    document.head.append(script)
  })
}
