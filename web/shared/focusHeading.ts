/** Moves the focus to the page's main heading, without scrolling. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
