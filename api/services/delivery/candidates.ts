import { createHash } from 'node:crypto'
import type { Ledger } from '../../contract/dashboard.ts'
import type { Interests } from '../../contract/users.ts'
import { emptyBuckets, type LedgerBuckets } from '../../store/readers/deliveries.ts'
import type { Reader } from '../../store/readers/users.ts'
import { findCausesIn } from './mutes.ts'
import type { DayPaper, DayPapers } from './dayPapers.ts'

/** Which papers of the day the reader has already seen. */
export interface ReaderHistory {
  /** On cards of other days. */
  shown?: ReadonlySet<string>
  saved?: ReadonlySet<string>
  dismissed?: ReadonlySet<string>
}

interface ReaderOfDay {
  /** Of `findMuted`. */
  muted: ReadonlySet<string>
  /** The categories and topics to deliver. */
  wanted: ReadonlySet<string>
  history: ReaderHistory
  /** Papers on cards of the day. */
  cardIds: ReadonlySet<string>
}

/** A short name of what a reader mutes, the same for the same words and authors; empty for nothing. */
export function nameMutes({ muted_terms, muted_authors }: Interests): string {
  if (muted_terms.length + muted_authors.length === 0) return ''
  const mutes = JSON.stringify([muted_terms.toSorted(), muted_authors.toSorted()])
  return createHash('sha1').update(mutes).digest('base64url').slice(0, 12)
}

/** Ids of the papers of the day that the reader mutes. A namesake of a muted author is not muted. */
export async function findMuted(
  { papers, words }: DayPapers,
  reader: Pick<Reader, '_id' | 'interests'>,
): Promise<Set<string>> {
  return new Set((await findCausesIn(reader, { ids: papers.map(({ id }) => id), words })).keys())
}

/**
 * Splits the papers of the day in the wanted categories into candidates for cards and ledger buckets for the others. Each
 * paper is in exactly one of them, so that the counts of the ledger add up. Skips papers on cards of the day, and papers
 * that were only cross-listed into categories that are not `wanted`.
 */
export function sortCandidates(
  inside: readonly DayPaper[],
  { muted, wanted, history, cardIds }: ReaderOfDay,
): { candidates: DayPaper[]; buckets: LedgerBuckets } {
  const buckets = emptyBuckets()
  const candidates: DayPaper[] = []
  for (const paper of inside) {
    const { id } = paper
    const sort = cardIds.has(id) ? null : paper.sortFor(wanted)
    if (sort === null) continue
    if (sort !== 'candidate') buckets[sort].push(id)
    else if (history.shown?.has(id)) buckets.seen_before.push(id)
    else if (history.saved?.has(id)) buckets.saved_before.push(id)
    else if (history.dismissed?.has(id)) buckets.dismissed_before.push(id)
    else if (muted.has(id)) buckets.muted.push(id)
    else candidates.push(paper)
  }
  return { candidates, buckets }
}

/** The counts of a day; `announced` is defined as the sum of the others. */
export function countLedger(buckets: LedgerBuckets, shown: number): Ledger {
  const counts = {
    shown,
    seen_before: buckets.seen_before.length,
    saved_before: buckets.saved_before.length,
    dismissed_before: buckets.dismissed_before.length,
    older_version: buckets.older_version.length,
    cross_list: buckets.cross_list.length,
    muted: buckets.muted.length,
    below_cut: buckets.below_cut.length,
  }
  return { announced: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}
