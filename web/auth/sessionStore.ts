import { deviceStorage } from '../shared/deviceStorage.ts'
import type { SessionState } from './sessionState.ts'

/** Local storage: address of the user who is signed in on this device. */
const SIGNED_IN_KEY = 'paperdawn-signed-in'

/** Address of the user who is signed in on this device; null if no user is. Reads local storage, not the provider. */
export const signedInHere = (): string | null => deviceStorage.get(SIGNED_IN_KEY)

/** The state of the session of this page, and who follows it. */
export interface SessionStore {
  state(): SessionState
  set(next: SessionState): void
  /** Returns the function that ends it. */
  subscribe(onChange: () => void): () => void
}

/** Creates a store; who is signed in is also kept on this device. */
export function createSessionStore(): SessionStore {
  let state: SessionState = { status: 'loading' }
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    set: (next) => {
      state = next
      if (next.status === 'signed-in') deviceStorage.set(SIGNED_IN_KEY, next.identity.email)
      if (next.status === 'signed-out') deviceStorage.remove(SIGNED_IN_KEY)
      for (const listener of listeners) listener()
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
