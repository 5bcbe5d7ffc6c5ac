import { CROSSREF_FAULTS, SELECTS, type CrossrefFault } from './crossrefAnswers.ts'
import { serveSimulated, type SimulatedService } from './simulatedService.ts'

/** A record as Crossref keeps it, in its own field names. */
export type SimWork = { DOI: string } & Record<string, unknown>

/** The limits that the headers of each answer state. */
export interface Pool {
  name: string
  limit: number
  concurrency: number
}

export const PUBLIC_POOL: Pool = { name: 'public', limit: 5, concurrency: 1 }
export const POLITE_POOL: Pool = { name: 'polite', limit: 10, concurrency: 3 }
/** Without a pause between requests, so that tests do not wait. */
const FAST_POOL: Pool = { name: 'plus', limit: 100_000, concurrency: 100 }

export interface CrossrefSimulator extends SimulatedService<CrossrefFault> {
  works: SimWork[]
  /** Pools of requests without and with `mailto`; tests may change them between two requests. */
  pools: { public: Pool; polite: Pool }
}

/** Serves the works of Crossref's REST API on a local port, as closely as its behaviour is known. */
export function startCrossrefSimulator({ works = [], port = 0 }: { works?: SimWork[]; port?: number } = {}) {
  function poolHeaders({ searchParams }: URL, userAgent: string): [string, string][] {
    const isPolite = searchParams.has('mailto') || /mailto:/.test(userAgent)
    const { name, limit, concurrency } = isPolite ? simulator.pools.polite : simulator.pools.public
    return [
      ['x-rate-limit-limit', String(limit)],
      ['x-rate-limit-interval', '1s'],
      ['x-concurrency-limit', String(concurrency)],
      ['x-api-pool', name],
    ]
  }

  function respond({ pathname, searchParams }: URL): Response {
    if (pathname === '/works' || pathname === '/v1/works') return respondToList(searchParams)
    const doi = /^(?:\/v1)?\/works\/(.+)$/.exec(pathname)?.[1]
    const work = doi === undefined ? undefined : findWork(decodeURIComponent(doi))
    if (work === undefined)
      return new Response('Resource not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
    return json({ status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message: work })
  }

  const findWork = (doi: string) => simulator.works.find(({ DOI }) => DOI.toLowerCase() === doi.toLowerCase())

  function respondToList(params: URLSearchParams): Response {
    const rows = params.get('rows') ?? '20'
    if (!/^\d+$/.test(rows) || Number(rows) > 1_000)
      return refuse(
        'integer-not-valid',
        rows,
        `Integer specified as ${rows} but must be a positive integer less than or equal to 1000. `,
      )
    const select = params.get('select')?.split(',')
    const unknown = select?.find((name) => !SELECTS.includes(name))
    if (unknown !== undefined)
      return refuse(
        'select-not-available',
        unknown,
        `Select ${unknown} specified but there is no such select for this route. Valid selects for this route are: ${SELECTS.join(', ')}`,
      )
    const filters = (params.get('filter') ?? '').split(',').map((filter) => filter.split(/:(.*)/s))
    const [wrong] = filters.find(([name]) => name !== 'doi') ?? []
    if (wrong !== undefined)
      return refuse(
        'filter-not-available',
        wrong,
        `Filter ${wrong} specified but there is no such filter for this route. Valid filters for this route are: doi`,
      )
    const found = [...new Set(filters.flatMap(([, doi = '']) => findWork(doi) ?? []))]
    const items = found
      .slice(0, Number(rows))
      .map((work) =>
        select === undefined
          ? work
          : Object.fromEntries(Object.entries(work).filter(([name]) => select.includes(name))),
      )
    const query = { 'start-index': 0, 'search-terms': null }
    const message = { facets: {}, 'total-results': found.length, items, 'items-per-page': Number(rows), query }
    return json({ status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message })
  }

  const service = serveSimulated<CrossrefFault>({
    port,
    respond: (url, plan) =>
      plan === undefined || plan.fault === 'hang' ? respond(url) : CROSSREF_FAULTS[plan.fault](plan.retryAfter),
    complete(response, url, { userAgent }) {
      for (const [name, value] of poolHeaders(url, userAgent)) response.headers.set(name, value)
    },
  })
  const simulator: CrossrefSimulator = Object.assign(service, {
    works,
    pools: { public: FAST_POOL, polite: FAST_POOL },
  })
  return simulator
}

const json = (body: object, { status = 200, type = 'application/json' } = {}) =>
  Response.json(body, { status, headers: { 'content-type': type } })

const refuse = (type: string, value: string, message: string): Response =>
  json(
    { status: 'failed', 'message-type': 'validation-failure', message: [{ type, value, message }] },
    {
      status: 400,
      type: 'application/json;charset=utf-8',
    },
  )
