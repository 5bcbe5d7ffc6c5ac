import { useRef, useState } from 'react'
import { useSaving } from './useSaving.ts'

/**
 * One setting as the reader wants it. It shows the new value at once and saves in the order of the changes; when a save
 * fails the value stays, to be tried again.
 */
export function useSetting<Value>(saved: Value, save: (value: Value) => Promise<unknown>) {
  const [wanted, setWanted] = useState<{ value: Value } | null>(null)
  const { status, error, run } = useSaving()
  const turn = useRef(0)
  const before = useRef<Promise<unknown>>(Promise.resolve())

  const change = async (value: Value) => {
    const mine = ++turn.current
    setWanted({ value })
    const isSaved = await run(() => {
      // A failure of the save before was told already; this one does not depend on it.
      before.current = before.current.catch(() => {}).then(() => save(value))
      return before.current
    })
    if (isSaved && mine === turn.current) setWanted(null)
  }

  return {
    value: wanted ? wanted.value : saved,
    change: (value: Value) => void change(value),
    status,
    error,
    onRetry: status === 'failed' && wanted ? () => void change(wanted.value) : undefined,
  }
}
