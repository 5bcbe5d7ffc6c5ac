import { CROSSREF_FAULTS, type CrossrefFault } from './crossrefAnswers.ts'
import { answer, findWork, listWorks, searchJournals, type SimJournal, type SimWork } from './crossrefLists.ts'
import { serveSimulated, type SimulatedService } from './simulatedService.ts'

export type { SimJournal, SimWork }

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
  journals: SimJournal[]
  /** Works by DOI that are not found before this instant of the product's clock: the index lags behind. */
  visibleFrom: Map<string, Date>
  /** Pages of lists have so many rows at most, whatever was asked for; the last one of a list is short, too. */
  rowsMax: number
  /** Rows that the next lists leave out, though they count them. */
  hidden: number
  /** Pools of requests without and with `mailto`; tests may change them between two requests. */
  pools: { public: Pool; polite: Pool }
}

/** Serves the works and journals of Crossref's REST API on a local port, as closely as its behaviour is known. */
export function startCrossrefSimulator({
  works = [],
  journals = [],
  port = 0,
}: { works?: SimWork[]; journals?: SimJournal[]; port?: number } = {}) {
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
    const path = pathname.replace(/^\/v1(?=\/)/, '')
    if (path === '/works') return listWorks(searchParams, simulator)
    if (path === '/journals') return searchJournals(searchParams, simulator.journals)
    const [, kind, id = ''] = /^\/(works|journals)\/(.+)$/.exec(path) ?? []
    const message =
      kind === 'works'
        ? findWork(simulator.works, decodeURIComponent(id))
        : simulator.journals.find(({ ISSN }) => ISSN.includes(decodeURIComponent(id)))
    if (message === undefined)
      return new Response('Resource not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
    return answer(kind === 'works' ? 'work' : 'journal', message)
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
    journals,
    visibleFrom: new Map<string, Date>(),
    rowsMax: 1_000,
    hidden: 0,
    pools: { public: FAST_POOL, polite: FAST_POOL },
  })
  return simulator
}
