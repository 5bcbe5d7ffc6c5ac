import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import { hasPapers } from '../../store/papers/paperPruning.ts'
import { SAMPLES_KEY } from '../../store/jobs/jobs.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product, Sources } from '../product.ts'

/** The time from the start of the process in which a source must have answered. */
const ANSWER_LIMIT_MS = 10_000
const POLL_MS = 250

/**
 * Queues the job that loads the sample library if no source that announces papers has answered ten seconds after the start of the process and
 * the library is empty. Ends sooner when a source answers or papers come, and when `signal` aborts. Never throws; asks
 * again while the database fails.
 */
export async function loadSamplesWithoutSource(
  { config, sources }: Pick<Product, 'config' | 'sources'>,
  signal: AbortSignal,
): Promise<void> {
  if (!config.samples) return
  const startedAt = new Date(now().getTime() - process.uptime() * 1000)
  let isDone = false
  while (!isDone && !signal.aborted) {
    const leftMs = ANSWER_LIMIT_MS - process.uptime() * 1000
    isDone = await loadIfUnreached(sources, { startedAt, isLate: leftMs <= 0 }).catch((error: unknown) => {
      log.warn({ error }, 'it is not known whether a source answers; it is asked again')
      return false
    })
    // An abort ends the pause and then the loop.
    if (!isDone)
      await sleep(leftMs > 0 ? Math.min(POLL_MS, leftMs) : POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns whether it is decided that the samples are loaded, or are not. */
async function loadIfUnreached(
  sources: Sources,
  { startedAt, isLate }: { startedAt: Date; isLate: boolean },
): Promise<boolean> {
  if (await isReached(sources, startedAt)) return true
  if (isLate) await requestJob({ kind: 'load-samples', input: {}, dedupe_key: SAMPLES_KEY, requested_by: 'start' })
  return isLate
}

async function isReached(sources: Sources, startedAt: Date): Promise<boolean> {
  if (await hasPapers()) return true
  const states = await Promise.all(sources.announcing().map(({ id }) => findSourceState(id)))
  return states.some(({ answered_at }) => answered_at !== null && answered_at >= startedAt)
}
