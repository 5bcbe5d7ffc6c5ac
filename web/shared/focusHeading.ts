/** Moves the focus to the page's main heading, without scrolling. Returns false if the page has none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}

/**
 * Moves the focus to the main heading as soon as there is one, unless the reader has moved it meanwhile. Call the result to
 * end the wait.
 */
export function focusNextHeading(): () => void {
  if (focusHeading()) return () => {}
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1') === null) return
    observer.disconnect()
    if (document.activeElement === document.body) focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
