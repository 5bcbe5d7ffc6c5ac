import { useRef, useState } from 'react'
import { ApiError } from '../shared/client.ts'

interface Action<Args extends unknown[], Failure> {
  /** Calls the function. Returns true if it succeeded. During an open call, does nothing and returns false. */
  run: (...args: Args) => Promise<boolean>
  busy: boolean
  /** The last call succeeded. */
  done: boolean
  /** Why the last call failed. */
  error: Failure | undefined
  /** Clears the last result and ignores the result of an open call. */
  reset: () => void
}

type ErrorClass<Failure> = new (...args: never[]) => Failure
type State = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; error: Error }

/**
 * The state of one asynchronous function that a button or form calls: busy, done or failed. `Expected` is the class of
 * the errors it shows; `run` throws any other error. A call that ends after unmount sets no state: React drops it.
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
  /** Identifies the open call. A ref, not state: a second click in the same event must see it. */
  const openCall = useRef<symbol | null>(null)

  const run = async (...args: Args): Promise<boolean> => {
    if (openCall.current) return false
    const thisCall = Symbol('call')
    openCall.current = thisCall
    const settle = (next: State) => {
      if (openCall.current !== thisCall) return
      openCall.current = null
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
      openCall.current = null
      setState({ status: 'idle' })
    },
  }
}
