import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '#api/platform/clock.ts'
import { replaceResponse, type Endpoint, type Fault, type PlannedFault } from './arxivFaults.ts'
import { respondToQuery } from './arxivApi.ts'
import { respondToOai } from './arxivOai.ts'
import { respondToFeed } from './arxivRss.ts'
import { renderPaperHtml, type SimText } from './paperHtml.ts'
import type { SimPaper } from './simPapers.ts'

export interface SimRequest {
  door: Endpoint
  url: string
  userAgent: string
  /** Current time of the simulated arXiv. */
  at: Date
  /** The request has `If-None-Match`. */
  conditional: boolean
  /** The response was not the correct one. */
  altered: boolean
  /** Milliseconds of the monotonic clock (`performance.now()`), to measure pauses between requests. */
  startedAt: number
  endedAt: number
  status: number
}

export interface ArxivOptions {
  papers?: SimPaper[]
  /** Current time of the simulated arXiv; default: the product's clock. */
  clock?: () => Date
  port?: number
  /** Records per OAI-PMH page; default 2,500, as at arXiv. */
  oaiPageSize?: number
  /** The query API responds in its layout from before November 2025. */
  oldFormat?: boolean
}

export interface ArxivSimulator {
  rssUrl: string
  oaiUrl: string
  apiUrl: string
  htmlUrl: string
  /** Texts of versions, by "2611.90001v1", or the whole pages. Other versions have no HTML. */
  texts: Map<string, SimText | string>
  /** Tests may add and remove papers at any time. */
  papers: SimPaper[]
  /** Every request so far, in order. */
  requests: SimRequest[]
  /** Highest number of concurrent requests so far. */
  readonly maxConcurrentRequests: number
  /** Feeds that still show the previous batch: names of feeds, or "all". */
  staleFeeds: Set<string>
  /** Records per OAI-PMH page. */
  oaiPageSize: number
  /** Called with each request and a function that gives the correct response. What it returns is sent instead. */
  onRequest:
    | ((request: SimRequest, correct: () => Promise<Response>) => Promise<Response> | Response | undefined)
    | null
  /** Applies `fault` to the next `times` responses of `door`, or of any endpoint when `door` is left out. */
  fail(fault: Fault, options?: { times?: number; door?: Endpoint; retryAfter?: string }): void
  /** Pauses between the end of a response and the next request, in milliseconds. */
  gaps(): number[]
  /** Stops listening: connections are refused until `up()`. */
  down(): Promise<void>
  up(): void
  stop(): Promise<void>
}

const doors: readonly Endpoint[] = ['oai', 'api', 'html']

/** Serves arXiv's feeds, OAI-PMH, query API and the HTML of papers on a local port, as closely as their behaviour is known. */
export function startArxivSimulator(options: ArxivOptions = {}): ArxivSimulator {
  const { clock = now, papers = [], oldFormat = false } = options
  const planned: PlannedFault[] = []
  const requests: SimRequest[] = []
  const staleFeeds = new Set<string>()
  const texts: ArxivSimulator['texts'] = new Map()
  const stopping = new AbortController()
  let open = 0
  let maxConcurrentRequests = 0

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const door = doors.find((name) => url.pathname.startsWith(`/${name}`)) ?? 'rss'
    const entry: SimRequest = {
      door,
      url: url.pathname + url.search,
      userAgent: request.headers.get('user-agent') ?? '',
      at: clock(),
      conditional: request.headers.has('if-none-match'),
      altered: false,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
      status: 0,
    }
    requests.push(entry)
    maxConcurrentRequests = Math.max(maxConcurrentRequests, ++open)
    try {
      const plan = planned.find((each) => each.times > 0 && (each.door ?? door) === door)
      if (plan) plan.times--
      const correct = () => respond(door, url, request, plan)
      const changed = await simulator.onRequest?.(entry, correct)
      entry.altered = changed !== undefined || plan !== undefined
      const response = changed ?? (await correct())
      entry.status = response.status
      return response
    } finally {
      open--
      entry.endedAt = performance.now()
    }
  }

  async function respond(
    door: Endpoint,
    url: URL,
    request: Request,
    plan: PlannedFault | undefined,
  ): Promise<Response> {
    const fields = request.method === 'POST' ? new URLSearchParams(await request.text()) : url.searchParams
    const is = (fault: Fault) => plan?.fault === fault
    if (plan?.fault === 'hang')
      await sleep(60_000, undefined, { signal: AbortSignal.any([stopping.signal, request.signal]) })
    const replacement = plan && replaceResponse(plan, url)
    if (replacement) return replacement
    const at = clock()
    let response: Response
    if (url.pathname === '/oai2') response = Response.redirect(`${url.origin}/oai${url.search}`, 301)
    else if (door === 'oai')
      response = respondToOai({
        papers,
        fields,
        at,
        pageSize: simulator.oaiPageSize,
        tokensExpired: is('expired-token'),
        tokensLoop: is('looping-token'),
      })
    else if (door === 'api') {
      const faults = {
        emptyPage: is('empty-page'),
        shortPage: is('short-page'),
        driftingTotal: is('drifting-total'),
        duplicates: is('duplicates'),
      }
      response = respondToQuery({ papers, fields, at, faults: { ...faults, oldFormat } })
    } else if (door === 'html') response = handleHtml(url)
    else response = handleFeeds(url, request, at)
    if (is('truncated')) return new Response((await response.text()).slice(0, -40), response)
    if (is('doctype')) return new Response(`<!DOCTYPE x [<!ENTITY a "a">]>${await response.text()}`, response)
    return response
  }

  function handleHtml(url: URL): Response {
    const text = texts.get(decodeURIComponent(url.pathname.slice('/html/'.length)))
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    if (text === undefined)
      return new Response('<html><body><h1>No HTML for this paper</h1></body></html>', { status: 404, headers })
    return new Response(typeof text === 'string' ? text : renderPaperHtml(text), { headers })
  }

  function handleFeeds(url: URL, request: Request, at: Date): Response {
    if (url.pathname === '/feed/status') return new Response('Status: GOOD')
    const [, format = '', query = ''] = /^\/(rss|atom)\/([^/]+)$/.exec(url.pathname) ?? []
    if (query === '') return new Response('Not Found', { status: 404 })
    const stale = staleFeeds.has('all') || staleFeeds.has(query)
    return respondToFeed({ papers, format, query, stale, at, ifNoneMatch: request.headers.get('if-none-match') })
  }

  let server = listen(options.port ?? 0)
  const { port } = server
  const origin = `http://127.0.0.1:${port}`

  function listen(listenPort: number) {
    return Bun.serve({ hostname: '127.0.0.1', port: listenPort, idleTimeout: 120, fetch: handle })
  }

  const simulator: ArxivSimulator = {
    oaiPageSize: options.oaiPageSize ?? 2_500,
    onRequest: null,
    rssUrl: origin,
    oaiUrl: `${origin}/oai`,
    apiUrl: `${origin}/api/query`,
    htmlUrl: `${origin}/html`,
    texts,
    papers,
    requests,
    staleFeeds,
    get maxConcurrentRequests() {
      return maxConcurrentRequests
    },
    fail(fault, { times = 1, door, retryAfter } = {}) {
      planned.push({ fault, times, door, retryAfter })
    },
    gaps: () => requests.slice(1).map(({ startedAt }, n) => startedAt - (requests[n]?.endedAt ?? startedAt)),
    async down() {
      await server.stop(true)
    },
    up() {
      server = listen(port ?? 0)
    },
    async stop() {
      stopping.abort()
      await server.stop(true)
    },
  }
  return simulator
}
