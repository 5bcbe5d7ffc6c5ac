import { t } from 'elysia'
import { UNPRINTABLE } from './limits.ts'

/** One line without unprintable characters. */
export const PLAIN_LINE = `^[^${UNPRINTABLE}]*$`

/** Schema of a name or term that a user types and others may see. */
export const plainLine = (maxLength: number) =>
  t.String({
    minLength: 1,
    maxLength,
    pattern: PLAIN_LINE,
  })
