import { useEffectEvent, useLayoutEffect } from 'react'

/** Key -> action. Two keys in sequence are written "g d". */
export type Shortcuts = Record<string, () => void>

/**
 * Single-key shortcuts of the page. Ignored while the user types in a field, while a dialog or menu is open, and when
 * `enabled` is false (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts, enabled: boolean): void {
  const runShortcut = useEffectEvent((key: string, event: KeyboardEvent) => {
    const action = shortcuts[key]
    if (!action) return
    event.preventDefault()
    action()
  })

  // With the commit that shows the page: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
    if (!enabled) return
    let prefix = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 || ignoresShortcuts(event.target))
        return
      const key = prefix + latinKey(event)
      prefix = key === 'g' ? 'g ' : ''
      runShortcut(key, event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

/** The key, or on a keyboard of another script the letter that a Latin one has in its place. */
const latinKey = ({ key, code }: KeyboardEvent) =>
  /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key)
    ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key)
    : key

function ignoresShortcuts(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')) {
    // Character keys have no function in checkboxes and radio buttons, so shortcuts work there.
    if (!target.matches('input[type="checkbox"], input[type="radio"]')) return true
  }
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}
