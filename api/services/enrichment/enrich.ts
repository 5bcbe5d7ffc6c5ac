import { Cron } from 'croner'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { EnrichmentByList, EnrichmentByPaper, Facts, FactsPage } from '../../sources/enriching.ts'
import type { EnrichingSource } from '../../sources/source.ts'
import { fillAbstracts } from '../../store/papers/paperWrites.ts'
import { findEnrichable, saveFacts } from '../../store/papers/enriched.ts'
import { findDuePapers } from '../../store/sources/factQueue.ts'
import { findSourceState, recordSuccess } from '../../store/sources/sources.ts'
import { toSegments } from '../../text/segments.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { requestJob, requestNewWork } from '../jobs/jobs.ts'
import { joinPapers } from '../joining/joinPapers.ts'
import type { Product } from '../product.ts'
import { hasKey } from '../ingestion/sourceKeys.ts'
import { readCiting } from './citing.ts'
import { enqueueNew, isWanted, requeue, toAsked } from './queue.ts'

export const ENRICH_KEY = 'enrich'
/** When the sources are asked, as cron patterns in UTC. Each run asks only about the papers that are due. */
const EVERY_HOUR = '35 * * * *'
export const ENRICHMENT_TIMES = [EVERY_HOUR]

/** When the sources are asked next. */
export const nextEnrichmentAt = (): Date =>
  new Cron(EVERY_HOUR, { timezone: 'UTC', paused: true }).nextRun(now()) ?? now()

export interface EnrichInput {
  /** Id of the source. Default: all that are on. */
  source?: string
}

/** Queues a run that asks all enriching sources that are on, if there is one. */
export async function requestEnrichment({ sources }: Pick<Product, 'sources'>): Promise<void> {
  const states = await Promise.all(sources.enriching().map(({ id }) => findSourceState(id)))
  if (states.some(({ enabled }) => enabled))
    await requestJob({ kind: 'enrich', input: {}, dedupe_key: ENRICH_KEY, requested_by: 'schedule' })
}

/**
 * Asks the enriching sources that are on for what they know about new and saved papers, one source after the other. A source
 * that fails, or whose budget of the day is used up, keeps its queue for the next run. Safe to repeat.
 */
export async function enrich(
  product: Pick<Product, 'secrets' | 'sources'>,
  { source: wanted }: EnrichInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const failures: string[] = []
  let filled = 0
  for (const source of product.sources.enriching()) {
    const state = await findSourceState(source.id)
    if (source.id !== (wanted ?? source.id) || !state.enabled) continue
    try {
      if (source.key === 'required' && !hasKey(product, source, state))
        throw new AppError('source-unavailable', `${source.name} is not asked: its key cannot be read. Enter it again.`)
      filled += await enrichFrom(source, run)
      if (source.enrichment.kind === 'papers' && source.enrichment.citing)
        await readCiting(source, source.enrichment.citing, run)
      await recordSuccess(source.id, {})
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
      // Recovered: the papers stay in the queue, and the other sources are asked.
      failures.push(error.message)
      run.problem(error.message, source.name)
    }
  }
  // An abstract may match topics, and is to be indexed, read for the ranking and encoded.
  if (filled > 0)
    await requestNewWork({
      kind: 'process-papers',
      input: {},
      dedupe_key: 'process-papers',
      requested_by: 'schedule',
    })
  return failures.length > 0 ? { partial: failures.join(' ') } : undefined
}

/** Returns how many abstracts were filled in. */
async function enrichFrom(source: EnrichingSource, run: JobContext): Promise<number> {
  const { enrichment } = source
  return enrichment.kind === 'lists' ? readLists(source, enrichment, run) : askAboutPapers(source, enrichment, run)
}

async function readLists(source: EnrichingSource, { days, readList }: EnrichmentByList, run: JobContext) {
  const today = dayIn('UTC', now())
  let filled = 0
  for (let done = 0; done < days; done++) {
    // The oldest first: the list of today may not be there yet.
    const day = addDays(today, done + 1 - days)
    await run.progress({ done, total: days, unit: 'lists', step: `${source.name}: list of ${day}` })
    filled += await store(source, await readList(day, run), run)
  }
  return filled
}

async function askAboutPapers(source: EnrichingSource, enrichment: EnrichmentByPaper, run: JobContext) {
  await enqueueNew(source.id, enrichment)
  let filled = 0
  for (let done = 0; ;) {
    await run.progress({ done, unit: 'papers', step: `${source.name}: papers` })
    const due = await findDuePapers(source.id, now(), enrichment.batchMax)
    if (due.length === 0) return filled
    // Papers that were deleted, joined into another one, or have an abstract by now, are left out.
    const stored = await findEnrichable(due.map(({ paper_id }) => paper_id))
    const papers = stored.filter((paper) => isWanted(enrichment, paper))
    if (papers.length > 0) {
      const page = await enrichment.readFacts(papers.map(toAsked), run)
      filled += await store(source, page, run)
    }
    await requeue(due, enrichment, new Set(papers.map(({ _id }) => _id)))
    done += due.length
    run.count('asked', papers.length)
  }
}

/** Stores what a source says about papers. Returns how many abstracts were filled in. */
async function store({ id, name }: EnrichingSource, { facts, rejected }: FactsPage, run: JobContext): Promise<number> {
  const at = now()
  for (const { reason } of rejected) run.problem(`${name}: an entry could not be read: ${reason}.`)
  const entries = [...facts]
  const abstracts = entries.flatMap(([paper, { abstract, url }]) =>
    abstract === undefined
      ? []
      : [[paper, { abstract, abstract_segments: toSegments(abstract), abstract_from: { name, url } }] as const],
  )
  const filled = await fillAbstracts(new Map(abstracts))
  const known = await saveFacts(
    id,
    new Map(entries.map(([paper, one]) => [paper, { ...withoutAbstract(one), name, at }])),
  )
  // Also those that a run which was killed has stored and not joined.
  await joinPapers(known)
  run.count('found', known.length)
  run.count('abstracts', filled.length)
  return filled.length
}

const withoutAbstract = ({ abstract: _abstract, ...facts }: Facts): Omit<Facts, 'abstract'> => facts
