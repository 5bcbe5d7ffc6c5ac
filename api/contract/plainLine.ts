import { t } from 'elysia'

/**
 * One line without control characters (C0, C1, line and paragraph separators) and without characters that change the
 * direction of the text after them: in a terminal they are commands, on a page a name could look like another one.
 */
export const PLAIN_LINE = String.raw`^[^\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]*$`

/** Schema of a name or term that a user types and others may see. */
export const plainLine = (maxLength: number) =>
  t.String({
    minLength: 1,
    maxLength,
    pattern: PLAIN_LINE,
  })
