import { createHash } from 'node:crypto'
import { AppError } from '../platform/errors.ts'

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

/** Returns the Message-ID derived from `parts`: equal parts give an equal id, so servers can detect a duplicate. */
export function messageIdOf(parts: readonly string[], fromAddress: string): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
  return `<${digest}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`
}
