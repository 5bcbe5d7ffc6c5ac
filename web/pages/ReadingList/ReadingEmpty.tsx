import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import type { ReadingState, Tab } from './readingState.ts'

interface ReadingEmptyProps {
  state: ReadingState
  counts: ReadingCounts | undefined
  onClear: () => void
}

const emptyTabs: Record<Tab, { title: string; text: string }> = {
  to_read: { title: 'Nothing to read', text: 'Enjoy, or look at today’s papers.' },
  reading: { title: 'Nothing is being read', text: 'Papers you move to Reading are listed here.' },
  done: { title: 'Nothing is done yet', text: 'Papers you move to Done are listed here, with their notes.' },
  all: {
    title: 'Papers you save land here',
    text: 'Save a paper to keep it here with your note, or import papers from a file.',
  },
}

/** Explains why no paper is shown and offers the next step. */
export function ReadingEmpty({ state, counts, onClear }: ReadingEmptyProps) {
  if (state.q.trim() !== '' || state.withNote || state.tag !== null) {
    return (
      <EmptyState
        title="No saved paper matches"
        text={[
          state.q.trim() !== '' && `Words: “${state.q.trim()}”.`,
          state.withNote && 'Only papers with a note.',
          state.tag !== null && `Only papers with the tag “${state.tag}”.`,
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          <Button variant="outlined" onClick={onClear}>
            Show the whole tab
          </Button>
        }
      />
    )
  }
  const isNew = counts !== undefined && counts.to_read + counts.reading + counts.done === 0
  const { title, text } = emptyTabs[isNew ? 'all' : state.tab]
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button variant="outlined" component={Link} to="/dashboard">
          Today’s papers
        </Button>
      }
    />
  )
}
