import { afterEach } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
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

/** The failure of a call. */
export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error(`it did not fail as expected: ${String(error)}`)
  return error
}
