import { setTimeout as sleep } from 'node:timers/promises'
import { CROSSREF_FAULTS, SELECTS, type CrossrefFault } from './crossrefAnswers.ts'

/** A record as Crossref keeps it, in its own field names. */
export type SimWork = { DOI: string } & Record<string, unknown>

export interface CrossrefRequest {
  /** Path and query. */
  url: string
  userAgent: string
  status: number
  /** Milliseconds of the monotonic clock, to measure pauses between requests. */
  startedAt: number
  endedAt: number
}

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

export interface CrossrefSimulator {
  apiUrl: string
  works: SimWork[]
  /** Every request so far, in order. */
  requests: CrossrefRequest[]
  /** Pools of requests without and with `mailto`; tests may change them between two requests. */
  pools: { public: Pool; polite: Pool }
  /** Applies `fault` to the next `times` answers. */
  fail(fault: CrossrefFault, options?: { times?: number; retryAfter?: string }): void
  /** Replaces the answer to a request, if it returns one. */
  onRequest: ((request: Request) => Response | undefined) | null
  gaps(): number[]
  /** Stops listening: connections are refused until `up()`. */
  down(): Promise<void>
  up(): void
  stop(): Promise<void>
}

/** Serves the works of Crossref's REST API on a local port, as closely as its behaviour is known. */
export function startCrossrefSimulator({ works = [], port = 0 }: { works?: SimWork[]; port?: number } = {}) {
  const planned: { fault: CrossrefFault; times: number; retryAfter?: string }[] = []
  const requests: CrossrefRequest[] = []
  const stopping = new AbortController()

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const entry: CrossrefRequest = {
      url: url.pathname + url.search,
      userAgent: request.headers.get('user-agent') ?? '',
      status: 0,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    }
    requests.push(entry)
    try {
      const plan = planned.find(({ times }) => times > 0)
      if (plan) plan.times -= 1
      if (plan?.fault === 'hang')
        await sleep(60_000, undefined, { signal: AbortSignal.any([stopping.signal, request.signal]) })
      const response =
        simulator.onRequest?.(request) ??
        (plan === undefined || plan.fault === 'hang' ? respond(url) : CROSSREF_FAULTS[plan.fault](plan.retryAfter))
      for (const [name, value] of poolHeaders(url, entry.userAgent)) response.headers.set(name, value)
      entry.status = response.status
      return response
    } finally {
      entry.endedAt = performance.now()
    }
  }

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

  const listen = (at: number) => Bun.serve({ hostname: '127.0.0.1', port: at, idleTimeout: 120, fetch: handle })
  let server = listen(port)
  const own = server.port ?? 0

  const simulator: CrossrefSimulator = {
    apiUrl: `http://127.0.0.1:${own}`,
    works,
    requests,
    pools: { public: FAST_POOL, polite: FAST_POOL },
    onRequest: null,
    fail(fault, { times = 1, retryAfter } = {}) {
      planned.push({ fault, times, ...(retryAfter !== undefined && { retryAfter }) })
    },
    gaps: () => requests.slice(1).map(({ startedAt }, index) => startedAt - (requests[index]?.endedAt ?? startedAt)),
    async down() {
      await server.stop(true)
    },
    up() {
      server = listen(own)
    },
    async stop() {
      stopping.abort()
      await server.stop(true)
    },
  }
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
