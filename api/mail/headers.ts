import { createHash } from 'node:crypto'
import { AppError } from '../platform/errors.ts'

const SUBJECT_MAX = 120

/** Returns `value` unchanged. Throws "invalid-input" if it contains CR, LF or NUL, which could end the header. */
export function headerValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to reject
  if (/[\r\n\0]/.test(value)) throw new AppError('invalid-input', 'A mail header must be one line.')
  return value
}

/**
 * Returns `value` for a header that people read. Throws as `headerValue`. Text that looks like an encoded word (RFC 2047),
 * which mail programs would decode, for example to a line break, is changed so that it does not.
 */
export const headerText = (value: string): string => headerValue(value).replaceAll('=?', '= ?')

/**
 * Returns untrusted text as one line without control characters, directional overrides and lone surrogates. Text longer
 * than `max` characters is cut at a word and ends in "…", without the punctuation before it.
 */
export function toLine(text: string, max: number = SUBJECT_MAX): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  const whole = cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))
  // In a text without spaces the cut may be inside of a surrogate pair.
  return `${whole.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s.,;:!?…([{"'“‘«–—-]+$/, '')}…`
}

/** Returns the Message-ID derived from `parts`: equal parts give an equal id, so servers can detect a duplicate. */
export function messageIdOf(parts: readonly string[], fromAddress: string): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
  return `<${digest}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`
}
