import { now } from '#api/platform/clock.ts'
import { hasWords, readQuotedWords } from './quotedWords.ts'
import { serveJson, type JsonAnswer, type JsonService } from './jsonService.ts'

export type AdsFault = 'too-busy' | 'error' | 'short'

/** A record. Keys that are undefined are absent, as in the service. */
export interface SimDoc {
  bibcode: string
  /** DOIs, ids of arXiv and bibcodes, old ones included. */
  identifier?: string[]
  citation_count?: number
  title?: string
  doctype?: string
  pubdate?: string
  /** When it was added: it is not found before. */
  entry_date?: string
  /** Fields that replace the right ones. */
  changes?: Record<string, unknown>
}

export interface AdsSimulator extends JsonService<AdsFault> {
  docs: SimDoc[]
  /** Tokens that are accepted. */
  keys: Set<string>
  /** Requests of a day (UTC) with one token. */
  requestsPerDay: number
}

const DAY_MS = 86_400_000
const ROWS_MAX = 2_000
const TITLE = 'Counting Lanterns'

/** Serves the search of NASA ADS on a local port, as closely as its behaviour is known. */
export function startAdsSimulator({ docs = [] as SimDoc[], port = 0 } = {}): AdsSimulator {
  const sent = new Map<string, number>()

  function respond({ pathname, searchParams }: URL, request: Request, fault?: string): JsonAnswer {
    const key = request.headers.get('authorization')?.replace(/^Bearer /, '')
    if (key === undefined || !simulator.keys.has(key)) return { status: 401, body: { error: 'Unauthorized' } }
    if (fault === 'too-busy') return { status: 499, body: { error: 'The server is too busy. Please try again later.' } }
    if (fault === 'error')
      return { status: 200, body: { responseHeader: { status: 500 }, error: { msg: 'no servers hosting shard' } } }
    const day = Math.floor(now().getTime() / DAY_MS)
    const count = (sent.get(`${day} ${key}`) ?? 0) + 1
    sent.set(`${day} ${key}`, count)
    const headers = {
      'x-ratelimit-limit': String(simulator.requestsPerDay),
      'x-ratelimit-remaining': String(Math.max(0, simulator.requestsPerDay - count)),
      'x-ratelimit-reset': String(((day + 1) * DAY_MS) / 1000),
    }
    if (count > simulator.requestsPerDay) return { status: 429, body: { error: 'Too many requests' }, headers }
    if (pathname !== '/search/query') return { status: 404, body: { error: 'Not Found' }, headers }
    return { body: search(searchParams, fault), headers }
  }

  function search(parameters: URLSearchParams, fault?: string) {
    const q = parameters.get('q') ?? ''
    const terms = /^identifier:\((.*)\)$/.exec(q)?.[1]?.split(' OR ') ?? []
    const wanted = new Set(terms.flatMap((term) => /^"([^"]+)"$/.exec(term)?.[1]?.toLowerCase() ?? []))
    const words = readQuotedWords(q)
    const found = simulator.docs
      .filter(({ entry_date }) => entry_date === undefined || new Date(entry_date) <= now())
      .filter(({ bibcode, identifier = [], title = TITLE }) =>
        words === null ? [bibcode, ...identifier].some((id) => wanted.has(id.toLowerCase())) : hasWords(title, words),
      )
    const rows = Math.min(Number(parameters.get('rows') ?? 10), ROWS_MAX)
    const fields = parameters.get('fl')?.split(',') ?? ['id']
    const page = found.slice(fault === 'short' ? 1 : 0, rows).map((doc) => render(doc, fields))
    return {
      responseHeader: { status: 0, QTime: 3, params: { q, fl: fields.join(), rows: String(rows), wt: 'json' } },
      response: { numFound: found.length, start: 0, docs: page },
    }
  }

  const simulator: AdsSimulator = Object.assign(
    serveJson<AdsFault>({ port, respond, tooMany: '{"error": "Too many requests"}' }),
    { docs, keys: new Set<string>(), requestsPerDay: 5_000 },
  )
  return simulator
}

function render({ changes, title = TITLE, ...doc }: SimDoc, fields: readonly string[]) {
  const whole = {
    id: '999001',
    title: [title],
    pub: 'Journal of Imaginary Vision',
    author: ['Quillfeather, Mirela', 'Odinsson, Tomás'],
    orcid_pub: ['0000-0002-1825-0097', '-'],
    pubdate: '2026-09-00',
    entry_date: '2026-09-22T00:00:00Z',
    doctype: 'eprint',
    citation_count: 0,
    ...doc,
    ...changes,
  }
  return Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name)))
}
