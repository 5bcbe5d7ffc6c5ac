import { AppError } from '../platform/errors.ts'
import { createFetcher, type FetcherOptions } from './fetcher.ts'

/** A small request that shows whether a service answers at the address of one of its interfaces. */
export interface Probe {
  /** What is asked for at that address. */
  request(address: string): URL
  /** Sent as the body of a POST. */
  form?(address: string): Promise<URLSearchParams>
  /** What an answer of the service has in it. */
  expected: RegExp
}

/** What became of the probe of one interface. */
export interface ProbeResult {
  /** "rss", "oai", "api" */
  interface: string
  address: string
  ok: boolean
  /** In a sentence: that it answers, or why not. */
  message: string
  /** How long it took, the wait for other requests to the service included. */
  ms: number
}

export interface Testable {
  /**
   * Asks each interface at its address for a little. The source's own state, as admins see it, stays as it was: the
   * addresses may be ones that are not saved. `key` is used at them in place of the saved one.
   */
  test?(
    addresses: Readonly<Record<string, string>>,
    options: { signal: AbortSignal; key?: string },
  ): Promise<ProbeResult[]>
}

/**
 * Returns the test of a source whose requests are sent with `options`, in its place in the queue and with its pause.
 * `probes` are by interface.
 */
export function createTest(
  options: FetcherOptions,
  probes: Readonly<Record<string, Probe>>,
): Required<Testable>['test'] {
  const { onBreaker: _breaker, onRequestFailed: _failed, onRequestSucceeded: _succeeded, ...own } = options
  const { name } = options

  async function ask(probe: Probe, address: string, signal: AbortSignal): Promise<string | null> {
    // Its own fetcher each time: an earlier test that failed must not keep this one from being sent.
    const fetcher = createFetcher({ ...own, retries: { ...own.retries, tries: 1 } })
    try {
      const form = await probe.form?.(address)
      return await fetcher.get(probe.request(address), {
        signal,
        ...(form && { form }),
        read({ body }) {
          if (!probe.expected.test(body)) throw new SyntaxError(`it is not what ${name} sends`)
          return null
        },
      })
    } catch (error) {
      if (signal.aborted) return `${name} did not answer in time.`
      if (error instanceof AppError && error.code === 'source-unavailable') return error.message
      throw error
    }
  }

  return async (addresses, { signal }) => {
    const results: ProbeResult[] = []
    for (const [id, probe] of Object.entries(probes)) {
      const address = addresses[id]
      if (address === undefined) continue
      const startedAt = performance.now()
      const failure = await ask(probe, address, signal)
      const ms = Math.round(performance.now() - startedAt)
      results.push({ interface: id, address, ok: failure === null, message: failure ?? `${name} answers.`, ms })
    }
    return results
  }
}

/** The request with these parameters at an address that has none, or at a path below it: "/works". */
export const withParameters =
  (parameters: Readonly<Record<string, string>>, path = '') =>
  (address: string): URL => {
    const url = new URL(path === '' ? address : address.replace(/\/+$/, '') + path)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url
  }
