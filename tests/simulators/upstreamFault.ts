import type { SimRequest } from './arxiv.ts'
import type { Endpoint } from './arxivFaults.ts'

/** A fault of an outside service. Exactly one of `respond`, `raw` and `origin` says what it does. */
export interface UpstreamFault {
  name: string
  /** The interfaces that it is tried on. */
  doors: readonly Endpoint[]
  respond?: (request: SimRequest, correct: () => Promise<Response>) => Promise<Response> | Response | undefined
  /** Name of an answer of `RAW_ANSWERS`. */
  raw?: string
  /** Another address of the interface. */
  origin?: (own: string) => string
  /** Only the first requests of the day have the fault, because each takes long. Default: all of the day. */
  times?: number
  /** Smaller limits of requests, because each of all of the day takes as long as these. */
  limits?: { firstByteMs: number; totalMs: number }
  /** At least one record is in quarantine afterwards. */
  quarantines?: boolean
  /** It replaces a title by one that can be read. */
  retitles?: boolean
}
