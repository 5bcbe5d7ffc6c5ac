import { useEffect, useState } from 'react'
import type { Taste, TastePreviewInput } from '#api/contract/taste.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { useMe } from '../../data/account/useMe.ts'
import { useTastePreview, type useTaste } from '../../data/taste/useTaste.ts'
import { useAction } from '../../data/useAction.ts'
import { useKeptInput } from '../../shared/keptInput.ts'
import { useUser } from '../../shared/useUser.ts'
import { applyChanges, countChanges, draftOf, type TasteDraft } from './tasteDraft.ts'

/** Pause after the last change before the preview is requested. */
const PREVIEW_PAUSE_MS = 350

/** The changes on the taste page: shown and previewed at once, saved only by `use`, and undone by `undo`. */
export function useTasteEditor(
  taste: Taste,
  { reload, change }: Pick<ReturnType<typeof useTaste>, 'reload' | 'change'>,
) {
  const { interests } = useUser()
  const { changeMe, reload: reloadMe } = useMe()
  const announce = useAnnounce()
  const saved = draftOf(taste, interests)
  const [edited, setEdited] = useKeptInput<Change | null>('taste', null)
  const [used, setUsed] = useState<Change | null>(null)
  // Another window may save changes meanwhile: these are on top of them.
  const draft = edited ? applyChanges(saved, edited) : saved
  const changes = countChanges(draft, saved)

  /** Saves what was changed, and nothing else, also if another window has saved since. What fails can be repeated. */
  const save = async (made: Change): Promise<void> => {
    const [newest, account] = [await reload(), await reloadMe()]
    const before = draftOf(newest ?? taste, account?.interests ?? interests)
    const after = applyChanges(before, made)
    const { adjustments, muted_terms, muted_authors } = after
    await change({ adjustments: [...adjustments] })
    if (countChanges({ ...after, adjustments: before.adjustments }, before) === 0) return
    await changeMe({ interests: { muted_terms: [...muted_terms], muted_authors: [...muted_authors] } })
    // How many papers each mute hides.
    await reload()
  }
  const saving = useAction(async () => {
    if (!edited) return
    await save(edited)
    setUsed(edited)
    setEdited(null)
    announce('Saved. Mutes hold at once, the order from the next list on')
  })
  const undoing = useAction(async () => {
    if (used) await save({ before: used.after, after: used.before })
    setUsed(null)
    announce('Taken back')
  })

  const settled = useSettled(toInput(draft), PREVIEW_PAUSE_MS)
  const preview = useTastePreview(settled)

  return {
    draft,
    /** Number of changes that are not saved. */
    changes,
    edit: (next: TasteDraft) => {
      saving.reset()
      setUsed(null)
      setEdited(countChanges(next, saved) === 0 ? null : { before: saved, after: next })
    },
    leave: () => {
      saving.reset()
      setEdited(null)
    },
    use: saving,
    undo: undoing,
    canUndo: used !== null,
    forgetUndo: () => setUsed(null),
    preview: {
      preview: preview.data,
      busy: preview.isLoading || JSON.stringify(settled) !== JSON.stringify(toInput(draft)),
      error: preview.error,
      onRetry: () => void preview.mutate(),
    },
  }
}

/** What the user changed, as the drafts before and after it. */
interface Change {
  before: TasteDraft
  after: TasteDraft
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
