import type { PublicConfig } from '#api/contract/auth.ts'
import { TOKEN_REFRESH_MS } from '#api/contract/limits.ts'
import type { User } from '#api/contract/users.ts'
import { ApiError, type TokenSource } from '../shared/client.ts'
import { SignInError, type DemoAccount, type Identity, type IdentityProvider } from './identity.ts'

export type SessionState =
  | { status: 'loading' }
  /** The identity provider could not be loaded or asked; it is tried again. */
  | { status: 'failed'; error: Error }
  | { status: 'signed-out'; reason?: 'expired' | 'logout'; problem?: SignInError }
  /** `user` is there when the account was just exchanged. */
  | { status: 'signed-in'; identity: Identity; user?: User }

/** Who is signed in on this page. One for each page load; components reach it through `useSession`. */
export interface Session extends TokenSource {
  state(): SessionState
  subscribe(onChange: () => void): () => void
  /** Begins to follow the identity; safe to repeat. The landing page does not, so that it need not load the provider. */
  start(): void
  /** True when somebody was signed in on this device, without asking the provider. */
  expectsUser(): boolean
  signInWithGoogle(): Promise<void>
  signInWithRedirect(): Promise<void>
  signInAs(account: DemoAccount): Promise<void>
  signOut(): Promise<void>
  /** Forgets why the last session ended, once the page has acted on it. */
  settle(): void
}

interface Outside {
  loadConfig(): Promise<PublicConfig>
  connect(config: PublicConfig): Promise<IdentityProvider>
  /** POST /auth/firebase. */
  exchange(idToken: string): Promise<User>
}

const HINT = 'paperdawn-signed-in'
const RETRY_MS = 3_000
const unanswered = new ApiError({ code: 'unreachable', message: 'The sign-in service does not answer.' }, 503)

/** A session over the outside services given. Nothing is loaded before `start` or a sign-in. */
export function createSession({ loadConfig, connect, exchange }: Outside): Session {
  let state: SessionState = { status: 'loading' }
  let provider: Promise<IdentityProvider> | undefined
  /** While a sign-in is under way the exchange decides, not the provider's notice. */
  let entering = false
  const listeners = new Set<() => void>()

  const change = (next: SessionState) => {
    state = next
    if (next.status === 'signed-in') localStorage.setItem(HINT, 'yes')
    if (next.status === 'signed-out') localStorage.removeItem(HINT)
    for (const listener of listeners) listener()
  }

  const open = () => {
    provider ??= (async () => connect(await loadConfig()))().catch((cause: unknown) => {
      provider = undefined
      throw cause
    })
    return provider
  }

  const enter = async (act: (provider: IdentityProvider) => Promise<void>) => {
    const opened = await open().catch((cause: unknown) => {
      throw new SignInError(navigator.onLine ? 'unavailable' : 'offline', { cause })
    })
    entering = true
    try {
      await act(opened)
      await admit(opened)
    } finally {
      entering = false
    }
  }

  const admit = async (opened: IdentityProvider) => {
    const idToken = await opened.token(false)
    if (idToken === undefined) return
    try {
      const user = await exchange(idToken)
      change({ status: 'signed-in', identity: { email: user.email }, user })
    } catch (cause) {
      await opened.signOut()
      throw new SignInError(problemOf(cause), { cause })
    }
  }

  let following = false
  const follow = async () => {
    if (following) return
    following = true
    try {
      const opened = await open()
      entering = true
      const returned = await opened.finishRedirect().finally(() => (entering = false))
      watch(opened)
      if (returned) await admit(opened)
    } catch (cause) {
      fail(cause)
    } finally {
      following = false
    }
  }

  const watch = (opened: IdentityProvider) => {
    opened.watch((identity) => {
      if (entering || (identity && state.status === 'signed-in' && state.identity.email === identity.email)) return
      if (identity) change({ status: 'signed-in', identity })
      else if (state.status !== 'signed-out') change({ status: 'signed-out' })
    })
    // A refresh that fails is made up for by the next call, which asks for a token itself.
    setInterval(() => void opened.token(true).catch(() => {}), TOKEN_REFRESH_MS)
  }

  const fail = (cause: unknown) => {
    if (cause instanceof SignInError && cause.code !== 'unreachable' && cause.code !== 'unavailable') {
      return change({ status: 'signed-out', problem: cause })
    }
    // The service may be starting or away: the page says so, and it is tried again until it answers.
    change({ status: 'failed', error: cause instanceof ApiError ? cause : unanswered })
    setTimeout(() => void follow(), RETRY_MS)
  }

  let started = false
  const leave = async (reason: 'expired' | 'logout') => {
    const opened = await open()
    entering = true
    await opened.signOut().finally(() => (entering = false))
    change({ status: 'signed-out', reason })
  }

  return {
    state: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    start: () => {
      if (started && state.status !== 'failed') return
      started = true
      void follow()
    },
    expectsUser: () => localStorage.getItem(HINT) !== null,
    token: async ({ refresh } = { refresh: false }) => (provider ? (await provider).token(refresh) : undefined),
    onRefused: () => void leave('expired'),
    signInWithGoogle: () => enter((opened) => opened.signInWithPopup()),
    signInWithRedirect: () => enter((opened) => opened.signInWithRedirect()),
    signInAs: (account) => enter((opened) => opened.signInAs(account)),
    signOut: () => leave('logout'),
    settle: () => {
      if (state.status === 'signed-out' && state.reason) change({ status: 'signed-out' })
    },
  }
}

function problemOf(cause: unknown) {
  if (!(cause instanceof ApiError)) return 'unavailable'
  if (cause.code === 'unauthenticated') return 'refused'
  if (cause.code === 'forbidden') return 'disabled'
  return navigator.onLine ? 'unavailable' : 'offline'
}
