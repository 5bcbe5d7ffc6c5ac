import { Cron } from 'croner'
import type { NoticesFileState } from '../../contract/sourceParts.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { NoticesByDay, NoticesByFile } from '../../sources/noticing.ts'
import type { Source } from '../../sources/source.ts'
import type { NoticingSource } from '../../sources/sources.ts'
import { hasPaperWithDoi } from '../../store/papers/joins.ts'
import { takeBackOthers } from '../../store/papers/notices.ts'
import { readSavedSince } from '../../store/readers/readingSaves.ts'
import { findNoticeReading, saveNoticeReading } from '../../store/sources/noticeReadings.ts'
import { clearFailure, findSourceState, recordFailure, recordSuccess } from '../../store/sources/sources.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import { spreadNotices } from '../joining/spreadNotices.ts'
import type { Product } from '../product.ts'
import { hasDueSaved, readSaved, report, store } from './savedNotices.ts'

export const NOTICES_KEY = 'read-notices'
/** When it is looked whether something is to be read, as cron patterns in UTC. Each source is read once a day. */
const EVERY_HOUR = '50 * * * *'
export const NOTICE_TIMES = [EVERY_HOUR]

/** When it is looked next. */
export const nextNoticesAt = (): Date => new Cron(EVERY_HOUR, { timezone: 'UTC', paused: true }).nextRun(now()) ?? now()

/** Days before the last complete one that are read with it: the index of a source can lag behind. */
const OVERLAP_DAYS = 3
/** Days that the first reading goes back. Older notices about saved papers are asked for paper by paper. */
const FIRST_DAYS = 30

type Reading = Pick<Product, 'sources'>
const today = () => dayIn('UTC', now())

/** Queues a reading of notices if a source was not read today, or a reader saved a paper since. */
export async function requestNotices({ sources }: Reading): Promise<void> {
  for (const source of await findWanted(sources.noticing())) {
    const { until } = await findNoticeReading(source.id)
    const isDue = until === null || until < today() || (isByDay(source) && (await hasDueSaved(source.id)))
    if (!isDue) continue
    await requestJob({ kind: 'read-notices', input: {}, dedupe_key: NOTICES_KEY, requested_by: 'schedule' })
    return
  }
}

type SourceByDay = NoticingSource & { readonly notices: NoticesByDay }
const isByDay = (source: NoticingSource): source is SourceByDay => source.notices.kind === 'days'
const isByFile = (source: NoticingSource): source is NoticingSource & { readonly notices: NoticesByFile } =>
  source.notices.kind === 'file'

/**
 * The sources that are on and of use: one that is asked by day when a paper of the library has a DOI, a whole file when a
 * reader has saved such a paper.
 */
async function findWanted(all: readonly NoticingSource[]): Promise<NoticingSource[]> {
  const states = await Promise.all(all.map(({ id }) => findSourceState(id)))
  const on = all.filter((_, at) => states[at]?.enabled === true)
  if (on.length === 0 || !(await hasPaperWithDoi())) return []
  const wanted = await Promise.all(on.map(async (source) => isByDay(source) || hasSavedWithDoi(source.id)))
  return on.filter((_, at) => wanted[at])
}

/**
 * Whether a reader has saved a paper with a DOI. A paper can get one at any time: all are looked through once a day, until the
 * first that has one, and every hour those that were saved since.
 */
async function hasSavedWithDoi(sourceId: string): Promise<boolean> {
  const at = now()
  const { saved_at } = await findNoticeReading(sourceId)
  const isOfToday = saved_at !== null && dayIn('UTC', saved_at) === today()
  for await (const ids of readSavedSince(isOfToday ? saved_at : new Date(0)))
    if (await hasPaperWithDoi(ids)) return true
  await saveNoticeReading(sourceId, { saved_at: at })
  return false
}

export interface NoticesInput {
  /** Id of a source that an admin asks for, also if it was read today. Default: those that are due. */
  source?: string
}

/** The file of a source that was read last, for admins; undefined for a source without one. */
export async function describeNoticesFile(source: Source): Promise<NoticesFileState | undefined> {
  if (source.notices?.kind !== 'file') return undefined
  const { until, file } = await findNoticeReading(source.id)
  return { rows: file?.rows ?? null, read_on: until }
}

/**
 * Reads notices from the sources that are on, and gives them to the papers that they are about. A source that fails is read
 * from the same day on by the next run. Safe to repeat, also after a crash.
 */
export async function readNotices(
  { sources }: Reading,
  { source: asked }: NoticesInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  for (const name of ['read', 'new', 'papers']) run.count(name, 0)
  const failures: string[] = []
  const all = sources.noticing()
  const wanted = asked === undefined ? await findWanted(all) : all.filter(({ id }) => id === asked)
  for (const source of wanted) {
    try {
      if (isByDay(source)) await readByDay(source, run)
      else if (isByFile(source)) await readFile(source, { isAsked: asked !== undefined }, run)
      // The last success of a source with days is that of its announcements.
      await (isByFile(source) ? recordSuccess(source.id, {}) : clearFailure(source.id))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
      // Recovered: what was not read is read by the next run, and the other sources are asked.
      failures.push(error.message)
      await recordFailure(source.id, error.message)
      run.problem(error.message, source.name)
    }
  }
  run.count('papers', await spreadNotices(run))
  return failures.length > 0 ? { partial: failures.join(' ') } : undefined
}

async function readByDay(source: SourceByDay, run: JobContext): Promise<void> {
  const { until } = await findNoticeReading(source.id)
  const day = today()
  if (until === null || until < day) {
    const since = until === null ? addDays(day, -FIRST_DAYS) : addDays(until, -OVERLAP_DAYS)
    let done = 0
    for await (const { notices, rejected } of source.notices.readSince(since, run)) {
      await store('notice', notices, run)
      report(source.name, rejected, run)
      done += notices.length
      await run.progress({ done, unit: 'notices', step: `${source.name}: notices since ${since}` })
    }
    await saveNoticeReading(source.id, { until: day })
  }
  await readSaved(source, run)
}

async function readFile(
  { id, name, notices }: NoticingSource & { readonly notices: NoticesByFile },
  { isAsked }: { isAsked: boolean },
  run: JobContext,
): Promise<void> {
  const { until, file: before } = await findNoticeReading(id)
  const day = today()
  if (until === day && !isAsked) return
  await run.progress({ done: 0, unit: 'notices', step: `${name}: download` })
  await using file = await notices.download({ signal: run.signal, before })
  if (file !== null) {
    const ids = new Set<string>()
    let done = 0
    for await (const page of file.read()) {
      for (const stored of await store('file', page.notices, run)) ids.add(stored)
      report(name, page.rejected, run)
      done += page.notices.length
      await run.progress({ done, unit: 'notices', step: `${name}: rows of the file` })
    }
    run.count('taken back', await takeBackOthers('file', ids))
  }
  await saveNoticeReading(id, { until: day, ...(file !== null && { file: file.version }) })
}
