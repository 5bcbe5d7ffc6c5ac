import { styleText } from 'node:util'

/** Marks the beginning of what a terminal would take for a command: escape, and the other control characters. */
// oxlint-disable-next-line no-control-regex -- these are the characters to take out
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Text of others, such as a name or a title, fit for a terminal: it cannot move the cursor or change colours. */
export const cleanText = (text: string): string => text.replace(CONTROL, '\u{FFFD}')

export type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold'
export type Paint = (style: Style, text: string) => string

/** NO_COLOR and FORCE_COLOR as no-color.org and force-color.org describe them; --no-color wins over both. */
export function choosePaint(stream: { isTTY?: boolean }, allowed: boolean): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  const wanted = FORCE_COLOR ? FORCE_COLOR !== '0' : Boolean(stream.isTTY) && TERM !== 'dumb' && !NO_COLOR
  return allowed && wanted ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
}

/** Whether lines can be drawn over: on a real terminal only. */
export const canRedraw = (stream: { isTTY?: boolean }): boolean =>
  Boolean(stream.isTTY) && process.env['TERM'] !== 'dumb'
