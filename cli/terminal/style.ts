import { styleText } from 'node:util'

/** Control characters: a terminal would take escape and others as the start of a command. Keeps tab and line feed. */
// oxlint-disable-next-line no-control-regex -- these are the characters to replace
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Makes untrusted text, such as a name or a title, safe to print: it cannot move the cursor or change colours. */
export const cleanText = (text: string): string => text.replace(CONTROL, '\u{FFFD}')

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
