import useSWR, { useSWRConfig } from 'swr'
import type { User, UserChanges } from '#api/contract/users.ts'
import { useSession } from '../../auth/useSession.ts'
import { useClient } from '../api.ts'
import { meRead } from '../reads.ts'
import { ApiError, unwrap } from '../../shared/client.ts'

/** The signed-in user's account; created if it does not exist yet. Nothing is requested if no user is signed in. */
export function useMe() {
  const client = useClient()
  const { session, state } = useSession()

  const load = async (): Promise<User> => {
    try {
      return await unwrap(client.auth.me.get())
    } catch (error) {
      const id_token = error instanceof ApiError && error.code === 'not-found' ? await session.token() : undefined
      if (id_token === undefined) throw error
      return unwrap(client.auth.firebase.post({ id_token }))
    }
  }

  const signedIn = state.status === 'signed-in' ? state : null
  const { data, error, mutate } = useSWR<User, ApiError>(signedIn && meRead.key, load, { fallbackData: signedIn?.user })

  return {
    user: data,
    error,
    retry: () => void mutate(),
    /** Loads the account again, for changes of another window. */
    reload: () => mutate(),
    ...useMeChanges(),
  }
}

/** How the signed-in user's account is changed, without a request for it. */
export function useMeChanges() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  return {
    /** Shows what `changeMe` is about to save. */
    showMe: (user: User) => mutate<User>(meRead.key, user, { revalidate: false }),
    /** Saves the given fields and updates the cached account, and the lists on screen if they obey them. Throws ApiError. */
    changeMe: async (changes: UserChanges): Promise<User> => {
      const user = await unwrap(client.users.me.put(changes))
      await mutate<User>(meRead.key, user, { revalidate: false })
      if (changes.interests) void mutate((key) => Array.isArray(key) && key[0] === 'dashboard')
      return user
    },
  }
}
