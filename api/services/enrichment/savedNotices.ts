import { DAY_MS, now } from '../../platform/clock.ts'
import type { Notice, NoticesByDay } from '../../sources/noticing.ts'
import { findJoinRecords, type JoinedRecord } from '../../store/papers/joins.ts'
import { saveNotices, takeBackOthers, type NoticeChannel } from '../../store/papers/notices.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'
import { hasSavedSince, readSavedSince } from '../../store/readers/readingSaves.ts'
import { enqueuePapers, findDuePapers, requeuePapers } from '../../store/sources/factQueue.ts'
import { findNoticeReading, saveNoticeReading } from '../../store/sources/noticeReadings.ts'
import { canonicalWorkId } from '../../text/workIds.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { worksOf } from '../joining/toRecord.ts'

/** A saved paper is asked about again after so many days. */
const AGAIN_DAYS = 7

/** The source of notices, by which its papers are in the queue. */
const queueOf = (sourceId: string) => `${sourceId}:notices`

/** Stores notices as one channel reports them. Returns their ids. */
export async function store(
  channel: NoticeChannel,
  notices: readonly Notice[],
  run: Pick<JobContext, 'count'>,
): Promise<string[]> {
  const reported = notices.map(({ doi, notice_doi, ...notice }) => ({
    ...notice,
    work: workOf(doi),
    notice_work: notice_doi === undefined ? null : workOf(notice_doi),
  }))
  const { ids, added } = await saveNotices(channel, reported, now().toISOString().slice(0, 10))
  run.count('read', notices.length)
  run.count('new', added)
  return ids
}

const workOf = (doi: string): string => canonicalWorkId(doi) ?? `doi:${doi}`

/** Reports entries that could not be read; those with the same sentence are counted. */
export function report(name: string, rejected: readonly { reason: string }[], run: Pick<JobContext, 'problem'>): void {
  for (const { reason } of rejected) run.problem(`${name}: a notice could not be read: ${reason}.`)
}

/** Whether a paper was saved that was not asked about yet, or is to be asked about again. */
export async function hasDueSaved(sourceId: string): Promise<boolean> {
  const { saved_at } = await findNoticeReading(sourceId)
  if (await hasSavedSince(saved_at ?? new Date(0))) return true
  return (await findDuePapers(queueOf(sourceId), now(), 1)).length > 0
}

/**
 * Asks what is known about the papers that readers have saved, each at once and then once a week: a change of a notice need
 * not be among those of a day. What the source does not say any more is taken back. Safe to repeat.
 */
export async function readSaved(
  { id, name, notices }: { id: string; name: string; notices: NoticesByDay },
  run: JobContext,
): Promise<void> {
  const at = now()
  const service = queueOf(id)
  const { saved_at } = await findNoticeReading(id)
  for await (const saved of readSavedSince(saved_at ?? new Date(0)))
    await enqueuePapers(
      service,
      saved.map((paper_id) => ({ paper_id, from: at, due_at: at })),
    )
  // One that is saved at this very moment is found by the next run, too.
  await saveNoticeReading(id, { saved_at: at })
  for (let done = 0; ;) {
    await run.progress({ done, unit: 'papers', step: `${name}: saved papers` })
    const due = await findDuePapers(service, now(), notices.batchMax)
    if (due.length === 0) return
    const records = await findAllRecords(due.map(({ paper_id }) => paper_id))
    const dois = [...new Set(records.flatMap(worksOf))].filter((work) => work.startsWith('doi:'))
    if (dois.length > 0) {
      const about = await notices.readAbout(
        dois.map((work) => work.slice(4)),
        run,
      )
      report(name, about.rejected, run)
      const ids = await store('article', about.notices, run)
      await takeBackOthers('article', new Set(ids), about.known.map(workOf))
    }
    const listed = await findReferencedPaperIds(due.map(({ paper_id }) => paper_id))
    const next = new Date(now().getTime() + AGAIN_DAYS * DAY_MS)
    await requeuePapers(new Map(due.map(({ _id, paper_id }) => [_id, listed.has(paper_id) ? next : null])))
    done += due.length
    run.count('asked', dois.length)
  }
}

/** The records with these ids, and the other ones of the same papers. */
async function findAllRecords(ids: readonly string[]): Promise<JoinedRecord[]> {
  const records = await findJoinRecords(ids)
  const known = new Set(records.map(({ _id }) => _id))
  const others = records.flatMap(({ record_ids = [], joined_into }) => [
    ...record_ids,
    ...(joined_into === undefined ? [] : [joined_into]),
  ])
  return [...records, ...(await findJoinRecords([...new Set(others)].filter((id) => !known.has(id))))]
}
