import { createContext, use, useEffect, useRef, useState } from 'react'

/** Whose input it is, and whether their session has ended without their doing. */
export interface InputOwner {
  userId: string
  hasSessionEnded(): boolean
}

export const InputOwnerContext = createContext<InputOwner | null>(null)

/** Input by the id of its user and its name. In memory: it may be long, and is lost with the page. */
const kept = new Map<string, unknown>()

/**
 * `useState` for what a user types or chooses and has not sent yet. When the session ends meanwhile, the sign-in page
 * takes the place of the form; the same user finds the input in it after the sign-in. Left in another way, the form
 * begins with `initial` again. With `isGiven`, the user has just chosen `initial` elsewhere: it counts, not what was kept.
 */
export function useKeptInput<Value>(
  name: string,
  initial: Value,
  { isGiven = false } = {},
): [Value, (next: Value) => void] {
  const owner = use(InputOwnerContext)
  const key = `${owner?.userId} ${name}`
  const [value, setValue] = useState(() => (kept.has(key) && !isGiven ? (kept.get(key) as Value) : initial))
  const newest = useRef(value)
  useEffect(() => {
    newest.current = value
  }, [value])
  useEffect(() => {
    kept.delete(key)
    return () => {
      if (owner?.hasSessionEnded()) kept.set(key, newest.current)
    }
  }, [key, owner])
  return [value, setValue]
}
