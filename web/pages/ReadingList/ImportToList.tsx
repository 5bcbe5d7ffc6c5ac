import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListImport } from '#api/contract/listImport.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { ImportDialog } from '../../components/dialogs/ImportDialog.tsx'
import { useMe } from '../../data/account/useMe.ts'
import { useListImport } from '../../data/reading/useListImport.ts'
import { useAction } from '../../data/useAction.ts'
import { useUser } from '../../shared/useUser.ts'

interface ImportToListProps {
  /** The import to show, "new" for the form, null for a closed dialog. */
  importId: string | null
  onShow: (importId: string | null) => void
  /** Papers were added to the list. */
  onAdded: () => void
}

/** The dialog that imports papers into the reading list. */
export function ImportToList({ importId, onShow, onAdded }: ImportToListProps) {
  const id = importId === 'new' ? null : importId
  const { listImport, error, send, refreshOthers } = useListImport(id)
  const { category_ids } = useUser()
  const { changeMe } = useMe()
  const announce = useAnnounce()
  /** False after the dialog was closed, or the page left: a result that comes later does not open it again. */
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = importId !== null
    return () => {
      isOpen.current = false
    }
  }, [importId])
  const showAdded = () => {
    onAdded()
    void refreshOthers()
  }
  /** The parts of a file that were imported so far. */
  const [parts, setParts] = useState<{ text: string; state: ListImport } | null>(null)
  const sending = useAction(async (text: string) => {
    const from = parts?.text === text ? parts.state : undefined
    let isBegun = false
    const onPart = (state: ListImport) => {
      isBegun = true
      setParts({ text, state })
    }
    let started: string
    try {
      started = await send(text, { from, onPart })
    } catch (error) {
      if (isBegun) showAdded()
      throw error
    }
    setParts(null)
    if (isOpen.current) return onShow(started)
    announce('The papers were imported')
    showAdded()
  })
  const follow = useAction(async (ids: string[]) => changeMe({ category_ids: [...category_ids, ...ids] }))
  const added = listImport === undefined || listImport.added === 0 ? null : `${listImport.id} ${listImport.added}`
  const onShown = useEffectEvent(showAdded)
  useEffect(() => {
    if (added !== null) onShown()
  }, [added])
  const failure = sending.error ?? follow.error ?? error
  return (
    <ImportDialog
      open={importId !== null}
      result={id === null ? undefined : (listImport ?? null)}
      sending={sending.busy}
      parts={parts && { text: parts.text, read: parts.state.read, added: parts.state.added }}
      error={failure?.message}
      followed={category_ids}
      following={follow.busy}
      onFollow={(ids) => void follow.run(ids)}
      onSend={(text) => void sending.run(text)}
      onAgain={() => onShow('new')}
      onClose={() => {
        sending.reset()
        follow.reset()
        onShow(null)
      }}
    />
  )
}
