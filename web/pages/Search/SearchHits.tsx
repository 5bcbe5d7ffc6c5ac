import { useState } from 'react'
import type { SearchHit } from '#api/contract/search.ts'
import { useUser } from '../../shared/useUser.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { MarkedText } from '../../components/papers/MarkedText.tsx'
import { PaperCard } from '../../components/papers/PaperCard.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { ApiError } from '../../shared/client.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'

interface SearchHitsProps {
  hits: readonly SearchHit[]
  /** The hits belong to the search before. */
  stale: boolean
  onSaved: (paperId: string, itemId: string | undefined) => void
  /** A hit was opened: the search was worth keeping. */
  onOpen: () => void
}

/** The papers found, each with the words that found it. */
export function SearchHits({ hits, stale, onSaved, onOpen }: SearchHitsProps) {
  const { preferences, interests } = useUser()
  const { save, remove, restore } = useReadingActions()
  const { click } = usePaperActions()
  const [status, setStatus] = useState<Readonly<Record<string, 'pending' | 'failed'>>>({})
  const [removed, setRemoved] = useState<{ paperId: string; itemId: string } | null>(null)

  const run = async (paperId: string, act: () => Promise<string | undefined>) => {
    setStatus((all) => ({ ...all, [paperId]: 'pending' }))
    try {
      onSaved(paperId, await act())
      setStatus(({ [paperId]: _done, ...others }) => others)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The button says so and offers the same again.
      setStatus((all) => ({ ...all, [paperId]: 'failed' }))
    }
  }
  const change = (paperId: string, itemId: string | undefined) =>
    run(paperId, async () => {
      if (itemId === undefined) return (await save(paperId)).id
      await remove(itemId)
      setRemoved({ paperId, itemId })
      return undefined
    })
  const undo = () => {
    if (!removed) return
    setRemoved(null)
    void run(removed.paperId, async () => (await restore(removed.itemId)).id)
  }
  useShortcuts({ u: undo }, preferences.shortcuts)

  return (
    <>
      <Sheet aria-busy={stale} sx={stale ? { opacity: 0.55 } : {}}>
        {hits.map(({ paper, highlights, saved_item_id }) => (
          <PaperCard
            key={paper.id}
            paper={paper}
            density={preferences.reading.density}
            abstractLines={preferences.reading.abstract_lines}
            opens={preferences.reading.open}
            followedAuthors={interests.authors}
            state={{ saved: saved_item_id !== undefined }}
            saveStatus={status[paper.id] ?? 'idle'}
            title={<MarkedText text={paper.title} segments={paper.title_segments} ranges={highlights.title} />}
            abstract={
              <MarkedText text={paper.abstract} segments={paper.abstract_segments} ranges={highlights.abstract} />
            }
            actions={{
              onSavedChange: () => void change(paper.id, saved_item_id),
              onOpen: () => {
                onOpen()
                void click(paper.id)
              },
            }}
          />
        ))}
      </Sheet>
      <UndoSnackbar message={removed && 'Removed from your list'} onUndo={undo} onClose={() => setRemoved(null)} />
    </>
  )
}
