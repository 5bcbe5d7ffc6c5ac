import { now } from '#api/platform/clock.ts'
import { hasWords, readQuotedWords } from './quotedWords.ts'
import { serveJson, type JsonAnswer, type JsonService } from './jsonService.ts'

export type InspireFault = 'short'

/** A record of the literature. Keys that are undefined are absent, as in the service. */
export interface SimHit {
  control_number: number
  arxiv_eprints?: { value: string; categories: string[] }[]
  dois?: { value: string; material?: string }[]
  citation_count?: number
  /** When it was added: it is not found before. */
  created?: string
  title?: string
  /** Fields of the metadata that replace the right ones. */
  changes?: Record<string, unknown>
}

export interface InspireSimulator extends JsonService<InspireFault> {
  hits: SimHit[]
  /** Requests of five seconds, of which those that are refused are also some. */
  windowMax: number
}

const WINDOW_MS = 5_000
const SIZE_MAX = 1_000
const TITLE = 'Counting Lanterns'
const TOO_MANY = 'Too Many Requests'

/** Serves the literature of INSPIRE on a local port, as closely as its behaviour is known. */
export function startInspireSimulator({ hits = [] as SimHit[], port = 0 } = {}): InspireSimulator {
  let asked: number[] = []

  function respond({ pathname, searchParams }: URL, _request: Request, fault?: string): JsonAnswer {
    const at = now().getTime()
    asked = [...asked.filter((time) => time > at - WINDOW_MS), at]
    if (asked.length > simulator.windowMax)
      return { status: 429, body: TOO_MANY, headers: { 'content-type': 'text/plain' } }
    if (pathname !== '/literature') return { status: 404, body: { status: 404, message: 'The URL was not found.' } }
    const size = Number(searchParams.get('size') ?? 10)
    if (size > SIZE_MAX) return { status: 400, body: { status: 400, message: `Maximum search page size exceeded.` } }
    const q = searchParams.get('q') ?? ''
    const words = readQuotedWords(q)
    const terms = words === null ? q.split(' OR ').map(readTerm) : [hasAll(words)]
    const found = simulator.hits
      .filter(({ created }) => created === undefined || new Date(created) <= now())
      .filter((hit) => terms.some((matches) => matches(hit)))
    const fields = searchParams.get('fields')?.split(',')
    const page = found.slice(fault === 'short' ? 1 : 0, size)
    return {
      body: {
        hits: { total: found.length, hits: page.map((hit) => render(hit, fields)) },
        links: { self: `https://inspirehep.net/api/literature/?q=…&size=${size}&page=1` },
      },
    }
  }

  const simulator: InspireSimulator = Object.assign(serveJson<InspireFault>({ port, respond, tooMany: TOO_MANY }), {
    hits,
    windowMax: 15,
  })
  return simulator
}

/** Words in quotes are searched for in the title alone. */
const hasAll =
  (words: readonly string[]) =>
  ({ title = TITLE }: SimHit): boolean =>
    hasWords(title, words)

/** Whether a record fits a term. One without a path and quotes may be of its query language, and finds nothing here. */
function readTerm(term: string): (hit: SimHit) => boolean {
  const [, path, quoted, bare] = /^([\w.]+):(?:"([^"]+)"|([^\s"/]+))$/.exec(term) ?? []
  const value = (quoted ?? bare ?? '').toLowerCase()
  const isIt = (one: { value: string }) => one.value.toLowerCase() === value
  if (path === 'arxiv_eprints.value') return ({ arxiv_eprints }) => arxiv_eprints?.some(isIt) ?? false
  if (path === 'dois.value') return ({ dois }) => dois?.some(isIt) ?? false
  if (path === 'control_number') return ({ control_number }) => String(control_number) === value
  return () => false
}

function render(
  { created = '2026-09-22T00:00:00.000000+00:00', title = TITLE, changes, ...hit }: SimHit,
  fields?: string[],
) {
  const metadata = {
    titles: [{ title, source: 'arXiv' }],
    abstracts: [{ value: 'We count lanterns.', source: 'arXiv' }],
    authors: [
      {
        full_name: 'Quillfeather, Mirela',
        ids: [{ schema: 'ORCID', value: '0000-0002-1825-0097' }],
        affiliations: [{ value: 'Nowhere U.' }],
      },
    ],
    document_type: ['article'],
    publication_info: [{ journal_title: 'J.Imag.Vis.', year: 2026 }],
    earliest_date: '2026-09-21',
    withdrawn: false,
    citation_count: 0,
    ...hit,
    ...changes,
  }
  const named = { ...metadata, ...namesAlone(metadata.authors, fields) }
  const kept = Object.entries(named).filter(
    ([name]) => fields === undefined || fields.some((one) => one === name || one.startsWith(`${name}.`)),
  )
  return { id: String(hit.control_number), created, updated: created, metadata: Object.fromEntries(kept), links: {} }
}

/** A field of authors can be asked for alone. */
const namesAlone = (authors: readonly { full_name: string }[], fields?: string[]) =>
  fields?.includes('authors.full_name') ? { authors: authors.map(({ full_name }) => ({ full_name })) } : {}
