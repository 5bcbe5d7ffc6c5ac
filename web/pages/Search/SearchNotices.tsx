import Button from '@mui/material/Button'
import type { SearchResponse } from '#api/contract/search.ts'
import { Notice } from '../../components/atoms/Notice.tsx'

interface SearchNoticesProps {
  answer: Pick<SearchResponse, 'indexed_through' | 'partial' | 'meaning_pending'>
  /** Whether the search is repeated now. */
  busy: boolean
  onRepeat: () => void
}

/** What an answer lacks so far, with a button that asks again: the papers do not move by themselves. */
export function SearchNotices({ answer, busy, onRepeat }: SearchNoticesProps) {
  const missing =
    answer.indexed_through === null
      ? 'The search index is being built, so papers may be missing.'
      : answer.partial && 'The search took too long, so papers may be missing, and the order may be another one.'
  const again = (label: string) => (
    <Button color="inherit" size="small" loading={busy} onClick={onRepeat}>
      {label}
    </Button>
  )
  if (missing)
    return (
      <Notice severity="info" action={again('Try again')}>
        Not all was searched. {missing}
      </Notice>
    )
  if (!answer.meaning_pending) return null
  return (
    <Notice severity="info" action={again('Show the order by meaning')}>
      Ordered by words so far.
    </Notice>
  )
}
