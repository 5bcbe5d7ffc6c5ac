import { findId } from './sparse.ts'
import type { TermCounts } from './terms.ts'

/**
 * Document frequencies of the terms of a library: `counts[i]` papers have the term `ids[i]`. `ids` ascend; terms of one
 * paper only are left out. Features made with different versions must not be mixed.
 */
export interface DocumentFrequencies {
  version: number
  /** Number of papers that were counted. */
  papers: number
  ids: Uint32Array
  counts: Uint32Array
  /** Occurrences of each term in all papers, as counted by `countTerms`. Versions of earlier releases have none. */
  totals?: Uint32Array
}

/** Terms of fewer papers are left out: they cannot be shared with another paper. */
const PAPERS_MIN = 2

/** Counts in how many of `papers` each term is. */
export function sumFrequencies(papers: Iterable<TermCounts>, version: number): DocumentFrequencies {
  const found = new Map<number, number>()
  const occurrences = new Map<number, number>()
  let read = 0
  for (const { ids, counts } of papers) {
    read++
    for (const [at, id] of ids.entries()) {
      found.set(id, (found.get(id) ?? 0) + 1)
      occurrences.set(id, (occurrences.get(id) ?? 0) + counts[at]!)
    }
  }
  const kept = [...found].filter(([, count]) => count >= PAPERS_MIN).map(([id]) => id)
  const ids = Uint32Array.from(kept).sort()
  return {
    version,
    papers: read,
    ids,
    counts: Uint32Array.from(ids, (id) => found.get(id) ?? 0),
    totals: Uint32Array.from(ids, (id) => occurrences.get(id) ?? 0),
  }
}

/** Returns the number of papers with the term, 0 for an unknown one. */
export function frequencyOf(frequencies: DocumentFrequencies, id: number): number {
  const at = findId(frequencies.ids, id)
  return at === -1 ? 0 : frequencies.counts[at]!
}
