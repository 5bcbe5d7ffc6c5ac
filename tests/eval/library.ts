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
  learn: (reader: Reader) => (list: List) => number[]
}
