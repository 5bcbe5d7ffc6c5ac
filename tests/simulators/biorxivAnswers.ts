import type { SimPreprint } from './simPreprints.ts'

/** What is answered in place of any right answer, as the API was seen to do, or as any server in trouble does. */
type Replacing =
  | 'rate-limited'
  | 'unavailable'
  | 'database'
  | 'html'
  | 'truncated'
  | 'other-json'
  | 'refused-date'
  | 'empty-page'

export type BiorxivFault = Replacing | 'ignored-cursor' | 'ignored-category' | 'large-total' | 'overlap' | 'hang'

const json = (body: object) => Response.json(body, { headers: { 'content-type': 'application/json' } })
const html = { 'content-type': 'text/html; charset=UTF-8' }

/** Nothing was posted in the range: no counts, whatever the cursor is. */
export const answerNothing = () => json({ messages: [{ status: 'no posts found' }], collection: [] })

/** By fault, with the value of `Retry-After` if there is one. */
export const REPLACED: Readonly<Record<Replacing, (retryAfter?: string) => Response>> = {
  'rate-limited': (retryAfter) =>
    new Response('<html><head><title>429 Too Many Requests</title></head></html>\n', {
      status: 429,
      headers: { ...html, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
    }),
  unavailable: (retryAfter) =>
    new Response('<html><body><h1>503 Service Unavailable</h1></body></html>\n', {
      status: 503,
      headers: { ...html, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
    }),
  database: () => new Response('Error : (2002) Connection refused', { headers: html }),
  html: () => new Response('<!DOCTYPE html><title>Maintenance</title>', { headers: html }),
  truncated: () => new Response('{"messages":[{"status":"ok","category":"all"', { headers: html }),
  'other-json': () => json({ results: [] }),
  'refused-date': () => json({ messages: [{ status: 'Error: invalid dates' }], collection: [] }),
  'empty-page': answerNothing,
}

interface Interval {
  from: string
  to: string
  /** The category that the rows were filtered by, or "all". */
  category: string
  cursor: number
  rows: readonly SimPreprint[]
  pageSize: number
  /** What `total` is too large by. */
  excess: number
}

/** A page of the rows of an interval. Behind the last row it has none, and says that there are 0 in all. */
export function answerInterval({ from, to, category, cursor, rows, pageSize, excess }: Interval): Response {
  if (rows.length === 0) return answerNothing()
  const page = rows.slice(cursor, cursor + pageSize)
  const isPast = page.length === 0
  const fresh = rows.filter(({ version }) => version === '1').length
  const message = {
    status: 'ok',
    category,
    interval: `${from}:${to}`,
    funder: 'all',
    cursor,
    count: page.length,
    count_new_papers: String(isPast ? 0 : fresh),
    total: String(isPast ? 0 : rows.length + excess),
  }
  return json({ messages: [message], collection: page })
}
