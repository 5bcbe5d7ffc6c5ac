import { useRef, useState } from 'react'
import { ApiError } from '../shared/client.ts'

interface Action<Args extends unknown[], Failure> {
  /** Calls the function; true when it succeeded. While a call is open, another one is ignored and returns false. */
  run: (...args: Args) => Promise<boolean>
  busy: boolean
  /** The last call succeeded. */
  done: boolean
  /** Why the last call failed. */
  error: Failure | undefined
  /** Forgets the last result, and the result of an open call when it arrives. */
  reset: () => void
}

type ErrorClass<Failure> = new (...args: never[]) => Failure
type State = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; error: Error }

/**
 * The state of one asynchronous function that a button or form calls: busy, done or failed. `Expected` is the class of
 * the errors it shows; any other error is thrown by `run`. A call that ends after unmount sets no state: React drops it.
 */
export function useAction<Args extends unknown[]>(call: (...args: Args) => Promise<unknown>): Action<Args, ApiError>
export function useAction<Args extends unknown[], Failure extends Error>(
  call: (...args: Args) => Promise<unknown>,
  Expected: ErrorClass<Failure>,
): Action<Args, Failure>
export function useAction<Args extends unknown[]>(
  call: (...args: Args) => Promise<unknown>,
  Expected: ErrorClass<Error> = ApiError,
): Action<Args, Error> {
  const [state, setState] = useState<State>({ status: 'idle' })
  /** Identifies the open call. Not state: a second click of the same event must already see it. */
  const open = useRef<symbol | null>(null)

  const run = async (...args: Args): Promise<boolean> => {
    if (open.current) return false
    const mine = Symbol('call')
    open.current = mine
    const settle = (next: State) => {
      if (open.current !== mine) return
      open.current = null
      setState(next)
    }
    setState({ status: 'busy' })
    try {
      await call(...args)
      settle({ status: 'done' })
      return true
    } catch (error) {
      const isExpected = error instanceof Expected
      settle(isExpected ? { status: 'failed', error } : { status: 'idle' })
      if (!isExpected) throw error
      return false
    }
  }

  return {
    run,
    busy: state.status === 'busy',
    done: state.status === 'done',
    error: state.status === 'failed' ? state.error : undefined,
    reset: () => {
      open.current = null
      setState({ status: 'idle' })
    },
  }
}
