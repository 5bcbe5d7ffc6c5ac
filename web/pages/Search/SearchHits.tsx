import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { SearchHit } from '#api/contract/search.ts'
import { useUser } from '../../shared/useUser.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { MarkedText } from '../../components/papers/MarkedText.tsx'
import { PaperCard } from '../../components/papers/PaperCard.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { useAction } from '../../data/useAction.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'

interface SearchHitsProps {
  hits: readonly SearchHit[]
  /** The hits belong to the previous search. */
  stale: boolean
  onSaved: (paperId: string, itemId: string | undefined) => void
  /** Called when a hit is opened. */
  onOpen: () => void
}

const hasAllWords = ({ some_words, by_meaning }: SearchHit) => !some_words && !by_meaning

/** The papers found, with the matching words marked. */
export function SearchHits({ hits, stale, onSaved, onOpen }: SearchHitsProps) {
  const { preferences } = useUser()
  const { restore } = useReadingActions()
  const related = useRelatedPapers()
  const [removed, setRemoved] = useState<{ paperId: string; itemId: string } | null>(null)
  const undo = useAction(async ({ paperId, itemId }: { paperId: string; itemId: string }) => {
    onSaved(paperId, (await restore(itemId)).id)
    setRemoved((latest) => (latest?.itemId === itemId ? null : latest))
  })
  const runUndo = () => removed && void undo.run(removed)
  useShortcuts({ u: runUndo }, preferences.shortcuts)

  const [allWords, others] = [hits.filter(hasAllWords), hits.filter((hit) => !hasAllWords(hit))]
  const toSheet = (shown: readonly SearchHit[]) => (
    <Sheet aria-busy={stale} sx={stale ? { opacity: 0.55 } : {}}>
      {shown.map((hit) => (
        <Hit
          key={hit.paper.id}
          hit={hit}
          onOpen={onOpen}
          onSimilar={() => related.showSimilar(hit.paper)}
          onCite={() => related.showCitation(hit.paper)}
          onSaved={(itemId) => {
            onSaved(hit.paper.id, itemId)
            if (itemId !== undefined || hit.saved_item_id === undefined) return
            undo.reset()
            setRemoved({ paperId: hit.paper.id, itemId: hit.saved_item_id })
          }}
        />
      ))}
    </Sheet>
  )

  return (
    <>
      {allWords.length > 0 && toSheet(allWords)}
      {allWords.length > 0 && others.length > 0 && (
        <Typography component="h2" variant="subtitle2" sx={{ mt: 3, mb: 1, color: 'text.secondary' }}>
          {others.some(({ by_meaning }) => by_meaning)
            ? 'Papers with some of the words, or near in meaning'
            : 'Papers with some of the words'}
        </Typography>
      )}
      {others.length > 0 && toSheet(others)}
      {related.dialogs}
      <UndoSnackbar
        message={removed && (undo.error ? 'Could not restore it' : 'Removed from your list')}
        actionLabel={undo.error ? 'Retry' : 'Undo'}
        onUndo={runUndo}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}

interface HitProps {
  hit: SearchHit
  onOpen: () => void
  onSimilar: () => void
  onCite: () => void
  /** Called with the new item, or with undefined after the removal. */
  onSaved: (itemId: string | undefined) => void
}

function Hit({ hit: { paper, highlights, saved_item_id, by_meaning }, onOpen, onSimilar, onCite, onSaved }: HitProps) {
  const { preferences, interests } = useUser()
  const { save, remove } = useReadingActions()
  const { click } = usePaperActions()
  const change = useAction(async () => {
    if (saved_item_id === undefined) return onSaved((await save(paper.id)).id)
    await remove(saved_item_id)
    onSaved(undefined)
  })
  return (
    <PaperCard
      paper={paper}
      density={preferences.reading.density}
      abstractLines={preferences.reading.abstract_lines}
      opens={preferences.reading.open}
      followedAuthors={interests.authors}
      state={{ saved: saved_item_id !== undefined }}
      {...(by_meaning && { date: 'by meaning' })}
      saveStatus={change.busy ? 'pending' : change.error ? 'failed' : 'idle'}
      title={<MarkedText text={paper.title} segments={paper.title_segments} ranges={highlights.title} />}
      abstract={<MarkedText text={paper.abstract} segments={paper.abstract_segments} ranges={highlights.abstract} />}
      actions={{
        onSavedChange: () => void change.run(),
        onSimilar,
        onCite,
        onOpen: () => {
          onOpen()
          void click(paper.id)
        },
      }}
    />
  )
}
