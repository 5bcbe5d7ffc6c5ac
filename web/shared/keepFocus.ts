/**
 * A control that is disabled while its action runs loses the focus, and the reader the place. Returns it to the control
 * when that is enabled again, unless the reader has gone elsewhere meanwhile. Call the result to end this.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null

  const remember = ({ target }: FocusEvent) => {
    // A dialog takes the focus that one of its controls has lost.
    const isFallback = last?.matches(':disabled') === true && target instanceof Node && target.contains(last)
    if (!isFallback) last = target instanceof HTMLElement ? target : null
  }
  /** A press on the page itself leaves the control without giving the focus to another one. */
  const forget = ({ target }: PointerEvent) => {
    if (last && !(target instanceof Node && last.contains(target))) last = null
  }
  const observer = new MutationObserver((changes) => {
    const isEnabledAgain = changes.some(({ target }) => target === last) && last?.matches(':disabled') === false
    const { activeElement } = document
    if (isEnabledAgain && activeElement !== last && activeElement?.contains(last)) last?.focus({ preventScroll: true })
  })

  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget)
  observer.observe(document, { attributes: true, attributeFilter: ['disabled'], subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget)
    observer.disconnect()
  }
}
