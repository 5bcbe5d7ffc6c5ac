import { useEffect, useState } from 'react'
import type { Taste, TastePreviewInput } from '#api/contract/taste.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { useMe } from '../../data/account/useMe.ts'
import type { useTaste } from '../../data/taste/useTaste.ts'
import { useTastePreview } from '../../data/taste/useTastePreview.ts'
import { useAction } from '../../data/useAction.ts'
import { useUser } from '../../shared/useUser.ts'
import { countChanges, draftOf, type TasteDraft } from './tasteDraft.ts'

/** Pause after the last change before the preview is requested. */
const PREVIEW_PAUSE_MS = 350

/** The changes on the taste page: shown and previewed at once, saved only by `use`, and undone by `undo`. */
export function useTasteEditor(taste: Taste, change: ReturnType<typeof useTaste>['change']) {
  const { interests } = useUser()
  const { changeMe } = useMe()
  const announce = useAnnounce()
  const saved = draftOf(taste, interests)
  const [edited, setEdited] = useState<TasteDraft | null>(null)
  const [previous, setPrevious] = useState<TasteDraft | null>(null)
  const draft = edited ?? saved
  const changes = countChanges(draft, saved)

  const save = async (wanted: TasteDraft) => {
    const { muted_terms, muted_authors } = wanted
    if (countChanges({ ...wanted, adjustments: saved.adjustments }, saved) > 0) {
      await changeMe({ interests: { muted_terms: [...muted_terms], muted_authors: [...muted_authors] } })
    }
    await change({ adjustments: [...wanted.adjustments] })
  }
  const saving = useAction(async () => {
    await save(draft)
    setPrevious(saved)
    setEdited(null)
    announce('Saved. The next list follows this order')
  })
  const undoing = useAction(async () => {
    if (previous) await save(previous)
    setPrevious(null)
    announce('Taken back')
  })

  const settled = useSettled(toInput(draft), PREVIEW_PAUSE_MS)
  const preview = useTastePreview(settled)
  const before = useTastePreview(toInput(saved))

  return {
    draft,
    /** Number of changes that are not saved. */
    changes,
    edit: (next: TasteDraft) => {
      saving.reset()
      setPrevious(null)
      setEdited(countChanges(next, saved) === 0 ? null : next)
    },
    leave: () => {
      saving.reset()
      setEdited(null)
    },
    use: saving,
    undo: undoing,
    canUndo: previous !== null,
    forgetUndo: () => setPrevious(null),
    preview: {
      preview: preview.data,
      before: before.data,
      busy: preview.isLoading || JSON.stringify(settled) !== JSON.stringify(toInput(draft)),
      error: preview.error,
      onRetry: () => void preview.mutate(),
    },
  }
}

const toInput = ({ adjustments, muted_terms, muted_authors }: TasteDraft): TastePreviewInput => ({
  adjustments: [...adjustments],
  muted_terms: [...muted_terms],
  muted_authors: [...muted_authors],
})

/** `value` after it has not changed for `pauseMs`. Compared by content. */
function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  const content = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(content) as Value), pauseMs)
    return () => clearTimeout(timer)
  }, [content, pauseMs])
  return settled
}
