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
 * One user setting with optimistic updates. `change` shows the new value at once and saves it; a value set during a
 * save is saved after it. If the save of the newest value fails, the value stays visible and can be retried.
 */
export function useSetting<Value>(saved: Value, save: (value: Value) => Promise<unknown>) {
  const [pending, setPending] = useState<{ value: Value } | null>(null)
  const newest = useRef<{ value: Value } | null>(null)

  const { run, busy, done, error } = useAction(async () => {
    let sent = null
    while (newest.current && newest.current !== sent) {
      sent = newest.current
      try {
        await save(sent.value)
      } catch (cause) {
        // Ignored if a newer value replaced the failed one: only the result of the newest save counts.
        if (sent === newest.current || !(cause instanceof ApiError)) throw cause
      }
    }
    setPending(null)
  })

  const change = (value: Value) => {
    newest.current = { value }
    setPending(newest.current)
    void run()
  }

  return {
    value: pending ? pending.value : saved,
    change,
    /** Error sentences by field path, from the last failed save. */
    fields: error?.fields ?? {},
    saving: {
      status: busy ? 'saving' : done ? 'saved' : error ? 'failed' : 'idle',
      error: error?.message,
      onRetry: error && (() => void run()),
    } satisfies Saving as Saving,
  }
}
