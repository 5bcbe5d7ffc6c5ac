/** A feed with an earlier date has a wrong clock, or no date: 1970 is the beginning of all clocks. */
const EARLIEST_YEAR = 1990
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

export interface ItemDate {
  at: Date
  precision?: 'day' | 'month'
}

/**
 * Parses a date of an item: of RFC 822 or ISO 8601, a day, or a month in English ("October 2026"). Without a zone it is in
 * UTC. Null for anything else, and for years before 1990.
 */
export function parseItemDate(text: string): ItemDate | null {
  const written = text.trim()
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(written) ?? []
  if (year !== undefined && month !== undefined)
    return check(Date.parse(`${year}-${month}-${day ?? '01'}T00:00:00Z`), day === undefined ? 'month' : 'day')
  const [, dayNumber, name, ofYear] = /^(?:(\d{1,2}) )?([A-Z][a-z]{2,8})\.? (\d{4})$/.exec(written) ?? []
  if (name !== undefined) {
    const number = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
    if (number === -1) return null
    return check(Date.UTC(Number(ofYear), number, Number(dayNumber ?? 1)), dayNumber === undefined ? 'month' : 'day')
  }
  if (!/\d{4}/.test(written) || !/\d:\d\d/.test(written)) return null
  const hasZone = /(?:z|[+-]\d{2}:?\d{2}|\b[A-Z]{1,4})$/i.test(written) && !/\d\s*[ap]m$/i.test(written)
  return check(Date.parse(hasZone ? written : /T\d/.test(written) ? `${written}Z` : `${written} UTC`))
}

function check(instant: number, precision?: 'day' | 'month'): ItemDate | null {
  const at = new Date(instant)
  if (Number.isNaN(instant) || at.getUTCFullYear() < EARLIEST_YEAR || at.getUTCFullYear() > 9_999) return null
  return precision === undefined ? { at } : { at, precision }
}
