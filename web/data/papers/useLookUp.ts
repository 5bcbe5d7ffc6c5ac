import { useEffect, useRef, useState } from 'react'
import type { LookupWaiting } from '#api/contract/lookup.ts'
import type { Paper } from '#api/contract/papers.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** How it stands with a paper that the library lacks: `waiting` is the last of `answers` answers, null before the first. */
export type LookUpState =
  | { status: 'idle' }
  | { status: 'asking'; waiting: LookupWaiting | null; answers: number }
  | { status: 'failed'; error: ApiError }

/**
 * Looks the paper `id` up at its source. `start` asks, and asks again until the paper is there, which `onFound` gets, or
 * the look-up has failed; with `save` the paper comes on the reading list, also if the page is left meanwhile.
 */
export function useLookUp(id: string, onFound: (paper: Paper) => void) {
  const client = useClient()
  const [state, setState] = useState<LookUpState>({ status: 'idle' })
  /** Identifies the current look-up: an older one stops at its next step. */
  const current = useRef<symbol | null>(null)
  useEffect(() => () => void (current.current = null), [])

  const start = async ({ save = false } = {}): Promise<void> => {
    const own = Symbol('look-up')
    current.current = own
    let waiting: LookupWaiting | null = null
    setState({ status: 'asking', waiting, answers: 0 })
    try {
      for (let answers = 1; ; answers += 1) {
        const asked: { job_id?: string } = waiting === null ? {} : { job_id: waiting.job_id }
        const answer: Paper | LookupWaiting = await unwrap(client.papers.lookup.post({ ref: id, save, ...asked }))
        if (current.current !== own) return
        if (!('job_id' in answer)) return onFound(answer)
        waiting = answer
        setState({ status: 'asking', waiting, answers })
        await new Promise((resolve) => setTimeout(resolve, answer.retry_after * 1_000))
        if (current.current !== own) return
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (current.current === own) setState({ status: 'failed', error })
    }
  }
  return { state, start }
}
