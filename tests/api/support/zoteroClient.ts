import { afterEach } from 'bun:test'
import { createZotero } from '#api/sources/zotero/zotero.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { KEY, startZoteroSimulator, USER_ID } from '#tests/simulators/zotero.ts'

/** A client of Zotero for each call of `start`, with a simulator of its own that is stopped after the test. */
export function useZoteroClient() {
  const stops: (() => unknown)[] = []
  const stopLater = (simulator: { stop(): unknown }) => void stops.push(() => simulator.stop())
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return {
    access: { key: KEY, userId: USER_ID, signal: new AbortController().signal },
    stopLater,
    start({ gapMs = 0 } = {}) {
      const simulator = startZoteroSimulator()
      stopLater(simulator)
      const zotero = createZotero({
        apiUrl: simulator.apiUrl,
        contactEmail: 'ada@example.org',
        rateLimit: localRateLimit(),
        gapMs,
        retries: { basePauseMs: 1, tries: 2 },
      })
      return { simulator, library: simulator.library, zotero }
    },
  }
}
