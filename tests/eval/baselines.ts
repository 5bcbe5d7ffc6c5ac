import { indexFeatures } from '#api/ranking/features/featureMatrix.ts'
import { dotSparse, type SparseVector } from '#api/ranking/features/sparse.ts'
import { trainSvm } from '#api/ranking/model/linearSvm.ts'
import {
  featurePaper,
  projectPaper,
  sumFrequencies,
  type DocumentFrequencies,
  type FeaturedPaper,
  type LsaBasis,
} from '#api/ranking/ranker.ts'
import { remember, type Library, type Ranker } from './library.ts'
import { mean } from './measures.ts'

/** The name of the baseline that the others are compared with. */
export const PLAN = 'plan: SVM + 0.5 LSA centroid'
const VOCABULARY = 30_000

/** The rankers that the product is compared with: terms of a capped vocabulary, and LSA that is not centred. */
export function planRankers(library: Library, background: readonly number[], basis: LsaBasis): Ranker[] {
  const frequencies = mostFrequent(sumFrequencies(library.terms, 0))
  const raw = { ...basis, mean: new Float32Array(basis.dimensions) }
  const papers = library.terms.map((terms, paper) => {
    const featured = featurePaper({ id: `${paper}`, categories: [], authors: [] }, terms, frequencies, null)
    return { ...featured, vector: projectPaper(raw, featured.features) }
  })
  const terms = (paper: number) => papers[paper]!.features
  const others = background.map((paper) => papers[paper]!)
  const byMean = (profile: readonly number[]) => (paper: number) =>
    mean(profile.map((own) => dotSparse(terms(own), terms(paper))))
  const bySvm = remember((profile: readonly number[]) =>
    svm(
      profile.map((own) => papers[own]!),
      others,
    ),
  )
  return [
    {
      name: 'order of the list',
      learn: () => (listed) => [...listed],
    },
    {
      name: 'TF-IDF centroid',
      learn: (profile) => {
        const score = byMean(profile)
        return (listed) => order(listed, listed.map(score))
      },
    },
    {
      name: 'SVM, random negatives',
      learn: (profile) => {
        const score = bySvm(profile)
        return (listed) =>
          order(
            listed,
            listed.map((paper) => score(terms(paper))),
          )
      },
    },
    {
      name: PLAN,
      learn: (profile) => {
        const score = bySvm(profile)
        const direction = sum(profile.map((own) => papers[own]!.vector))
        return (listed) => {
          const linear = standardise(listed.map((paper) => score(terms(paper))))
          const latent = standardise(listed.map((paper) => dot(direction, papers[paper]!.vector)))
          return order(
            listed,
            linear.map((value, at) => value + 0.5 * latent[at]!),
          )
        }
      },
    },
  ]
}

const order = (listed: readonly number[], scores: readonly number[]): number[] =>
  [...listed.keys()].sort((one, other) => scores[other]! - scores[one]!).map((at) => listed[at]!)

function mostFrequent({ ids, counts, ...rest }: DocumentFrequencies): DocumentFrequencies {
  const least = counts.toSorted((one, other) => other - one)[VOCABULARY] ?? 0
  const kept = [...ids.keys()].filter((at) => counts[at]! > least)
  return { ...rest, ids: Uint32Array.from(kept, (at) => ids[at]!), counts: Uint32Array.from(kept, (at) => counts[at]!) }
}

/** A linear SVM without truncation of its weights. */
function svm(liked: readonly FeaturedPaper[], others: readonly FeaturedPaper[]): (features: SparseVector) => number {
  const matrix = indexFeatures([...liked, ...others])
  const labels = new Int8Array(liked.length + others.length).fill(-1).fill(1, 0, liked.length)
  const costs = new Float32Array(labels.length).fill(0.1).fill(1, 0, liked.length)
  const { weights } = trainSvm({ blocks: [matrix], labels, costs, columns: matrix.columns.size })
  return ({ ids, values }) =>
    ids.reduce((total, id, at) => total + (weights[matrix.columns.find(id)] ?? 0) * values[at]!, 0)
}

function sum(vectors: readonly (Float32Array | null)[]): Float32Array {
  const total = new Float32Array(vectors.find((vector) => vector !== null)?.length ?? 0)
  for (const vector of vectors) for (const [dim, value] of vector?.entries() ?? []) total[dim]! += value
  return total
}

const dot = (one: Float32Array, other: Float32Array | null): number =>
  one.reduce((total, value, dim) => total + value * (other?.[dim] ?? 0), 0)

function standardise(values: readonly number[]): number[] {
  const middle = mean(values)
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2))) || 1
  return values.map((value) => (value - middle) / deviation)
}
