import { FollowSearch } from '../../components/search/FollowSearch.tsx'
import { useTopics } from '../../data/account/useTopics.ts'
import { useAction } from '../../data/useAction.ts'

/** Lets the user follow a search. Nothing is shown until the saved searches are known. */
export function FollowControl({ query }: { query: string }) {
  const { topics, isFollowed, follow, unfollow } = useTopics()
  const { run, busy, error } = useAction((wanted: boolean) => (wanted ? follow(query) : unfollow(query)))
  if (!topics) return null
  return (
    <FollowSearch
      followed={isFollowed(query)}
      busy={busy}
      error={error?.message}
      onChange={(wanted) => void run(wanted)}
    />
  )
}
