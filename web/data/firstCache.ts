import { unstable_serialize, type State } from 'swr'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { User } from '#api/contract/users.ts'
import type { FirstAnswer } from '../auth/firstRequests.ts'
import type { LoadedDashboard } from './papers/useDashboard.ts'

/**
 * SWR cache with those answers, by path, that came before the page is rendered: the account and the newest day, so that
 * the first render is that of the papers.
 */
export function createFirstCache(answers: ReadonlyMap<string, FirstAnswer>): Map<string, State> {
  const me = answers.get('/api/auth/me')
  const day = answers.get('/api/users/me/dashboard')
  const cache = new Map<string, State>()
  if (me) cache.set(unstable_serialize(['me']), { data: me.data as User })
  if (day) {
    const dashboard: LoadedDashboard = { ...(day.data as Dashboard), loadedAt: day.at }
    cache.set(unstable_serialize(['dashboard', undefined]), { data: dashboard })
  }
  return cache
}
