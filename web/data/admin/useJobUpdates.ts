import { useEffect, useState } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { useClient, type Client } from '../api.ts'

export interface JobUpdate {
  /** When this browser received it (ISO 8601). */
  at: string
  job: Job
}

/** Pause before the job is followed again after the connection was lost: the server restarts within seconds. */
const RECONNECT_MS = 1_000

/**
 * Follows a job with server-sent events: an update for its state now and one for each change, until it has ended. A lost
 * connection is opened again; `error` is the answer that makes that useless, such as `not-found`.
 */
export function useJobUpdates(id: string): { updates: readonly JobUpdate[]; isLive: boolean; error?: ApiError } {
  const client = useClient()
  const [updates, setUpdates] = useState<readonly JobUpdate[]>([])
  const [end, setEnd] = useState<{ error?: ApiError } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const add = (job: Job) => setUpdates((before) => [...before, { at: serverNow().toISOString(), job }])
    follow(client, id, stop.signal, add).then(
      () => setEnd({}),
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setEnd({ error })
      },
    )
    return () => stop.abort()
  }, [client, id])
  return { updates, isLive: end === null, ...end }
}

async function follow(client: Client, id: string, signal: AbortSignal, onJob: (job: Job) => void): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    try {
      const events = await unwrap(client.admin.jobs({ id }).events.get({ fetch: { signal } }))
      for await (const { event, data } of events as AsyncIterable<{ event: string; data: Job }>) {
        if (event === 'end') return
        // After a new connection the first event has the state that is known already.
        const text = JSON.stringify({ ...data, elapsed_ms: 0 })
        if (event !== 'job' || text === last) continue
        last = text
        onJob(data)
      }
    } catch (error) {
      const isAnswer = error instanceof ApiError && error.code !== 'unreachable' && error.status < 500
      if (isAnswer || signal.aborted) throw error
    }
    await pause(RECONNECT_MS, signal)
  }
}

/** Ends early when `signal` is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
