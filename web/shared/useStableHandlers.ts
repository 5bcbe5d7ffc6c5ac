import { useInsertionEffect, useRef, useState } from 'react'

/**
 * The handlers as functions that stay the same in all renders and call those of the last one, so that a memoised
 * component which gets them is not rendered again. For events and effects, not for rendering.
 */
export function useStableHandlers<Given extends { [Name in keyof Given]: (...args: never[]) => void }>(
  handlers: Given,
): Given {
  const newest = useRef(handlers)
  useInsertionEffect(() => {
    newest.current = handlers
  })
  const [stable] = useState(() => {
    const names = Object.keys(handlers) as (keyof Given)[]
    return Object.fromEntries(names.map((name) => [name, (...args: never[]) => newest.current[name](...args)])) as Given
  })
  return stable
}
