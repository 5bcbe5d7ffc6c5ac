import { afterEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import type { AskedPaper } from '#api/sources/enriching.ts'
import type { JsonFault } from '#tests/simulators/jsonService.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import type { SimulatedService } from '#tests/simulators/simulatedService.ts'

export const { signal } = new AbortController()

/** A source that is asked for facts, and its simulated service, for each test. */
export function useService<Simulator extends Pick<SimulatedService<never>, 'apiUrl' | 'stop'>, Source>(
  create: (options: ServiceOptions) => Source,
) {
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    setClock(null)
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(simulator: Simulator, options: Partial<ServiceOptions> = {}) {
    stops.push(() => simulator.stop())
    const source = create({
      apiUrl: simulator.apiUrl,
      gapMs: 0,
      contactEmail: 'ada@example.org',
      rateLimit: localRateLimit(),
      retries: { basePauseMs: 1, tries: 2 },
      ...options,
    })
    return { simulator, source }
  }
}

/** A paper that is stored under the first of `ids`. */
export const asked = (...ids: [string, ...string[]]): AskedPaper => ({ id: ids[0], ids })

/** The settings of an admin who saved a key, and perhaps another address. */
export const withKey = (key: string, api?: string): Pick<ServiceOptions, 'readSettings'> => ({
  readSettings: async () => ({ gap_ms: null, addresses: { ...(api !== undefined && { api }) }, key }),
})

/** What the faults of services become: requests that are sent, and the reason behind the name of the service. */
export const FAULTS: readonly { fault: JsonFault; tries: number; reason: string }[] = [
  { fault: 'rate-limited', tries: 2, reason: 'asks us to slow down (429)' },
  { fault: 'unavailable', tries: 2, reason: 'answers 503' },
  { fault: 'html', tries: 2, reason: 'gave an answer that cannot be used: it is a page of HTML' },
  { fault: 'truncated', tries: 2, reason: 'gave an answer that cannot be used: it is no JSON' },
  { fault: 'other-json', tries: 2, reason: 'gave an answer that cannot be used: it has no list of records' },
  { fault: 'blocked', tries: 1, reason: 'refuses us (403)' },
  { fault: 'redirect-inside', tries: 1, reason: 'sent us to an address we do not follow (http://169.254.169.254)' },
]
