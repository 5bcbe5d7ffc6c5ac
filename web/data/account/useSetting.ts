import { useRef, useState } from 'react'
import { ApiError } from '../../shared/client.ts'
import { useAction } from '../useAction.ts'

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed'

interface Saving {
  status: SaveStatus
  error: string | undefined
  onRetry: (() => void) | undefined
}

/**
 * One setting as the reader wants it. It shows the new value at once and saves it; a value set while a save is open is
 * saved after it. When the save of the newest value fails, the value stays and can be saved again.
 */
export function useSetting<Value>(saved: Value, save: (value: Value) => Promise<unknown>) {
  const [wanted, setWanted] = useState<{ value: Value } | null>(null)
  const newest = useRef<{ value: Value } | null>(null)

  const { run, busy, done, error } = useAction(async () => {
    let sent = null
    while (newest.current && newest.current !== sent) {
      sent = newest.current
      try {
        await save(sent.value)
      } catch (cause) {
        // A newer value replaces the one that failed: the result of its own save counts.
        if (sent === newest.current || !(cause instanceof ApiError)) throw cause
      }
    }
    setWanted(null)
  })

  const change = (value: Value) => {
    newest.current = { value }
    setWanted(newest.current)
    void run()
  }

  return {
    value: wanted ? wanted.value : saved,
    change,
    /** Sentences about parts of the value, of the last failed save. */
    fields: error?.fields ?? {},
    saving: {
      status: busy ? 'saving' : done ? 'saved' : error ? 'failed' : 'idle',
      error: error?.message,
      onRetry: error && (() => void run()),
    } satisfies Saving as Saving,
  }
}
