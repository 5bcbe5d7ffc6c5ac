import { createContext, use } from 'react'
import type { User } from '#api/contract/users.ts'

export const UserContext = createContext<User | null>(null)

/** Returns the signed-in user. Throws outside `RequireUser`. */
export function useUser(): User {
  const user = use(UserContext)
  if (!user) throw new Error('useUser needs RequireUser above it')
  return user
}
