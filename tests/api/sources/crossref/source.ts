import { afterEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { createCrossrefSource, type CrossrefOptions } from '#api/sources/crossref/crossref.ts'
import { startCrossrefSimulator, type SimWork } from '#tests/simulators/crossref.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

export const { signal } = new AbortController()

/** A source and a simulated Crossref with these works for each test. */
export function useCrossref() {
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    setClock(null)
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(works: SimWork[], options: Partial<CrossrefOptions> = {}) {
    const simulator = startCrossrefSimulator({ works })
    stops.push(() => simulator.stop())
    const source = createCrossrefSource({
      apiUrl: simulator.apiUrl,
      gapMs: 0,
      mailto: 'ada@example.org',
      rateLimit: localRateLimit(),
      retries: { basePauseMs: 1, tries: 2 },
      ...options,
    })
    const read = (ids: readonly string[], more: { after?: string } = {}) =>
      source.lookUp.readByIds(ids, { signal, ...more })
    return { simulator, source, read }
  }
}
