import type { FeaturedPaper } from '../features/featuredPaper.ts'

/** Mean similarity from which groups are one. Measured by `bun run eval`: lower joins two readers, higher parts one. */
export const ONE_GROUP = 0.04
/**
 * How alike two papers are: the closeness of their vectors, from -1 to 1 and 0 for papers that have nothing in common. -1
 * without two vectors of one space.
 */
function similarityOf(one: FeaturedPaper, other: FeaturedPaper): number {
  if (one.vector === null || other.vector === null || one.space !== other.space) return -1
  let closeness = 0
  for (let dim = 0; dim < one.vector.length; dim++) closeness += one.vector[dim]! * other.vector[dim]!
  return closeness
}

/** Of a paper with all papers of a group. */
export const meanSimilarity = (paper: FeaturedPaper, group: readonly FeaturedPaper[]): number =>
  group.reduce((sum, other) => sum + similarityOf(paper, other), 0) / Math.max(1, group.length)

interface Limits {
  /** Groups are joined while the mean similarity of their papers is at least this. */
  least?: number
  /** Groups are not joined below this number. */
  groups?: number
}

/**
 * Groups of similar papers, the largest first, the papers of each in the given order: agglomerative clustering by the mean
 * similarity of all pairs (UPGMA; R. R. Sokal and C. D. Michener, 1958). The time grows with the third power of the number
 * of papers: 0.2 s for 300.
 */
export function clusterPapers(
  papers: readonly FeaturedPaper[],
  { least = ONE_GROUP, groups: least_groups = 1 }: Limits = {},
): FeaturedPaper[][] {
  const similar = papers.map((one) => Float64Array.from(papers, (other) => similarityOf(one, other)))
  const groups = papers.map((_, at) => [at])
  const alive = new Set(groups.keys())
  while (alive.size > least_groups) {
    const closest = findClosest(similar, [...alive])
    if (closest === null || closest.similarity < least) break
    const { one, other } = closest
    joinRows(similar, alive, { one, other, ofOne: groups[one]!.length, ofOther: groups[other]!.length })
    groups[one]!.push(...groups[other]!)
    alive.delete(other)
  }
  return [...alive]
    .map((at) => groups[at]!.sort((one, other) => one - other))
    .sort((one, other) => other.length - one.length || one[0]! - other[0]!)
    .map((group) => group.map((at) => papers[at]!))
}

function findClosest(similar: readonly Float64Array[], alive: readonly number[]) {
  let closest: { one: number; other: number; similarity: number } | null = null
  for (let at = 1; at < alive.length; at++) {
    const row = similar[alive[at]!]!
    for (let before = 0; before < at; before++) {
      const similarity = row[alive[before]!]!
      if (closest === null || similarity > closest.similarity)
        closest = { one: alive[before]!, other: alive[at]!, similarity }
    }
  }
  return closest
}

/** The mean similarities of a joined group follow from those of its parts (G. N. Lance and W. T. Williams, 1967). */
function joinRows(
  similar: readonly Float64Array[],
  alive: ReadonlySet<number>,
  { one, other, ofOne, ofOther }: { one: number; other: number; ofOne: number; ofOther: number },
): void {
  for (const at of alive) {
    const mean = (ofOne * similar[one]![at]! + ofOther * similar[other]![at]!) / (ofOne + ofOther)
    similar[one]![at] = mean
    similar[at]![one] = mean
  }
}
