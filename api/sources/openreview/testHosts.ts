import { AppError } from '../../platform/errors.ts'
import type { ProbeResult, Testable } from '../probes.ts'
import { clearAccepted, rememberRefusedKeys } from '../refusedKeys.ts'
import { createClient, HOSTS, NAME, type OpenreviewOptions } from './client.ts'
import { parseNotes } from './notes.ts'

/** A journal that always has papers. */
const VENUE = 'TMLR'

/**
 * Returns the test of both hosts: each is signed in to, and asked for a paper. The state of the source, as admins see it,
 * stays as it was. A typed key is sent to the typed addresses, the saved one to those for which it was saved.
 */
export const createHostTest = (options: OpenreviewOptions): Required<Testable>['test'] => {
  const { onBreaker: _breaker, onRequestFailed: _failed, onRequestSucceeded: _succeeded, ...own } = options
  return async (addresses, { signal, key }) => {
    const readSaved = own.readSettings
    const results: ProbeResult[] = []
    for (const host of HOSTS) {
      const address = addresses[host]
      if (address === undefined) continue
      const readKey = async () => key ?? ((await isSavedFor(host, address)) ? (await readSaved?.())?.key : undefined)
      // Its own client each time: an earlier test that was refused must not keep this one from being sent.
      const client = createClient({
        ...own,
        retries: { ...own.retries, tries: 1 },
        refusedKeys: rememberRefusedKeys(),
        async readSettings() {
          const saved = await readSaved?.()
          const usable = await readKey()
          return {
            gap_ms: saved?.gap_ms ?? null,
            addresses: { api: address, old: address },
            ...(usable !== undefined && { key: usable }),
          }
        },
      })
      const startedAt = performance.now()
      const failure = await ask(client, host, signal)
      const ms = Math.round(performance.now() - startedAt)
      const result = { interface: host, address, ok: failure === null, message: failure ?? `${NAME} answers.`, ms }
      results.push(result)
      if (own.refusedKeys !== undefined) await clearAccepted([result], readKey, own.refusedKeys)
    }
    return results
  }

  /** Whether the saved key may be sent to an address: it is that of the host, or on the same server. */
  async function isSavedFor(host: (typeof HOSTS)[number], address: string): Promise<boolean> {
    const { addresses = {} } = (await own.readSettings?.()) ?? {}
    const { origin } = new URL(address)
    const api = addresses['api'] ?? own.apiUrl
    if (origin === new URL(api).origin) return true
    return host === 'old' && addresses['api'] === undefined && origin === new URL(own.oldUrl).origin
  }
}

async function ask(
  client: ReturnType<typeof createClient>,
  host: (typeof HOSTS)[number],
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await client.ask(host, '/notes', {
      signal,
      tries: 1,
      parameters: { 'content.venueid': VENUE, limit: '1' },
      read: ({ body }) => parseNotes(body, {}),
    })
    return null
  } catch (error) {
    if (signal.aborted) return `${NAME} did not answer in time.`
    if (error instanceof AppError && error.code === 'source-unavailable') return error.message
    throw error
  }
}
