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
  type Taste,
} from '#api/ranking/ranker.ts'
import { planRankers } from './baselines.ts'
import { remember, type Library, type Ranker } from './library.ts'

/** As in deliveries: cards at the top with diversity and exploration. */
const SHOWN = 40

/** The papers of a library as the ranking has them; the embedding only where the library has one. */
export function featureLibrary(library: Library) {
  const frequencies = sumFrequencies(library.terms, 1)
  const ids = library.terms.map((_, paper) => `${paper}`)
  const plain = ids.map((id, paper) =>
    featurePaper({ id, categories: library.categories[paper]!, authors: [] }, library.terms[paper]!, frequencies, null),
  )
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
  return { basis, withLsa, withEmbedding }
}

/** The product's ranker on a library and the baselines. */
export function createRankers(library: Library, background: readonly number[]): Ranker[] {
  const { basis, withLsa, withEmbedding } = featureLibrary(library)
  const onLsa = preparePapers(withLsa, background)
  const onEmbedding = withEmbedding && preparePapers(withEmbedding, background)
  return [
    ...planRankers(library, background, basis),
    productRanker('prior: categories only', onLsa, { adapt: emptyTaste }),
    productRanker('product, words only', onLsa, { adapt: (taste) => ({ ...taste, space: null }) }),
    productRanker('product, words and LSA', onLsa),
    productRanker('… as shown, with diversity and exploration', onLsa, { length: SHOWN }),
    ...(onEmbedding
      ? [
          productRanker('product, words and embedding', onEmbedding),
          productRanker('… with embedding, as shown', onEmbedding, { length: SHOWN }),
        ]
      : []),
  ]
}

interface Prepared {
  papers: readonly FeaturedPaper[]
  fit: (profile: readonly number[]) => Taste
  dayOf: (papers: readonly number[]) => DayIndex
}

/** Fits a profile and indexes a list once for all rankers on the same features. */
function preparePapers(papers: readonly FeaturedPaper[], background: readonly number[]): Prepared {
  const indexed = indexBackground(background.map((paper) => papers[paper]!))
  const fit = (profile: readonly number[]) =>
    fitTaste(
      profile.map((paper) => ({ paper: papers[paper]!, weight: 1 })),
      indexed,
    )
  const index = (list: readonly number[]) =>
    indexDay(list.map((paper) => ({ ...papers[paper]!, title: '', abstract: '', names: [] })))
  return { papers, fit: remember(fit), dayOf: remember(index) }
}

/** The product's own code path, with its taste or another one. */
function productRanker(
  name: string,
  { papers, fit, dayOf }: Prepared,
  { adapt = (taste: Taste) => taste, length = 0 } = {},
): Ranker {
  return {
    name,
    learn: (profile) => {
      const taste = adapt(fit(profile))
      const categories = [...new Set(profile.flatMap((paper) => papers[paper]!.categories))]
      return (list) =>
        rankDay(dayOf(list), {
          candidates: Uint32Array.from(list.keys()),
          nextDoor: new Uint32Array(0),
          taste,
          categories,
          matches: [],
          length,
          seed: 'eval',
        }).map(({ position }) => list[position]!)
    },
  }
}

/** Takes the mean off unit vectors and gives them the length 1 again, as the product's embedding does. */
function centre(vectors: readonly Float32Array[]): Float32Array[] {
  const middle = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (const [dim, value] of vector.entries()) middle[dim]! += value / vectors.length
  return vectors.map((vector) => normalise(vector.map((value, dim) => value - middle[dim]!)))
}
