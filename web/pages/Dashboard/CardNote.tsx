import Box from '@mui/material/Box'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useUser } from '../../shared/useUser.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { focusNote, leaveNote } from '../../components/papers/focusNote.ts'
import { NoteEditor } from '../../components/papers/NoteEditor.tsx'
import { useNote, useNoteItem } from '../../data/reading/useNote.ts'
import { useReadingItem } from '../../data/reading/useReadingItem.ts'

export interface CardNoteProps {
  paperId: string
  /** Id of the paper's reading list item; undefined if the paper is not saved. */
  itemId: string | undefined
  /** What was typed while this editor was being loaded. */
  typed: string
  /** False if the reader has left what was there while it was being loaded. */
  takesFocus: boolean
}

/** The note on a card. Saving the first text adds the paper to the reading list. */
export function CardNote({ paperId, itemId, typed, takesFocus }: CardNoteProps) {
  const { readId, wasNew } = useNoteItem(itemId)
  const { data: item, error, mutate } = useReadingItem(readId)
  const user = useUser()
  const note = useNote({ userId: user.id, paperId, item: item ?? undefined, foundBy: 'day' })
  const container = useRef<HTMLDivElement>(null)
  const takeOver = useEffectEvent(() => {
    if (typed !== '') note.type(note.text + typed)
    if (takesFocus) focusNote(container.current)
  })
  // Before the next key event: the user may type at once, also while the saved note is still loading.
  useLayoutEffect(() => takeOver(), [])
  return (
    <Box ref={container} sx={{ mt: 1.5, mb: 1, maxWidth: 620 }}>
      {error && <ErrorState error={error} onRetry={() => void mutate()} compact />}
      <NoteEditor
        text={note.text}
        status={note.status}
        savedAt={note.savedAt}
        theirs={note.theirs}
        savesPaper={wasNew}
        onUndoClear={note.cleared === null ? undefined : note.undoClear}
        onChange={note.type}
        onSaveNow={note.saveNow}
        onLeave={() => leaveNote(container.current)}
        onResolve={note.resolve}
      />
    </Box>
  )
}
