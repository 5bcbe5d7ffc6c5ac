import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'
import { localDrafts } from './noteDrafts.ts'
import { createNoteSaver } from './noteSaver.ts'

interface Options {
  userId: string
  paperId: string
  /** The paper on the reader's list, when it is there. */
  item: Item | undefined
  /** Told after each confirmed save, with the item as it is now. */
  onSaved: (item: Item) => void
}

/** A note that saves itself. Give the component that calls it the paper's id as `key`: one note, one hook. */
export function useNote({ userId, paperId, item, onSaved }: Options) {
  const client = useClient()
  const [saver] = useState(() =>
    createNoteSaver({
      item,
      drafts: localDrafts(userId, paperId),
      calls: {
        create: (notes) => unwrap(client.users.me['reading-list'].post({ paper_id: paperId, notes })),
        change: ({ id, version }, notes) => unwrap(client.users.me['reading-list']({ id }).put({ version, notes })),
      },
    }),
  )
  const tell = useEffectEvent(onSaved)
  const state = useSyncExternalStore(saver.subscribe, saver.state)

  useEffect(() => saver.adopt(item), [saver, item])
  useEffect(() => {
    saver.open((saved) => tell(saved))
    const save = () => void saver.saveNow()
    const saveWhenHidden = () => document.hidden && save()
    const warn = (event: BeforeUnloadEvent) => saver.isDirty() && event.preventDefault()
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', save)
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', save)
      window.removeEventListener('beforeunload', warn)
      saver.close()
    }
  }, [saver])

  return {
    ...state,
    type: saver.type,
    saveNow: () => void saver.saveNow(),
    resolve: saver.resolve,
    undoClear: saver.undoClear,
  }
}
