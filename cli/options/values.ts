import { InvalidArgumentError } from 'commander'

const SECONDS_MAX = 7 * 24 * 3600

/** Option parser for whole numbers. Throws commander's `InvalidArgumentError`. */
export const parseWhole =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }

/** Option parser for a day, `YYYY-MM-DD`. The server checks whether it exists. */
export function parseDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  throw new InvalidArgumentError('It must be a day such as 2026-11-20.')
}

/** Option parser for a duration in seconds, at most 7 days, fractions allowed. */
export function parseSeconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= SECONDS_MAX) return value
  throw new InvalidArgumentError(`It must be a number of seconds above 0, at most ${SECONDS_MAX}.`)
}
