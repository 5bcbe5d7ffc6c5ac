import { TOKEN_REFRESH_MS } from '#api/contract/limits.ts'
import type { User } from '#api/contract/users.ts'
import { ApiError, NOT_SENT, type TokenSource } from '../shared/client.ts'
import { deviceStorage } from '../shared/deviceStorage.ts'
import { SignInError, type DemoAccount, type IdentityProvider } from './identity.ts'
import type { OtherTabs, SignOutReason } from './otherTabs.ts'
import { createProviderLink, type ProviderServices } from './providerLink.ts'
import { endedState, ownerOf, stateWith, type SessionState } from './sessionState.ts'
import { createSessionStore, signedInHere } from './sessionStore.ts'
import { isConnectionProblem, problemOf } from './signInProblems.ts'
import { SIGN_OUT_KEY, type StoredIdentity } from './storedIdentity.ts'

/** The sign-in session of the page. Created once per page load; components get it from `useSession`. */
export interface Session extends TokenSource {
  state(): SessionState
  subscribe(onChange: () => void): () => void
  /**
   * Reads who is signed in on this device; without anyone, loads the identity provider. Safe to repeat. The landing
   * page does not call it, so that it does not load the provider.
   */
  start(): void
  /** Loads the identity provider and subscribes to its changes, after the first content is shown. Safe to repeat. */
  connect(): void
  /** True if a user was last signed in on this device. Reads local storage, not the provider. */
  wasSignedIn(): boolean
  signInWithGoogle(): Promise<void>
  signInWithRedirect(): Promise<void>
  signInAs(account: DemoAccount): Promise<void>
  /** Lets the signed-in user sign in again in a popup; the state stays the same. Throws SignInError. */
  signInAgain(): Promise<void>
  signOut(reason?: 'logout' | 'erased'): Promise<void>
  /** Continues as the user who has signed in in another tab. */
  follow(): void
  /** Clears the reason why the last session ended, after the page has handled it. */
  clearSignOutReason(): void
}

interface SessionServices extends ProviderServices {
  /** POST /auth/firebase. */
  exchange(idToken: string): Promise<User>
  /** The identity that the provider keeps on this device, read without the provider; null if it must be asked. */
  readStored(): Promise<StoredIdentity | null>
  tabs: OtherTabs
}

const RETRY_MS = 3_000
const providerUnreachable = new ApiError({ code: 'unreachable', message: 'The sign-in service does not answer.' }, 503)

/** Creates a session. It calls no service before `start` or a sign-in. */
export function createSession({ loadConfig, connect, exchange, readStored, tabs }: SessionServices): Session {
  const { state, set, subscribe } = createSessionStore()
  const link = createProviderLink({ loadConfig, connect })
  /** Used until the provider says who is signed in. */
  let stored: StoredIdentity | null = null
  let hasStarted = false
  let connection: 'none' | 'connecting' | 'watching' = 'none'

  const setState = (next: SessionState) => {
    if (next.status === 'signed-out') stored = null
    set(next)
  }

  const signInWith = async (signIn: (provider: IdentityProvider) => Promise<void>) => {
    const provider = await link.loadForSignIn()
    await link.change(async () => {
      await signIn(provider)
      await exchangeToken(provider)
    })
  }

  const exchangeToken = async (provider: IdentityProvider) => {
    const idToken = await provider.token(false)
    if (idToken === undefined) return
    try {
      const user = await exchange(idToken)
      setState({ status: 'signed-in', identity: { email: user.email }, user })
    } catch (cause) {
      await provider.signOut()
      throw new SignInError(problemOf(cause), { cause })
    }
  }

  const begin = async () => {
    const found = deviceStorage.get(SIGN_OUT_KEY) === null ? await readStored() : null
    if (found === null || state().status !== 'loading') return connectProvider()
    stored = found
    setState({ status: 'signed-in', identity: { email: found.email } })
  }

  const connectProvider = async () => {
    if (connection !== 'none') return
    connection = 'connecting'
    try {
      const provider = await link.load()
      const returned = await link.change(() => provider.finishRedirect())
      watch(provider)
      if (returned) await exchangeToken(provider)
    } catch (cause) {
      if (connection === 'connecting') connection = 'none'
      fail(cause)
    }
  }

  const watch = (provider: IdentityProvider) => {
    connection = 'watching'
    provider.watch((identity) => {
      stored = null
      const next = link.isChanging() ? state() : stateWith(identity, state(), tabs)
      if (next !== state()) setState(next)
    })
    // A failed refresh needs no handling: the next API call requests a token itself.
    setInterval(() => void provider.token(true).catch(() => {}), TOKEN_REFRESH_MS)
  }

  const fail = (cause: unknown) => {
    if (cause instanceof SignInError && !isConnectionProblem(cause)) {
      return setState({ status: 'signed-out', problem: cause })
    }
    // The provider may still be starting or be unreachable: the session retries. The page shows this state, unless it
    // has content already, or can show what is kept on this device for the user.
    const email = stored?.email ?? signedInHere()
    if (!email?.includes('@'))
      setState({ status: 'failed', error: cause instanceof ApiError ? cause : providerUnreachable })
    else if (state().status !== 'signed-in') setState({ status: 'signed-in', identity: { email } })
    setTimeout(() => void connectProvider(), RETRY_MS)
  }

  const endSession = async (reason: SignOutReason) => {
    const provider = await link.load().catch(() => null)
    if (provider === null) deviceStorage.set(SIGN_OUT_KEY, 'yes')
    await link.change(async () => {
      const owner = ownerOf(state())
      if (owner !== undefined) tabs.tell(owner, reason)
      await provider?.signOut()
      // Of two refusals at the same time, that of a change matters to the user.
      const current = state()
      if (current.status !== 'signed-out' || current.reason !== 'undone') setState(endedState(reason, owner))
    })
  }

  return {
    state,
    subscribe,
    start: () => {
      const { status } = state()
      if (!hasStarted) void begin()
      else if (status === 'failed' || status === 'signed-out') void connectProvider()
      hasStarted = true
    },
    connect: () => void connectProvider(),
    wasSignedIn: () => signedInHere() !== null,
    token: async ({ refresh } = { refresh: false }) => {
      if (stored && !refresh && stored.expiresAt > Date.now()) return stored.token
      const current = state()
      // A user who is known before the provider was reached has no token yet.
      if (current.status === 'signed-out' || (!link.isRequested() && current.status !== 'signed-in')) return undefined
      const email = current.status === 'signed-in' ? current.identity.email : undefined
      try {
        return await (await link.load()).token(refresh, email)
      } catch (cause) {
        if (cause instanceof SignInError && isConnectionProblem(cause)) throw providerUnreachable
        throw cause
      }
    },
    onRefused: (code, isChange) => {
      const current = state()
      if (current.status === 'signed-out') {
        if (isChange && current.reason === 'expired') setState({ ...current, reason: 'undone' })
      } else if (code !== NOT_SENT)
        void endSession(code === 'unused-too-long' ? 'unused' : isChange ? 'undone' : 'expired')
    },
    signInWithGoogle: () => signInWith((provider) => provider.signInWithPopup()),
    signInWithRedirect: () => signInWith((provider) => provider.signInWithRedirect()),
    signInAs: (account) => signInWith((provider) => provider.signInAs(account)),
    signInAgain: async () => {
      const provider = await link.loadForSignIn()
      await link.change(() => provider.signInAgain())
      // The token that was read from this device is that of the former sign-in.
      stored = null
    },
    signOut: (reason = 'logout') => endSession(reason),
    clearSignOutReason: () => {
      const current = state()
      if (current.status === 'signed-out' && current.reason) setState({ status: 'signed-out' })
    },
    follow: () => {
      const current = state()
      if (current.status === 'signed-out' && current.other) setState({ status: 'signed-in', identity: current.other })
    },
  }
}
