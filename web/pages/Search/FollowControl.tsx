import Box from '@mui/material/Box'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { FollowSearch } from '../../components/search/FollowSearch.tsx'
import { useTopics } from '../../data/account/useTopics.ts'
import { useAction } from '../../data/useAction.ts'

/** Lets the user follow a search, and delete it with the same button. Its place is empty while the saved searches are loaded. */
export function FollowControl({ query }: { query: string }) {
  const { topics, error: loadError, retry, findFollowed, follow, remove } = useTopics()
  const followed = findFollowed(query)
  const { run, busy, error } = useAction(() => (followed ? remove(followed.id) : follow(query)))
  if (!topics && loadError) {
    return <MissingPart what="Whether you follow this search" error={loadError} onRetry={retry} />
  }
  // Keeps its place: the papers below it do not move.
  if (!topics) {
    return (
      <Box sx={{ visibility: 'hidden' }} aria-hidden>
        <FollowSearch followed={false} onChange={() => {}} />
      </Box>
    )
  }
  return (
    <FollowSearch followed={followed !== undefined} busy={busy} error={error?.message} onChange={() => void run()} />
  )
}
