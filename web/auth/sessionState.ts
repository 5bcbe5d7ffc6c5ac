import type { User } from '#api/contract/users.ts'
import { isSameEmail, type Identity, type SignInError } from './identity.ts'
import type { OtherTabs, SignOutReason } from './otherTabs.ts'

interface SignedOut {
  status: 'signed-out'
  reason?: SignOutReason
  problem?: SignInError
  /** Address of the user whose page this is: their session ended, but not by a logout here. */
  owner?: string
  /** Another user, who has signed in in another tab. This tab is not theirs unless they say so. */
  other?: Identity
}

export type SessionState =
  | { status: 'loading' }
  /** The identity provider could not be loaded or reached. The session retries every 3 s. */
  | { status: 'failed'; error: Error }
  | SignedOut
  /** `user` is set right after a token exchange, which returns the account. */
  | { status: 'signed-in'; identity: Identity; user?: User }

/** Address of the user whose page this is; undefined if it is nobody's, or not known. */
export function ownerOf(state: SessionState): string | undefined {
  if (state.status === 'signed-in') return state.identity.email
  return state.status === 'signed-out' ? state.owner : undefined
}

/** The state after the session of `owner` ended. After a logout, and without an account, there is no page to return to. */
export function endedState(reason: SignOutReason, owner: string | undefined): SignedOut {
  const isLeft = reason === 'logout' || reason === 'erased'
  return { status: 'signed-out', reason, ...(!isLeft && owner !== undefined && { owner }) }
}

/**
 * The state after the provider reported who is signed in, which another tab can have changed. Another user does not get
 * the page: they may say that they continue here.
 */
export function stateWith(identity: Identity | null, state: SessionState, tabs: OtherTabs): SessionState {
  const owner = ownerOf(state)
  if (identity && (owner === undefined || isSameEmail(owner, identity.email)))
    return state.status === 'signed-in' ? state : { status: 'signed-in', identity }
  if (state.status === 'signed-out') {
    const { other, ...rest } = state
    return other?.email === identity?.email ? state : { ...rest, ...(identity && { other: identity }) }
  }
  if (owner === undefined) return { status: 'signed-out' }
  if (identity) return { ...endedState('elsewhere', owner), other: identity }
  // Without news of another tab, the provider has ended the session.
  return endedState(tabs.reasonOf(owner) ?? 'expired', owner)
}
