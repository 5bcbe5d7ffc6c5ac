import { serveSimulated, type Plan, type SimRequest, type SimulatedService } from './simulatedService.ts'

export type OpenalexFault =
  | 'rate-limited'
  | 'unavailable'
  | 'blocked'
  | 'html'
  | 'truncated'
  | 'other-json'
  | 'short'
  | 'foreign-404'
  | 'redirect-outside'
  | 'hang'

/** A work as OpenAlex keeps it, in its own field names. */
export type SimOpenWork = { id: string; doi: string | null } & Record<string, unknown>

export interface OpenalexSimulator extends SimulatedService<OpenalexFault> {
  works: SimOpenWork[]
  /** API keys that are accepted. */
  keys: Set<string>
  /** Works by `id` that are found by another DOI ("10.48550/arxiv.2609.90001") too, if they are asked for alone. */
  foundAlone: Map<string, string>
  /** By a DOI the `id` of the work to which a request for it is redirected. */
  moved: Map<string, string>
  /** Lists that may still be asked for today. */
  listsLeft: number
  /** Headers about money: some answers have none. */
  hasPrices: boolean
}

const LIST_MAX = 100
const RESET_SECONDS = 11_987
const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }

/** Fields of a work at its root. */
const FIELDS: readonly string[] = (
  'id doi title display_name publication_year publication_date ids language primary_location type indexed_in open_access ' +
  'authorships cited_by_count is_retracted is_paratext primary_topic topics keywords locations_count locations ' +
  'best_oa_location abstract_inverted_index counts_by_year referenced_works related_works fwci updated_date created_date'
).split(' ')

const answer = (value: unknown) => new Response(`${JSON.stringify(value)}\n`, { headers: json })
const refuse = (status: number, error: string, message: string, headers: Record<string, string> = {}) =>
  new Response(`${JSON.stringify({ error, message })}\n`, { status, headers: { ...json, ...headers } })
/** The page of the framework, which is not in JSON. */
const notFound = () =>
  new Response(
    '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>\n',
    { status: 404, headers: html },
  )
const usedUp = (retryAfter?: string) =>
  refuse(
    429,
    'Rate limit exceeded',
    'Your budget for today is used up. It is renewed at midnight UTC.',
    retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  )

/** By fault; the others change the right answer. */
const FAULTS: Partial<Record<OpenalexFault, (plan: Plan<OpenalexFault>) => Response>> = {
  'rate-limited': ({ retryAfter }) => usedUp(retryAfter),
  unavailable: () => new Response('<html><h1>503 Service Unavailable</h1></html>', { status: 503, headers: html }),
  blocked: () => new Response('<html><h1>403 Forbidden</h1></html>', { status: 403, headers: html }),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: html }),
  'other-json': () => answer({ documentation_url: '/docs' }),
  'foreign-404': () => new Response('<html>Not here</html>', { status: 404, headers: html }),
  'redirect-outside': () => new Response(null, { status: 301, headers: { location: 'http://169.254.169.254/works' } }),
}

const bare = (address: unknown) =>
  String(address ?? '')
    .replace(/^https:\/\/doi\.org\//i, '')
    .toLowerCase()
const pmidOf = ({ ids }: SimOpenWork) => /(\d+)$/.exec((ids as { pmid?: string } | undefined)?.pmid ?? '')?.[1] ?? ''

/** Serves the works of OpenAlex on a local port, as closely as their behaviour is known. */
export function startOpenalexSimulator({
  works = [],
  port = 0,
}: { works?: SimOpenWork[]; port?: number } = {}): OpenalexSimulator {
  const select = (work: SimOpenWork, fields: readonly string[] | undefined) =>
    Object.fromEntries(
      FIELDS.filter((name) => fields === undefined || fields.includes(name)).map((name) => [name, work[name] ?? null]),
    )

  function respondList(params: URLSearchParams, fields: readonly string[] | undefined, fault?: OpenalexFault) {
    if (simulator.listsLeft <= 0) return usedUp(String(RESET_SECONDS))
    simulator.listsLeft -= 1
    const perPage = Number(params.get('per_page') ?? params.get('per-page') ?? 25)
    if (!(perPage >= 1 && perPage <= LIST_MAX))
      return refuse(400, 'Pagination error.', `per-page parameter must be between 1 and ${LIST_MAX}`)
    const conditions = (params.get('filter') ?? '').split(',').map((filter) => filter.split(/:(.*)/s))
    const found: SimOpenWork[] = []
    for (const [name = '', value = ''] of conditions) {
      const values = new Set(value.split('|').map(bare))
      if (name !== 'doi' && name !== 'pmid')
        return refuse(400, 'Invalid query parameters error.', `${name} is not a valid field.`)
      if (values.size > LIST_MAX)
        return refuse(400, 'Invalid query parameters error.', `Maximum number of values exceeded for ${name}.`)
      found.push(
        ...simulator.works.filter((work) => values.has(name === 'doi' ? bare(work.doi) || '-' : pmidOf(work) || '-')),
      )
    }
    const page = found.slice(0, perPage)
    if (fault === 'short') page.pop()
    const text = JSON.stringify({
      meta: {
        count: found.length,
        db_response_time_ms: 31,
        page: params.has('cursor') ? null : 1,
        per_page: perPage,
        groups_count: null,
        // Null at the end.
        ...(params.has('cursor') && { next_cursor: null }),
      },
      results: page.map((work) => select(work, fields)),
      group_by: [],
    })
    return new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : text, { headers: json })
  }

  function respondSingle(id: string, search: string, fields: readonly string[] | undefined) {
    const [, doi] = /^doi:(.+)$/is.exec(id) ?? []
    const moved = simulator.moved.get(bare(doi))
    if (moved !== undefined)
      return new Response(null, { status: 301, headers: { location: `/works/${moved.split('/').at(-1)}${search}` } })
    const work = simulator.works.find(
      (one) =>
        one.id === `https://openalex.org/${id}` ||
        (doi !== undefined && (bare(one.doi) === bare(doi) || simulator.foundAlone.get(one.id) === bare(doi))),
    )
    return work === undefined ? notFound() : answer(select(work, fields))
  }

  function respond(url: URL, { headers }: SimRequest, fault?: OpenalexFault): Response {
    const { pathname, search, searchParams } = url
    const key = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? searchParams.get('api_key')
    if (key !== null && !simulator.keys.has(key)) return refuse(401, 'Unauthorized', 'The API key is not valid.')
    const fields = searchParams.get('select')?.split(',')
    const unknown = fields?.find((name) => !FIELDS.includes(name))
    if (unknown !== undefined)
      return refuse(400, 'Invalid query parameters error.', `${unknown} is not a valid select field.`)
    if (pathname === '/works') return respondList(searchParams, fields, fault)
    const [, id] = /^\/works\/(.+)$/.exec(pathname) ?? []
    return id === undefined ? notFound() : respondSingle(decodeURIComponent(id), search, fields)
  }

  const service = serveSimulated<OpenalexFault>({
    port,
    respond: (url, plan, _request, sent) => (plan && FAULTS[plan.fault]?.(plan)) ?? respond(url, sent, plan?.fault),
    complete({ headers }) {
      if (!simulator.hasPrices) return
      headers.set('x-ratelimit-limit', '1000')
      headers.set('x-ratelimit-remaining', String(Math.min(1_000, simulator.listsLeft)))
      // In seconds left.
      headers.set('x-ratelimit-reset', String(RESET_SECONDS))
      headers.set('x-ratelimit-limit-usd', '0.1')
      headers.set('x-ratelimit-remaining-usd', String(Math.min(1_000, simulator.listsLeft) / 10_000))
      headers.set('x-ratelimit-cost-usd', '0.0001')
    },
  })
  const simulator: OpenalexSimulator = Object.assign(service, {
    works,
    keys: new Set(['invented-key']),
    foundAlone: new Map<string, string>(),
    moved: new Map<string, string>(),
    listsLeft: Infinity,
    hasPrices: true,
  })
  return simulator
}

/** An abstract in the form in which it is sent, with a gap of a position after every tenth word. */
export function indexOf(text: string): Record<string, number[]> {
  const index: Record<string, number[]> = {}
  for (const [position, word] of text.split(' ').entries())
    (index[word] ??= []).push(position + Math.floor(position / 10))
  return index
}

/** Long enough for an abstract. */
export const LANTERN_ABSTRACT =
  'We introduce LanternBench, a benchmark for counting lanterns by night. The lanterns of ten invented towns were counted by ' +
  'hand and by owls, and the owls agree with each other more than with the hands. We ask which of them the programs agree with.'

/** An invented article with a DOI, a PMID and an abstract, with `changes`. */
export function simOpenWork(number: number, changes: Partial<SimOpenWork> = {}): SimOpenWork {
  const id = `https://openalex.org/W${9_999_000_000 + number}`
  const doi = `https://doi.org/10.5555/jiv.2026.${number}`
  return {
    id,
    doi,
    title: `Counting Lanterns, part ${number}`,
    display_name: `Counting Lanterns, part ${number}`,
    publication_year: 2026,
    publication_date: '2026-09-20',
    ids: { openalex: id, doi, pmid: `https://pubmed.ncbi.nlm.nih.gov/${99_900_000 + number}` },
    language: 'en',
    type: 'article',
    indexed_in: ['crossref'],
    open_access: { is_oa: true, oa_status: 'gold', oa_url: `https://example.org/${number}.pdf` },
    cited_by_count: 2,
    locations: [{ is_oa: true, landing_page_url: doi, pdf_url: null }],
    best_oa_location: null,
    abstract_inverted_index: indexOf(LANTERN_ABSTRACT),
    created_date: '2026-09-22',
    updated_date: '2026-09-22T03:00:00.000000',
    ...changes,
  }
}
