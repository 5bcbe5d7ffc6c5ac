import { ARXIV_ZONE, dayIn, isDay, now } from '#api/platform/clock.ts'
import { answerInterval, answerNothing, REPLACED, type BiorxivFault } from './biorxivAnswers.ts'
import type { SimPreprint } from './simPreprints.ts'
import { serveSimulated, type SimulatedService } from './simulatedService.ts'

export interface BiorxivOptions {
  preprints?: SimPreprint[]
  /** Current time of the simulated servers; default: the product's clock. What is posted later is not listed yet. */
  clock?: () => Date
  port?: number
  /** Rows of a page: 30 since the summer of 2026, 100 before it. */
  pageSize?: number
}

export interface BiorxivSimulator extends SimulatedService<BiorxivFault> {
  /** Rows of both servers, in the order in which they were entered. Tests may add some at any time. */
  preprints: SimPreprint[]
  pageSize: number
  /** Pages behind this cursor are answered with 503; null if all can be read. */
  deepestCursor: number | null
}

const PATH = /^\/details\/(biorxiv|medrxiv)\/([^/]+)\/([^/]+)(?:\/(\d+))?(?:\/(json))?\/?$/

/** Serves the intervals of the API of bioRxiv and medRxiv on a local port, as closely as its behaviour is known. */
export function startBiorxivSimulator(options: BiorxivOptions = {}): BiorxivSimulator {
  const { preprints = [], clock = now, port = 0, pageSize = 30 } = options
  function respond({ pathname, searchParams }: URL, fault?: BiorxivFault): Response {
    const [, server, from = '', to = '', start = '0'] = PATH.exec(pathname) ?? []
    if (server === undefined) return new Response('Not Found', { status: 404 })
    if (!isDay(from) || !isDay(to)) return answerNothing()
    const asked = Number(start)
    if (simulator.deepestCursor !== null && asked > simulator.deepestCursor) return REPLACED.unavailable()
    const today = dayIn(ARXIV_ZONE, clock())
    const posted = preprints
      .filter((row) => row.server.toLowerCase() === server && row.date >= from && row.date <= to && row.date <= today)
      .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    const wanted = searchParams.get('category')?.toLowerCase().replaceAll('_', ' ')
    const isKnown = fault !== 'ignored-category' && posted.some(({ category }) => category.toLowerCase() === wanted)
    return answerInterval({
      from,
      to,
      category: isKnown && wanted !== undefined ? wanted : 'all',
      cursor: fault === 'ignored-cursor' ? 0 : fault === 'overlap' ? Math.max(0, asked - 1) : asked,
      rows: isKnown ? posted.filter(({ category }) => category.toLowerCase() === wanted) : posted,
      pageSize: simulator.pageSize,
      excess: fault === 'large-total' ? simulator.pageSize : 0,
    })
  }

  const replaced = REPLACED as Partial<Record<BiorxivFault, (retryAfter?: string) => Response>>
  const service = serveSimulated<BiorxivFault>({
    port,
    respond: (url, plan) => (plan && replaced[plan.fault]?.(plan.retryAfter)) ?? respond(url, plan?.fault),
  })
  const simulator: BiorxivSimulator = Object.assign(service, { preprints, pageSize, deepestCursor: null })
  return simulator
}
