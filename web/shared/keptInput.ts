import { createContext, use, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'

/** Whose input it is, and whether their session has ended without their doing. */
export interface InputOwner {
  userId: string
  hasSessionEnded(): boolean
}

export const InputOwnerContext = createContext<InputOwner | null>(null)

/** Input by the id of its user and its name. In memory: it may be long, and is lost with the page. */
const kept = new Map<string, unknown>()
const DIALOG = ' dialog '

type Initial<Value> = Value | (() => Value)
type Kept<Value> = [Value, Dispatch<SetStateAction<Value>>]

/**
 * `useState` for what a user types or chooses and has not sent yet. When the session ends meanwhile, the sign-in page
 * takes the place of the form; the same user finds the input in it after the sign-in. Left in another way, the form
 * begins with `initial` again. With `isGiven`, the user has just chosen `initial` elsewhere: it counts, not what was kept.
 */
export function useKeptInput<Value>(name: string, initial: Initial<Value>, { isGiven = false } = {}): Kept<Value> {
  const owner = use(InputOwnerContext)
  const key = `${owner?.userId} ${name}`
  const [value, setValue] = useState<Value>(() => {
    if (kept.has(key) && !isGiven) return kept.get(key) as Value
    return typeof initial === 'function' ? (initial as () => Value)() : initial
  })
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

/** The same for an open dialog and what is in it: it opens again on its page, unless the user goes to another one first. */
export const useKeptDialog = <Value>(name: string, initial: Initial<Value>): Kept<Value> =>
  useKeptInput(DIALOG + name, initial)

/** Keeps no dialog open any more: the user has left its page. */
export function forgetDialogs(): void {
  for (const key of kept.keys()) if (key.includes(DIALOG)) kept.delete(key)
}
