import { useState } from 'react'

/** Whether something was open since the page was: its code is loaded then, and it stays on the page while it fades. */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
