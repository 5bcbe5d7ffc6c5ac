import type { TokenSource } from '../shared/client.ts'
import type { Session } from './session.ts'
import { ownerOf } from './sessionState.ts'

/**
 * The tokens of the user with this address alone. There are none when another user is signed in, so that what one user's
 * page still has to send is never sent for another. `undefined` is the source of pages without a user.
 */
export function tokensOf(session: Session, email: string | undefined): TokenSource {
  const isTheirs = () => {
    const state = session.state()
    return (state.status === 'signed-in' ? state.identity.email : undefined) === email
  }
  return {
    token: async (options) => {
      const token = isTheirs() ? await session.token(options) : undefined
      return isTheirs() ? token : undefined
    },
    onRefused: (code, isChange) => {
      // Also when their session has ended meanwhile.
      if (ownerOf(session.state()) === email) session.onRefused(code, isChange)
    },
  }
}
