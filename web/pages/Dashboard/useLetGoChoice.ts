import { useState } from 'react'
import type { Review } from '#api/contract/review.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { useLetGo } from '../../data/reading/useReview.ts'
import { useAction } from '../../data/useAction.ts'
import { formatPlural } from '../../shared/format.ts'

/** The answer to the question of the review: the papers that were removed, and how to restore them. */
export function useLetGoChoice(papers: Review['let_go']) {
  const calls = useLetGo()
  const announce = useAnnounce()
  /** Ids of the removed items; null before, and after they were restored. */
  const [removedIds, setRemovedIds] = useState<readonly string[] | null>(null)
  const [isRecent, setIsRecent] = useState(false)
  const { run, busy, error } = useAction((act: () => Promise<void>) => act())

  return {
    removed: removedIds && removedIds.length,
    isRecent,
    busy,
    error,
    letGo: () =>
      void run(async () => {
        const items = await calls.letGo(papers.map(({ paper }) => paper.id))
        setRemovedIds(items.map(({ id }) => id))
        setIsRecent(items.length > 0)
        announce(`${formatPlural(items.length, 'paper')} removed`)
      }),
    undo: () =>
      void run(async () => {
        if (removedIds && removedIds.length > 0) await calls.undo(removedIds)
        setRemovedIds(null)
        setIsRecent(false)
        announce('Restored')
      }),
    dismiss: () => setIsRecent(false),
  }
}
