import { join } from 'node:path'
import { Apart } from '../../platform/apart.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { TermCounts } from '../../ranking/ranker.ts'
import { countFeatures, iterateTerms } from '../../store/papers/features.ts'
import { findVersion, readPart, saveVersion, type FrequencyVersion } from '../../store/papers/frequencies.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import { makeMissingFeatures } from './paperTerms.ts'
import { GROWTH, newVersion } from './vocabulary.ts'
import { readEmbeddingModel } from './vectorSpace.ts'

/** Papers that the frequencies are counted from, the newest ones. */
const COUNTED_MAX = 100_000
const PAGE = 1_000
const AGE_MAX_MS = 7 * DAY_MS
/** A basis of fewer papers says nothing. */
const BASIS_FROM = 100
const LOWEST_PRIORITY = 19

/** To the child process, after the terms of the papers. */
export interface PrepareRequest {
  version: number
  withBasis: boolean
}
export interface PrepareReply {
  papers: number
  /** Of `packValue`. */
  frequencies: Uint8Array
  basis: Uint8Array | null
}

/** Queues the job `prepare-ranking` when features are missing, or the frequencies are a week old or outgrown. */
export async function requestPreparation(): Promise<void> {
  const { papers, featured } = await countFeatures()
  if (papers === 0 || (featured >= papers && !(await isOutdated(await findVersion(), papers)))) return
  await requestJob({ kind: 'prepare-ranking', input: {}, dedupe_key: 'prepare-ranking', requested_by: 'schedule' })
}

async function isOutdated(inForce: FrequencyVersion | null, papers: number): Promise<boolean> {
  if (inForce === null) return true
  const isOld = now().getTime() - inForce.made_at.getTime() > AGE_MAX_MS
  const isOutgrown = Math.min(papers, COUNTED_MAX) > inForce.papers * (1 + GROWTH)
  const needsBasis = papers >= BASIS_FROM && (await readEmbeddingModel(inForce.version)) === null
  const lacksBasis = needsBasis && (await readPart('basis', inForce.version)) === null
  return isOld || isOutgrown || lacksBasis
}

/**
 * Makes the features of papers that have none, and when they are due the document frequencies and the basis of the latent
 * vectors, in a child process of the lowest priority. Models are fitted again when they are used next. Safe to repeat.
 */
export async function prepareRanking(run: JobContext): Promise<void> {
  const { papers, featured } = await countFeatures()
  if (featured < papers) await makeMissingFeatures(run, papers)
  const inForce = await findVersion()
  if (!(await isOutdated(inForce, papers))) return
  const version = newVersion(inForce)
  const withBasis = papers >= BASIS_FROM && (await readEmbeddingModel(inForce?.version ?? 0)) === null
  const reply = await prepareApart({ version, withBasis }, run)
  const parts = { frequencies: reply.frequencies, ...(reply.basis && { basis: reply.basis }) }
  await saveVersion({ version, papers: reply.papers, parts, replaces: inForce?.version ?? null })
  run.log.info({ papers: reply.papers, version, basis: reply.basis !== null }, 'the ranking was prepared')
}

async function prepareApart(request: PrepareRequest, run: JobContext): Promise<PrepareReply> {
  await using child = new Apart<PrepareRequest, PrepareReply, TermCounts[]>({
    program: join(import.meta.dirname, 'prepareProcess.ts'),
    niceness: LOWEST_PRIORITY,
    again: [],
    failure: (_why, cause) =>
      new AppError('unavailable', 'The process that prepares the ranking has ended.', { cause }),
  })
  run.signal.addEventListener('abort', () => child.stop())
  return await child.call(request, { parts: () => readTerms(run) })
}

async function* readTerms(run: JobContext): AsyncGenerator<TermCounts[]> {
  let done = 0
  for await (const page of iterateTerms(COUNTED_MAX, PAGE)) {
    run.signal.throwIfAborted()
    yield page.map(({ terms }) => terms)
    done += page.length
    await run.progress({ done, unit: 'papers', step: 'counting terms' })
  }
  await run.progress({ done, total: done, unit: 'papers', step: 'finding what papers have in common' })
}
