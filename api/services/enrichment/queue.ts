import { DAY_MS, now } from '../../platform/clock.ts'
import type { AskedPaper, EnrichmentByPaper } from '../../sources/enriching.ts'
import { findChangedSince, findEnrichable, type EnrichablePaper } from '../../store/papers/enriched.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'
import { readSavedSince } from '../../store/readers/readingSaves.ts'
import { enqueuePapers, requeuePapers, type QueuedPaper } from '../../store/sources/factQueue.ts'
import { findSourceState, recordEnqueued } from '../../store/sources/sources.ts'
import { archiveOf } from '../../text/taxonomy/taxonomy.ts'
import { findFollowedCategories } from '../days/followedCategories.ts'
import { referencesQueue, watchSavedSince } from './citingQueue.ts'

const BATCH = 1_000
/** Papers of the last days are asked about. Older ones only if they are on a reading list. */
const NEW_DAYS = 30
/** A saved paper is asked about again after so many days. */
const SAVED_AGAIN_DAYS = 30

/**
 * Adds to the queue of a source the papers of followed categories that were stored since the last time, and those that
 * readers have saved since. Safe to repeat.
 */
export async function enqueueNew(id: string, enrichment: EnrichmentByPaper): Promise<void> {
  const at = now()
  const [state, followed] = await Promise.all([findSourceState(id), findFollowedCategories()])
  // All of the last days are looked through again for a category that was not followed before.
  const isWider = followed.some((code) => state.categories?.includes(code) !== true)
  const codes = new Set(followed)
  let seq = isWider ? 0 : (state.enqueued?.seq ?? 0)
  const storedSince = daysAfter(at, -NEW_DAYS)
  for (;;) {
    const papers = await findChangedSince(seq, { storedSince, limit: BATCH })
    const wanted = papers.filter(({ categories }) => categories.some((code) => codes.has(code)))
    await enqueue(id, enrichment, wanted)
    if (enrichment.citing) await enqueueReferences(id, enrichment, wanted)
    seq = papers.at(-1)?.seq ?? seq
    if (papers.length < BATCH) break
  }
  for await (const saved of readSavedSince(state.enqueued?.at ?? new Date(0)))
    await enqueue(id, enrichment, await findEnrichable(saved), at)
  if (enrichment.citing) await watchSavedSince(id, state.enqueued?.watched_at ?? new Date(0))
  await recordEnqueued(id, { seq, at, categories: followed, ...(enrichment.citing && { watched_at: at }) })
}

async function enqueue(
  service: string,
  enrichment: EnrichmentByPaper,
  papers: readonly EnrichablePaper[],
  from?: Date,
): Promise<void> {
  const wanted = papers.filter((paper) => isWanted(enrichment, paper))
  await enqueuePapers(
    service,
    wanted.map(({ _id, stored_at }) => ({
      paper_id: _id,
      from: from ?? stored_at,
      due_at: daysAfter(from ?? stored_at, enrichment.askedOnDays[0] ?? 0),
    })),
  )
}

/** Each paper is in it from the beginning: half of the new papers have their references at once. */
const enqueueReferences = (id: string, enrichment: EnrichmentByPaper, papers: readonly EnrichablePaper[]) =>
  enqueuePapers(
    referencesQueue(id),
    papers
      .filter((paper) => isWanted(enrichment, paper))
      .map(({ _id, stored_at }) => ({ paper_id: _id, from: stored_at, due_at: stored_at })),
  )

/** Whether the source may know more about a paper that it has an id for. */
export function isWanted({ extent, archives, prefixes }: EnrichmentByPaper, paper: EnrichablePaper): boolean {
  if (extent === 'without-abstract' && hasAbstract(paper)) return false
  if (archives !== undefined && !paper.categories.some((code) => archives.includes(archiveOf(code)))) return false
  return toAsked(paper).ids.some((id) => prefixes.some((prefix) => id.startsWith(prefix)))
}

const hasAbstract = ({ abstract, folded }: EnrichablePaper): boolean =>
  abstract !== '' || (folded?.abstract ?? '') !== ''

/** A paper as a source is asked about it. */
export function toAsked({ _id, doi, ids = [], record_ids = [], folded }: EnrichablePaper): AskedPaper {
  const dois = [folded?.doi ?? null, doi].flatMap((one) => (one === null ? [] : [`doi:${one.toLowerCase()}`]))
  return { id: _id, ids: [...new Set([_id, ...ids, ...record_ids, ...dois])] }
}

/** Puts papers that were asked about back into the queue for the next time, or takes them out. */
export async function requeue(
  asked: readonly QueuedPaper[],
  { askedOnDays }: EnrichmentByPaper,
  wanted: ReadonlySet<string>,
) {
  const at = now()
  const saved = await findReferencedPaperIds(asked.map(({ paper_id }) => paper_id))
  await requeuePapers(
    new Map(
      asked.map(({ _id, paper_id, from }) => {
        const next = askedOnDays.map((day) => daysAfter(from, day)).find((day) => day > at)
        const again = saved.has(paper_id) ? daysAfter(at, SAVED_AGAIN_DAYS) : null
        return [_id, wanted.has(paper_id) ? (next ?? again) : null]
      }),
    ),
  )
}

const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)
