import { InvalidArgumentError } from 'commander'

const SECONDS_MAX = 7 * 24 * 3600

/** Reads a whole number for commander. */
export const parseWhole =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }

/** Reads a duration in seconds, fractions allowed. */
export function parseSeconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= SECONDS_MAX) return value
  throw new InvalidArgumentError('It must be a number of seconds above 0.')
}
