/** Moves the focus to the note in `container`, with the caret after its text. Does nothing if no note is open there. */
export function focusNote(container: Element | null | undefined): void {
  const field = container?.querySelector('textarea')
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Moves the focus from the note to the row of the paper that it is in, where keys are shortcuts. */
export function leaveNote(inside: Element | null): void {
  inside?.closest('article')?.focus({ preventScroll: true })
}
