import { FollowSearch } from '../../components/search/FollowSearch.tsx'
import { useTopics } from '../../data/account/useTopics.ts'
import { useAction } from '../../data/useAction.ts'

/** Lets the user follow a search, and delete it with the same button. Nothing is shown until the saved searches are known. */
export function FollowControl({ query }: { query: string }) {
  const { topics, findFollowed, follow, remove } = useTopics()
  const followed = findFollowed(query)
  const { run, busy, error } = useAction(() => (followed ? remove(followed.id) : follow(query)))
  if (!topics) return null
  return (
    <FollowSearch followed={followed !== undefined} busy={busy} error={error?.message} onChange={() => void run()} />
  )
}
