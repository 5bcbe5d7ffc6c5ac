import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import type { BreakerState } from '../contract/admin.ts'
import type { Failure } from './failures.ts'

interface Options {
  /** Retryable failures in a row that open the breaker of a host. */
  failures: number
  /** No requests for this time, then one trial request. */
  openMs: number
  /** Called when the breaker of `host` changes state, with the worst state of all hosts. */
  onChange: (host: string, isClosed: boolean, worst: BreakerState) => void
}

interface Host {
  circuit: CircuitBreakerPolicy
  /** In the time of the system clock. */
  openUntil: number
  lastReason: string
}

/** The attempt was not made, because the breaker is open. */
interface Refused {
  /** Until the next trial request. */
  waitMs: number
  /** Why the last attempt failed; follows the name of the service in a sentence. */
  lastReason: string
}

/** A circuit breaker per host. `run` makes an attempt, or returns Refused while the breaker of the host is open. */
export function createBreakers({ failures, openMs, onChange }: Options) {
  const hosts = new Map<string, Host>()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    const host: Host = { circuit: createCircuit(failures, openMs), openUntil: 0, lastReason: '' }
    hosts.set(name, host)
    host.circuit.onStateChange((state) => {
      if (state === CircuitState.Open) host.openUntil = Date.now() + openMs
      onChange(name, state === CircuitState.Closed, worstState([...hosts.values()]))
    })
    return host
  }

  return {
    async run<Success extends object>(
      name: string,
      signal: AbortSignal,
      attempt: () => Promise<Success | Failure>,
    ): Promise<Success | Failure | { refused: Refused }> {
      signal.throwIfAborted()
      const host = hostOf(name)
      const aborted = rejectOnAbort(signal)
      const execution = host.circuit.execute(() => {
        aborted.cancel()
        return attempt()
      })
      try {
        // While another request is the trial, this one waits: a caller that stops must not wait for its end.
        const outcome = await Promise.race([execution, aborted.promise])
        if ('reason' in outcome) host.lastReason = outcome.reason
        return outcome
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error
        return { refused: { waitMs: Math.max(0, host.openUntil - Date.now()), lastReason: host.lastReason } }
      } finally {
        aborted.cancel()
      }
    },
  }
}

function rejectOnAbort(signal: AbortSignal): { promise: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  return { promise, cancel: () => signal.removeEventListener('abort', onAbort) }
}

/** Opens after `failures` retryable failures in a row. */
function createCircuit(failures: number, openMs: number): CircuitBreakerPolicy {
  // An error in the half-open state means that the job was stopped during the trial request. It must count as a
  // failure, because the library would close the circuit otherwise.
  const isTrial = () => circuit.state === CircuitState.HalfOpen
  const circuit: CircuitBreakerPolicy = circuitBreaker(handleWhen(isTrial).orWhenResult(isRetryable), {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: openMs,
  })
  return circuit
}

function isRetryable(result: unknown): boolean {
  const outcome = result as object | Failure
  return 'retryable' in outcome && outcome.retryable
}

function worstState(hosts: readonly Host[]): BreakerState {
  const states = new Set(hosts.map(({ circuit }) => circuit.state))
  if (states.has(CircuitState.Open)) return 'open'
  return states.has(CircuitState.HalfOpen) ? 'half-open' : 'closed'
}
