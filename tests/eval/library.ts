import type { TermCounts } from '#api/ranking/ranker.ts'

/** The papers of a data set; a paper is known by its number. */
export interface Library {
  name: string
  terms: TermCounts[]
  /** The primary category first; empty if the set has none. */
  categories: (readonly string[])[]
  /** Vectors that came with the set, by paper; null without them. Of length 1, not centred. */
  embedding: Float32Array[] | null
}

export interface Reader {
  /** Papers that the reader is known to like, newest first. */
  profile: readonly number[]
  lists: readonly List[]
}

/** Papers to order, shuffled, and those of them that the reader chose later. */
export interface List {
  papers: readonly number[]
  positives: ReadonlySet<number>
}

export interface ReaderSet {
  title: string
  library: Library
  readers: readonly Reader[]
  /** Random papers that stand for what readers do not look for. */
  background: readonly number[]
}

/** A way to order lists: learns from a reader's profile, then returns the papers of a list, best first. */
export interface Ranker {
  name: string
  learn: (profile: readonly number[]) => (papers: readonly number[]) => number[]
}

/** Returns the function with its last result kept: rankers on the same features share a fit or an index. */
export function remember<K, V>(run: (key: K) => V): (key: K) => V {
  let last: { key: K; value: V } | null = null
  return (key) => {
    if (last === null || last.key !== key) last = { key, value: run(key) }
    return last.value
  }
}
