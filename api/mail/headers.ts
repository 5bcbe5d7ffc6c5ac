import { createHash } from 'node:crypto'
import { AppError } from '../platform/errors.ts'

const SUBJECT_MAX = 120

/** `value`, fit for a header. Throws "invalid-input" for one that could end the header: CR, LF or NUL. */
export function headerValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that must not pass
  if (/[\r\n\0]/.test(value)) throw new AppError('invalid-input', 'A mail header must be one line.')
  return value
}

/** Text from outside as one line without control characters, cut at a word with "…" after `max` characters. */
export function toLine(text: string, max: number = SUBJECT_MAX): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).replace(/[\s,;:]+$/, '')}…`
}

/** The same for the same parts, so that a server that sees a message twice can tell. */
export function messageIdOf(parts: readonly string[], fromAddress: string): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
  return `<${digest}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`
}
