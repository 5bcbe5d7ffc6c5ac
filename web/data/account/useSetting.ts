import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError } from '../../shared/client.ts'
import { useKeptInput } from '../../shared/keptInput.ts'
import { useAction } from '../useAction.ts'

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed'

interface Saving {
  status: SaveStatus
  error: string | undefined
  onRetry: (() => void) | undefined
}

/**
 * One user setting with optimistic updates. `change` shows the new value at once and saves it; a value set during a
 * save is saved after it. If the save of the newest value fails, the value stays visible and can be retried. One that was
 * not saved because the session ended is saved after the sign-in. `name` is that of the setting, once on a page.
 */
export function useSetting<Value>(name: string, saved: Value, save: (value: Value) => Promise<unknown>) {
  const [pending, setPending] = useKeptInput<{ value: Value } | null>(`setting ${name}`, null)
  const newest = useRef(pending)

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

  const saveKept = useEffectEvent(() => {
    if (newest.current) void run()
  })
  useEffect(() => saveKept(), [])

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
