import { useEffect, useEffectEvent } from 'react'

/** What each key does; a chord is written "g d". */
export type Shortcuts = Record<string, () => void>

/** Single keys for the page. They rest while one types, while a dialog or menu is open, and when switched off (WCAG 2.1.4). */
export function useShortcuts(shortcuts: Shortcuts, enabled: boolean): void {
  const act = useEffectEvent((key: string, event: KeyboardEvent) => {
    const found = shortcuts[key]
    if (!found) return
    event.preventDefault()
    found()
  })

  useEffect(() => {
    if (!enabled) return
    let prefix = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 || isBusy(event.target)) return
      const key = prefix + event.key
      prefix = key === 'g' ? 'g ' : ''
      act(key, event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

function isBusy(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')) {
    // Keys do nothing of their own in these, so they stay shortcuts.
    if (!target.matches('input[type="checkbox"], input[type="radio"]')) return true
  }
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}
