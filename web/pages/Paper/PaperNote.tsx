import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Item } from '#api/contract/readingList.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { CitedSince } from '../../components/papers/CitedSince.tsx'
import { NoteEditor } from '../../components/papers/NoteEditor.tsx'
import { useChanges } from '../../data/offline/useChanges.ts'
import { useCiting } from '../../data/reading/useCiting.ts'
import { useNote, useNoteItem } from '../../data/reading/useNote.ts'
import { TagsField } from '../../components/papers/TagsField.tsx'
import { useReadingItem } from '../../data/reading/useReadingItem.ts'
import type { useTags } from '../../data/reading/useTags.ts'
import { focusHeading } from '../../shared/focusHeading.ts'
import { useUser } from '../../shared/useUser.ts'

interface PaperNoteProps {
  paperId: string
  /** Id of the paper's reading list item; undefined if the paper is not saved. */
  itemId: string | undefined
  /** The tags on the reading list. */
  tags: ReturnType<typeof useTags>
}

/** The user's note and tags on the paper of the page. Saving the first text adds the paper to the reading list. */
export function PaperNote({ paperId, itemId, tags: { tags, error: tagsError, retry: retryTags } }: PaperNoteProps) {
  const { readId, wasNew } = useNoteItem(itemId)
  const { data: item, error, isLoading, mutate } = useReadingItem(readId)
  const { setTags, failureOf, withUnsentItem } = useChanges()
  const shown = item ? withUnsentItem(item).item : undefined
  const failure = failureOf(paperId)
  return (
    <Box
      component="section"
      id="paper-note"
      aria-label="Note"
      // The editor's own colour is that of the page, where this one is.
      sx={{ '& .MuiOutlinedInput-root': { bgcolor: 'background.paper' } }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h2" compact />
      ) : isLoading && !wasNew ? (
        <Skeleton animation={false} height={140} />
      ) : (
        <>
          {item?.cited_since && <CitedLine itemId={item.id} cited={item.cited_since} />}
          <NoteForm paperId={paperId} item={item ?? undefined} />
          {shown && (
            <Box sx={{ mt: 2 }}>
              <TagsField value={shown.tags} known={tags} onChange={(next) => void setTags(shown, next)} />
              {tagsError && <MissingPart what="Your other tags" error={tagsError} onRetry={retryTags} />}
              {failure && (
                <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
                  Could not change the tags. {failure.message}
                </Typography>
              )}
            </Box>
          )}
        </>
      )}
    </Box>
  )
}

function CitedLine({ itemId, cited }: { itemId: string; cited: NonNullable<Item['cited_since']> }) {
  const citing = useCiting(itemId)
  return (
    <Box sx={{ mb: 2 }}>
      <CitedSince cited={cited} {...citing} />
    </Box>
  )
}

function NoteForm({ paperId, item }: { paperId: string; item: Item | undefined }) {
  const user = useUser()
  const note = useNote({ userId: user.id, paperId, item, foundBy: 'page' })
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
