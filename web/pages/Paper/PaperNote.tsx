import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Item } from '#api/contract/readingList.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { NoteEditor } from '../../components/papers/NoteEditor.tsx'
import { useSendOrKeep } from '../../data/offline/useSendOrKeep.ts'
import { useNote } from '../../data/reading/useNote.ts'
import { TagsField } from '../../components/papers/TagsField.tsx'
import { useNoteItem } from '../../data/reading/useNoteItem.ts'
import { useReadingActions, useReadingItem } from '../../data/reading/useReadingItem.ts'
import { useTags } from '../../data/reading/useTags.ts'
import { useAction } from '../../data/useAction.ts'
import { focusHeading } from '../../shared/focusHeading.ts'
import { useUser } from '../../shared/useUser.ts'
import { plainTitle } from '../../shared/plainTitle.ts'

interface PaperNoteProps {
  paperId: string
  /** Id of the paper's reading list item; undefined if the paper is not saved. */
  itemId: string | undefined
  onSaved: (item: Item) => void
}

/** The user's note and tags on the paper of the page. Saving the first text adds the paper to the reading list. */
export function PaperNote({ paperId, itemId, onSaved }: PaperNoteProps) {
  const { readId, wasNew, onSaved: onNoteSaved } = useNoteItem(itemId, onSaved)
  const { data: item, error, isLoading, mutate } = useReadingItem(readId)
  const { changeTags } = useReadingActions()
  const { sendOrKeep, withUnsentItem } = useSendOrKeep()
  const shown = item ? withUnsentItem(item).item : undefined
  const { tags, error: tagsError, retry: retryTags } = useTags()
  const tagging = useAction(async (next: string[]) => {
    if (!item) return
    const { id, version, paper } = item
    const from = shown?.tags ?? item.tags
    const change = { what: 'tags', tags: { from, to: next, version } } as const
    await sendOrKeep({ paperId, title: plainTitle(paper), itemId: id, ...change }, () =>
      mutate(changeTags(item, next), { optimisticData: { ...item, tags: next }, revalidate: false }),
    )
  })
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
          <NoteForm paperId={paperId} item={item ?? undefined} onSaved={onNoteSaved} />
          {shown && (
            <Box sx={{ mt: 2 }}>
              <TagsField value={shown.tags} known={tags} onChange={(next) => void tagging.run(next)} />
              {tagsError && <MissingPart what="Your other tags" error={tagsError} onRetry={retryTags} />}
              {tagging.error && (
                <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
                  Could not change the tags. {tagging.error.message}
                </Typography>
              )}
            </Box>
          )}
        </>
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
