import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { SearchResponse } from '#api/contract/search.ts'

interface SearchNoticesProps {
  answer: Pick<SearchResponse, 'indexed_through' | 'partial' | 'meaning_pending'>
  busy: boolean
  onRepeat: () => void
}

/** Whether papers may be missing in an answer: what it has not may be there. */
export const isCutShort = ({ indexed_through, partial }: SearchNoticesProps['answer']): boolean =>
  partial === true || indexed_through === null

/** What an answer lacks so far, with a button that asks again: the papers do not move by themselves. */
export function SearchNotices({ answer, busy, onRepeat }: SearchNoticesProps) {
  if (!isCutShort(answer) && !answer.meaning_pending) return null
  const [text, label] = !isCutShort(answer)
    ? ['Ordered by words so far.', 'Order by meaning']
    : answer.indexed_through === null
      ? ['Not all was searched: the search index is being built.', 'Try again']
      : ['Not all was searched: it took too long.', 'Try again']
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" loading={busy} onClick={onRepeat}>
          {label}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
