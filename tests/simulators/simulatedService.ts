import { setTimeout as sleep } from 'node:timers/promises'

/** One request to a simulated service. */
export interface SimRequest {
  method: string
  /** Path and query, or the fields of a form. */
  url: string
  userAgent: string
  headers: Readonly<Record<string, string>>
  /** A body of JSON as it was sent; null without one. */
  json: string | null
  status: number
  /** Milliseconds of the monotonic clock, to measure pauses between requests. */
  startedAt: number
  endedAt: number
}

/** What tests do with every simulated service. */
export interface SimulatedService<Fault extends string> {
  apiUrl: string
  /** Every request so far, in order. */
  requests: SimRequest[]
  /** Highest number of concurrent requests so far. */
  readonly maxConcurrentRequests: number
  /** Applies `fault` to the next `times` answers. */
  fail(fault: Fault, options?: { times?: number; retryAfter?: string }): void
  /** Called before each request is answered, which waits for it. What it returns is sent instead. */
  onRequest: ((request: Request) => Response | undefined | Promise<Response | undefined>) | null
  /** Pauses between the end of an answer and the next request, in milliseconds. */
  gaps(): number[]
  /** Stops listening: connections are refused until `up()`. */
  down(): Promise<void>
  up(): void
  stop(): Promise<void>
}

/** A fault that was planned for an answer. "hang": the answer comes after a minute. */
export interface Plan<Fault extends string> {
  fault: Fault
  retryAfter?: string
}

interface Options<Fault extends string> {
  port: number
  /** Returns the answer to a request, with the fault that was planned for it. */
  respond: (url: URL, plan: Plan<Fault> | undefined, request: Request, sent: SimRequest) => Response
  /** Changes an answer before it is sent. */
  complete?: (response: Response, url: URL, request: SimRequest) => void
}

/** Serves a simulated service on a local port; 0 is a free one. */
export function serveSimulated<Fault extends string>({
  port,
  respond,
  complete,
}: Options<Fault>): SimulatedService<Fault> {
  const planned: (Plan<Fault> & { times: number })[] = []
  const requests: SimRequest[] = []
  const stopping = new AbortController()
  let open = 0
  let maxConcurrentRequests = 0

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const body = request.method === 'POST' || request.method === 'PATCH' ? await request.clone().text() : ''
    const isJson = request.headers.get('content-type') === 'application/json'
    // The fields of a form are recorded like those of an address.
    if (!isJson) for (const [name, value] of new URLSearchParams(body)) url.searchParams.append(name, value)
    const entry: SimRequest = {
      method: request.method,
      url: url.pathname + url.search,
      userAgent: request.headers.get('user-agent') ?? '',
      // Bun drops the headers of a request when it has been answered.
      headers: Object.fromEntries(request.headers),
      json: isJson ? body : null,
      status: 0,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    }
    requests.push(entry)
    maxConcurrentRequests = Math.max(maxConcurrentRequests, ++open)
    try {
      const plan = planned.find(({ times }) => times > 0)
      if (plan) plan.times -= 1
      if (plan?.fault === 'hang')
        await sleep(60_000, undefined, { signal: AbortSignal.any([stopping.signal, request.signal]) })
      const response = (await service.onRequest?.(request)) ?? respond(url, plan, request, entry)
      complete?.(response, url, entry)
      entry.status = response.status
      return response
    } finally {
      open -= 1
      entry.endedAt = performance.now()
    }
  }

  const listen = (at: number) => Bun.serve({ hostname: '127.0.0.1', port: at, idleTimeout: 120, fetch: handle })
  let server = listen(port)
  const own = server.port ?? 0

  const service: SimulatedService<Fault> = {
    apiUrl: `http://127.0.0.1:${own}`,
    requests,
    get maxConcurrentRequests() {
      return maxConcurrentRequests
    },
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
  return service
}
