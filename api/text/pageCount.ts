/** Longer texts are no comments about the number of pages. */
const TEXT_MAX = 2_000
const PAGES_MAX = 5_000
/** "12 pages", "12 pp.", "12+3 pages". */
const COUNTED = /(?<![\d.,-])(\d{1,4})(?:\s*\+\s*(\d{1,4}))?\s*-?\s*(?:pages?|pp?\.?)(?![a-z])/i
/** "11-29", with an end that repeats only the digits that differ: "1123-35". */
const RANGE = /^(\d{1,9})\s*[-–—]\s*(\d{1,9})$/

/** What says how long a paper is. */
interface Described {
  comment: string | null
  venue?: { pages?: string } | undefined
}

/** The number of pages of a paper, from the comment of its authors or the pages of its journal; null if neither says it. */
export function countPages({ comment, venue }: Described): number | null {
  const [, first, more = '0'] = COUNTED.exec((comment ?? '').slice(0, TEXT_MAX)) ?? []
  if (first !== undefined) return within(Number(first) + Number(more))
  const [, from = '', until = ''] = RANGE.exec((venue?.pages ?? '').trim()) ?? []
  if (from === '') return null
  const end = until.length < from.length ? from.slice(0, from.length - until.length) + until : until
  return within(Number(end) - Number(from) + 1)
}

const within = (pages: number): number | null => (pages >= 1 && pages <= PAGES_MAX ? pages : null)
