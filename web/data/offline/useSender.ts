import { useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import { tellTabs } from './tabNews.ts'
import { showConfirmed, showSummary, type Confirmed } from './showConfirmed.ts'
import type { Sender } from './sendChanges.ts'
import { fieldOf, unsentChanges } from './unsentChanges.ts'

/** Number of papers that the dashboard shows to read next. */
const NEXT_TO_READ = 3

/**
 * For whom this page sends changes: what the server confirms is shown here and in the other tabs. After a change of the
 * reading list, its counts and the papers to read next are loaded, after one of tags the known tags.
 */
export function useSender(userId: string): Sender {
  const client = useClient()
  const { cache, mutate } = useSWRConfig()
  return useMemo(() => {
    const loadSummary = async () => {
      const query = { status: 'to_read', sort: 'oldest', limit: NEXT_TO_READ } as const
      const { counts, items } = await unwrap(client.users.me['reading-list'].get({ query }))
      showSummary({ cache, mutate }, { counts, items })
      tellTabs({ userId, summary: { counts, items } })
    }
    const show = (confirmed: Confirmed) => {
      showConfirmed({ cache, mutate }, confirmed, true)
      tellTabs({ userId, confirmed })
      if (confirmed.what === 'tags') void mutate(['reading-list', 'tags'])
      // The last one of several loads it.
      else if (isOfList(confirmed) && unsentChanges(userId).filter(isOfList).length <= 1)
        void loadSummary().catch(() => undefined)
    }
    return { client, userId, show }
  }, [client, cache, mutate, userId])
}

const isOfList = ({ what }: Pick<Confirmed, 'what'>) =>
  what !== undefined && (fieldOf({ what }) === 'saved' || what === 'move')
