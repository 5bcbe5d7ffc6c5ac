import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { NoteEditor } from '../../components/papers/NoteEditor.tsx'
import { useNote } from '../../data/reading/useNote.ts'
import { useReadingItem } from '../../data/reading/useReadingItem.ts'
import { focusHeading } from '../../shared/focusHeading.ts'
import { useUser } from '../../shared/useUser.ts'

interface PaperNoteProps {
  paperId: string
  /** Id of the paper's reading list item; undefined if the paper is not saved. */
  itemId: string | undefined
  onSaved: (item: Item) => void
}

/** The user's note on the paper of the page. Saving the first text adds the paper to the reading list. */
export function PaperNote({ paperId, itemId, onSaved }: PaperNoteProps) {
  // The id at the time of opening: the first save of the note makes the item and must not reload the editor.
  const [openedItemId] = useState(itemId)
  const { data: item, error, isLoading, mutate } = useReadingItem(openedItemId ?? null)
  return (
    <Box component="section" id="paper-note" aria-label="Note">
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h2" compact />
      ) : isLoading ? (
        <Skeleton animation={false} height={140} />
      ) : (
        <NoteForm paperId={paperId} item={item ?? undefined} onSaved={onSaved} />
      )}
    </Box>
  )
}

function NoteForm({
  paperId,
  item,
  onSaved,
}: {
  paperId: string
  item: Item | undefined
  onSaved: (item: Item) => void
}) {
  const user = useUser()
  const note = useNote({ userId: user.id, paperId, item, onSaved })
  return (
    <NoteEditor
      text={note.text}
      status={note.status}
      savedAt={note.savedAt}
      theirs={note.theirs}
      savesPaper={item === undefined}
      onUndoClear={note.cleared === null ? undefined : note.undoClear}
      onChange={note.type}
      onSaveNow={note.saveNow}
      onLeave={focusHeading}
      onResolve={note.resolve}
    />
  )
}
