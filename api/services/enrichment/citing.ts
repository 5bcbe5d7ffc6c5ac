import type { CitationsState } from '../../contract/sourceParts.ts'
import { DAY_MS, dayIn, instantOf, now } from '../../platform/clock.ts'
import type { Citing } from '../../sources/enriching.ts'
import type { EnrichingSource } from '../../sources/source.ts'
import {
  countVisitsSince,
  findCitations,
  findNewestCitation,
  removeCitations,
  saveCitations,
} from '../../store/papers/citingPapers.ts'
import { findEnrichable } from '../../store/papers/enriched.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { forgetWorks, saveReferences } from '../../store/papers/references.ts'
import { findFirstSave, hasItems } from '../../store/readers/readingSaves.ts'
import { countQueued, findDuePapers, requeuePapers } from '../../store/sources/factQueue.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { citationsQueue, findSavedCited, referencesQueue, watchCitations } from './citingQueue.ts'
import { mergeCiting } from './mergeCiting.ts'
import { toAsked } from './queue.ts'

/** Shares of the requests of a day after which no more of a kind are made, so that the rest is left to others. */
const REFERENCES_SHARE = 0.6
const CITATIONS_SHARE = 0.9
/** Saved papers that are visited on one day (UTC), and the requests for them. */
const VISITS_PER_DAY = 200
const VISIT_REQUESTS_PER_DAY = 400
/** A saved paper is visited again after so many days. */
const AGAIN_DAYS = 7
/** A paper is new for so long: then the works that it cites are forgotten, except for saved ones. */
const WORKS_DAYS = 60

type CitingSource = Pick<EnrichingSource, 'id' | 'name' | 'defaults'>

/**
 * Asks what new papers cite, and which papers cite those that readers have saved, each within its share of the requests of the
 * day. References are not asked for while no reader has saved a paper. Safe to repeat; what is not asked now stays in the queue.
 */
export async function readCiting(source: CitingSource, citing: Citing, run: JobContext): Promise<void> {
  await forgetWorks(new Date(now().getTime() - WORKS_DAYS * DAY_MS))
  if (await hasItems()) await readReferences(source, citing, run)
  await visitSaved(source, citing, run)
}

/** What an admin sees of the citations of a source. */
export async function describeCiting(sourceId: string): Promise<CitationsState> {
  const [saved_papers, visits, new_papers, newest_on] = await Promise.all([
    countQueued(citationsQueue(sourceId)),
    countVisitsSince(dayBegan()),
    countQueued(referencesQueue(sourceId)),
    findNewestCitation(),
  ])
  return { saved_papers, visited_today: visits.papers, visits_per_day: VISITS_PER_DAY, new_papers, newest_on }
}

const dayBegan = (): Date => instantOf(dayIn('UTC', now()), '00:00', 'UTC')

/** Whether less than a share of the requests of the day was used. */
async function isWithin({ id, defaults }: CitingSource, share: number): Promise<boolean> {
  const { requests, requests_per_day } = await findSourceState(id)
  const limit = requests_per_day ?? defaults.requestsPerDay ?? Number.POSITIVE_INFINITY
  return (requests?.on === dayIn('UTC', now()) ? requests.count : 0) < limit * share
}

async function readReferences(source: CitingSource, citing: Citing, run: JobContext): Promise<void> {
  const queue = referencesQueue(source.id)
  for (let done = 0; await isWithin(source, REFERENCES_SHARE);) {
    await run.progress({ done, unit: 'papers', step: `${source.name}: references of new papers` })
    const due = await findDuePapers(queue, now(), citing.batchMax)
    if (due.length === 0) return
    // Papers that were deleted, or joined into another one, are left out.
    const papers = await findEnrichable(due.map(({ paper_id }) => paper_id))
    const { references, rejected } = await citing.readReferences(papers.map(toAsked), run)
    for (const { reason } of rejected) run.problem(`${source.name}: references could not be read: ${reason}.`)
    const cites = await findSavedCited(references)
    await saveReferences(
      [...references].map(([id, works]) => ({ id, works, cites: cites.get(id) ?? [] })),
      now(),
    )
    const known = new Set(papers.map(({ _id }) => _id))
    await requeuePapers(
      new Map(
        due.map(({ _id, paper_id, from }) => {
          const isOpen = known.has(paper_id) && !references.has(paper_id)
          return [_id, isOpen ? nextTime(from, citing.askedOnDays) : null]
        }),
      ),
    )
    done += due.length
    run.count('references', references.size)
  }
}

/** The next of the days after `from` on which a paper is asked about; null after the last. */
const nextTime = (from: Date, days: readonly number[]): Date | null =>
  days.map((day) => new Date(from.getTime() + day * DAY_MS)).find((at) => at > now()) ?? null

/** Visits saved papers, each once a week for all its readers, those that have waited longest first. */
async function visitSaved(source: CitingSource, citing: Citing, run: JobContext): Promise<void> {
  const queue = citationsQueue(source.id)
  for (let done = 0; await isWithin(source, CITATIONS_SHARE); done++) {
    await run.progress({ done, unit: 'papers', step: `${source.name}: citations of saved papers` })
    const visits = await countVisitsSince(dayBegan())
    if (visits.papers >= VISITS_PER_DAY || visits.requests >= VISIT_REQUESTS_PER_DAY) return
    const [due] = await findDuePapers(queue, now(), 1)
    if (due === undefined) return
    const isKept = await visit(source, citing, due.paper_id, run)
    await requeuePapers(new Map([[due._id, isKept ? new Date(now().getTime() + AGAIN_DAYS * DAY_MS) : null]]))
  }
}

/** Asks which papers cite a saved one. Returns false if it is no longer on a list, or part of another paper. */
async function visit(source: CitingSource, citing: Citing, id: string, run: JobContext): Promise<boolean> {
  const { paperOf, recordsOf } = await findAliases([id])
  const first = await findFirstSave(recordsOf(id))
  if (paperOf(id) !== id || first === null) {
    await removeCitations([id])
    if (first !== null) await watchCitations(source.id, [paperOf(id)])
    return false
  }
  const [paper] = await findEnrichable([id])
  if (paper === undefined) return false
  const { citing: found, isCut, requests, rejected } = await citing.readCitations(toAsked(paper), run)
  for (const { reason } of rejected) run.problem(`${source.name}: a citation could not be read: ${reason}.`)
  const before = await findCitations(id)
  const today = dayIn('UTC', now())
  const since = dayIn('UTC', first)
  // A service that does not know the paper now has not taken back what it said of it.
  const merged = found === null ? (before?.citing ?? []) : mergeCiting(found, { before, since, today })
  await saveCitations({ _id: id, asked_at: now(), since, citing: merged, is_cut: isCut, requests })
  run.count('visited', 1)
  return true
}
