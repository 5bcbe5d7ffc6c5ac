import { normalise } from '#api/ranking/features/sparse.ts'
import {
  emptyTaste,
  featurePaper,
  fitLsa,
  fitTaste,
  indexBackground,
  indexDay,
  projectPaper,
  rankDay,
  sumFrequencies,
  type DayIndex,
  type FeaturedPaper,
} from '#api/ranking/ranker.ts'
import { planRankers } from './baselines.ts'
import type { Library, List, Ranker } from './library.ts'

/** Length of the shown list with diversity and exploration. */
const SHOWN = 20

/** The product's ranker on a library and the baselines; the embedding only where the library has one. */
export function createRankers(library: Library, background: readonly number[]): Ranker[] {
  const frequencies = sumFrequencies(library.terms, 1)
  const ids = library.terms.map((_, paper) => `${paper}`)
  const feature = (paper: number, vector: { space: string; values: Float32Array } | null) =>
    featurePaper(
      { id: ids[paper]!, categories: library.categories[paper]!, authors: [] },
      library.terms[paper]!,
      frequencies,
      vector,
    )
  const plain = ids.map((_, paper) => feature(paper, null))
  const basis = fitLsa(plain, frequencies)
  const withLsa = plain.map((paper): FeaturedPaper => {
    const vector = projectPaper(basis, paper.features)
    return vector ? { ...paper, vector, space: basis.space } : paper
  })
  const embedded = library.embedding && centre(library.embedding)
  const withEmbedding = embedded?.map((values, paper): FeaturedPaper => ({
    ...plain[paper]!,
    vector: values,
    space: 'embedding',
  }))
  return [
    ...planRankers(library, background, basis),
    productRanker('prior: categories only', withLsa, null),
    productRanker('product, words only', plain, background),
    productRanker('product, words and LSA', withLsa, background),
    productRanker('… as shown, with diversity and exploration', withLsa, background, SHOWN),
    ...(withEmbedding
      ? [
          productRanker('product, words and embedding', withEmbedding, background),
          productRanker('… with embedding, as shown', withEmbedding, background, SHOWN),
        ]
      : []),
  ]
}

/** The product's own code path; `background` null stands for a reader without any signal. */
function productRanker(
  name: string,
  papers: FeaturedPaper[],
  background: readonly number[] | null,
  length = 0,
): Ranker {
  const indexed = indexBackground(background?.map((paper) => papers[paper]!) ?? [])
  const days = new WeakMap<readonly number[], DayIndex>()
  const dayOf = (list: List) => {
    const known = days.get(list.papers)
    if (known) return known
    const day = indexDay(list.papers.map((paper) => ({ ...papers[paper]!, title: '', abstract: '', names: [] })))
    days.set(list.papers, day)
    return day
  }
  return {
    name,
    learn: ({ profile }) => {
      const examples = profile.map((paper) => ({ paper: papers[paper]!, weight: 1 }))
      const taste = background ? fitTaste(examples, indexed) : emptyTaste()
      const categories = [...new Set(profile.flatMap((paper) => papers[paper]!.categories))]
      return (list) =>
        rankDay(dayOf(list), {
          candidates: Uint32Array.from(list.papers.keys()),
          nextDoor: new Uint32Array(0),
          taste,
          categories,
          matches: [],
          length,
          seed: name,
        }).map(({ position }) => list.papers[position]!)
    },
  }
}

/** Takes the mean off unit vectors and gives them the length 1 again, as the product's embedding does. */
function centre(vectors: readonly Float32Array[]): Float32Array[] {
  const middle = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (const [dim, value] of vector.entries()) middle[dim]! += value / vectors.length
  return vectors.map((vector) => normalise(vector.map((value, dim) => value - middle[dim]!)))
}
