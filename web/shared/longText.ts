import type { ClipboardEvent } from 'react'

/**
 * Passes a pasted text with which a field would have more than `max` characters to `onLong`: alone if it is that long
 * itself, else together with the text of the field. The field, which has one line, would lose the line breaks.
 */
export function takeLongPaste(event: ClipboardEvent, max: number, onLong: (text: string) => void): void {
  const { value, selectionStart, selectionEnd } = event.target as HTMLInputElement
  const pasted = event.clipboardData.getData('text')
  const joined = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length)
  if (joined.length <= max) return
  event.preventDefault()
  onLong(pasted.length > max ? pasted : joined)
}
