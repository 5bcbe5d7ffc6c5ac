import type { PublicConfig } from '#api/contract/auth.ts'
import { deviceStorage } from '../shared/deviceStorage.ts'
import { SignInError, type IdentityProvider } from './identity.ts'
import { SIGN_OUT_KEY } from './storedIdentity.ts'

export interface ProviderServices {
  loadConfig(): Promise<PublicConfig>
  connect(config: PublicConfig): Promise<IdentityProvider>
}

/** The identity provider, loaded on its first use. */
export interface ProviderLink {
  /** Whether it was asked for, and has not failed since. */
  isRequested(): boolean
  /** Loads it once; the next call after a failure tries again. Ends a session that could not be ended before. */
  load(): Promise<IdentityProvider>
  /** As `load`. Throws SignInError. */
  loadForSignIn(): Promise<IdentityProvider>
  /** Runs a sign-in or sign-out, which sets the state of the session itself: what the provider reports meanwhile is ignored. */
  change<Result>(task: () => Promise<Result>): Promise<Result>
  isChanging(): boolean
}

export function createProviderLink({ loadConfig, connect }: ProviderServices): ProviderLink {
  let requested: Promise<IdentityProvider> | undefined
  let changes = 0

  const load = () => {
    requested ??= (async () => {
      const provider = await connect(await loadConfig())
      if (deviceStorage.get(SIGN_OUT_KEY) !== null) await provider.signOut()
      deviceStorage.remove(SIGN_OUT_KEY)
      return provider
    })().catch((cause: unknown) => {
      requested = undefined
      throw cause
    })
    return requested
  }

  return {
    isRequested: () => requested !== undefined,
    load,
    loadForSignIn: () =>
      load().catch((cause: unknown) => {
        throw new SignInError(navigator.onLine ? 'unavailable' : 'offline', { cause })
      }),
    change: async (task) => {
      changes += 1
      try {
        return await task()
      } finally {
        changes -= 1
      }
    },
    isChanging: () => changes > 0,
  }
}
