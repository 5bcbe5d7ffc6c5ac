import { styleText } from 'node:util'
import { UNPRINTABLE } from '#api/contract/limits.ts'

/** Tab and line feed are kept. */
const CONTROL = new RegExp(`(?![\\t\\n])[${UNPRINTABLE}]`, 'g')

/**
 * Makes untrusted text, such as a name or a title, safe to print: it cannot move the cursor, change colours or reorder
 * the line.
 */
export const cleanText = (text: string): string => text.replace(CONTROL, '\u{FFFD}')

/** JSON with the characters that `cleanText` replaces as escapes: equal as data, and safe to print. */
export const formatJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold'
export type Paint = (style: Style, text: string) => string

/** Follows NO_COLOR (no-color.org) and FORCE_COLOR (force-color.org); --no-color overrides both. */
export function choosePaint(stream: { isTTY?: boolean }, allowed: boolean): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  const wanted = FORCE_COLOR ? FORCE_COLOR !== '0' : Boolean(stream.isTTY) && TERM !== 'dumb' && !NO_COLOR
  return allowed && wanted ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
}

/** Whether a line can be redrawn: only on a terminal that is not "dumb". */
export const canRedraw = (stream: { isTTY?: boolean }): boolean =>
  Boolean(stream.isTTY) && process.env['TERM'] !== 'dumb'
