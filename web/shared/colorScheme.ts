import { useSyncExternalStore } from 'react'
import { deviceStorage } from './deviceStorage.ts'

/** The colours that the reader chose; stored on this device only. */
export type SchemeChoice = 'system' | 'light' | 'dark'

/** Read by the script of `index.html` too, which sets the scheme before the first paint. */
const KEY = 'paperdawn-scheme'
const listeners = new Set<() => void>()
/** Created on its first use: the landing page is also rendered without a window. */
let systemList: MediaQueryList | undefined
const systemIsDark = () => (systemList ??= matchMedia('(prefers-color-scheme: dark)'))

function choice(): SchemeChoice {
  const stored = deviceStorage.get(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Shows the chosen scheme: all colours depend on the attribute. */
function apply(): void {
  const dark = choice() === 'dark' || (choice() === 'system' && systemIsDark().matches)
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light')
  for (const listener of listeners) listener()
}

/** Follows the system and the choice in other windows while any component shows the choice. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', apply)
    systemIsDark().addEventListener('change', apply)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', apply)
    systemIsDark().removeEventListener('change', apply)
  }
}

/** Follows the system and the choice in other windows on every page, also on one without the choice, such as an error's. */
export function followScheme(): void {
  subscribe(() => {})
  // Either may have changed since the first paint: the scripts of a prerendered page come later.
  apply()
}

function choose(next: SchemeChoice): void {
  deviceStorage.set(KEY, next)
  apply()
}

/** The chosen colour scheme and a function that changes it. */
export const useSchemeChoice = () => [useSyncExternalStore(subscribe, choice, () => 'system' as const), choose] as const
