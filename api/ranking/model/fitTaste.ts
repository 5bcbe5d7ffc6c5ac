import type { FeaturedPaper } from '../features/featuredPaper.ts'
import { normalise, toSparse, type SparseVector } from '../features/sparse.ts'
import type { Background } from './background.ts'
import { trainSvm } from './linearSvm.ts'
import { emptyTaste, type Taste } from './taste.ts'

/** A paper that the reader acted on; several actions on one paper are one example. */
export interface Example {
  paper: FeaturedPaper
  /** Sum of `signalWeight` of the actions: positive for liked, negative for disliked. 0 is ignored. */
  weight: number
}

/** Number of positive examples from which the model is trained. */
export const TRAINED_FROM = 10
/** Papers whose closeness counts at most, the ones with the largest weight. */
export const PROFILE_MAX = 60
const DISLIKED = 0.5
const COST = { positive: 1, negative: 0.1 }

/**
 * Learns a reader's taste. Without positive examples the state is `prior`; with fewer than `TRAINED_FROM` the weights are
 * the mean of the liked papers minus half the mean of the disliked (Rocchio); from there on a linear support vector
 * machine against the disliked and the background. Papers must have the features of one version.
 */
export function fitTaste(examples: readonly Example[], background: Background): Taste {
  const liked = examples.filter(({ weight }) => weight > 0)
  const disliked = examples.filter(({ weight }) => weight < 0)
  const first = liked[0]
  if (first === undefined) return emptyTaste()
  const trained = liked.length >= TRAINED_FROM
  const model = trained ? train(liked, disliked, background) : meanFeatures(liked, disliked)
  return {
    state: trained ? 'trained' : 'centroid',
    positives: liked.length,
    version: first.paper.version,
    ...model,
    ...describeProfile(liked, disliked),
  }
}

function meanFeatures(
  liked: readonly Example[],
  disliked: readonly Example[],
): { features: SparseVector; bias: number } {
  const sums = new Map<number, number>()
  const add = (examples: readonly Example[], share: number) => {
    const total = examples.reduce((sum, { weight }) => sum + Math.abs(weight), 0)
    for (const { paper, weight } of examples)
      for (const [at, id] of paper.features.ids.entries())
        sums.set(id, (sums.get(id) ?? 0) + ((share * Math.abs(weight)) / total) * paper.features.values[at]!)
  }
  add(liked, 1)
  add(disliked, -DISLIKED)
  return { features: toSparse(sums), bias: 0 }
}

function train(liked: readonly Example[], disliked: readonly Example[], background: Background) {
  const own = [...liked, ...disliked]
  const { columns } = background.matrix
  const added = new Map<number, number>()
  const columnOf = (id: number) => {
    const found = columns.find(id)
    if (found !== -1) return found
    const column = added.get(id) ?? columns.size + added.size
    added.set(id, column)
    return column
  }
  const starts = Uint32Array.of(0, ...own.map(({ paper }) => paper.features.ids.length))
  for (let row = 1; row < starts.length; row++) starts[row]! += starts[row - 1]!
  const cells = Uint32Array.from(own.flatMap(({ paper }) => Array.from(paper.features.ids, columnOf)))
  const values = Float32Array.from(own.flatMap(({ paper }) => [...paper.features.values]))
  const rows = own.length + background.papers.length
  const labels = new Int8Array(rows).fill(-1)
  labels.fill(1, 0, liked.length)
  const costs = new Float32Array(rows).fill(COST.negative)
  for (const [row, { weight }] of own.entries()) costs[row] = COST.positive * Math.abs(weight)
  const blocks = [{ starts, cells, values }, background.matrix]
  const { weights, bias } = trainSvm({ blocks, labels, costs, columns: columns.size + added.size })
  const ids = [...columns.listIds(), ...added.keys()]
  return { features: toSparse(new Map(ids.map((id, column) => [id, weights[column]!]))), bias }
}

/** The vectors of the liked papers in the space that most of them have, and their mean as linear weights. */
function describeProfile(
  liked: readonly Example[],
  disliked: readonly Example[],
): Pick<Taste, 'space' | 'vectorWeights' | 'profile'> {
  const space = commonSpace(liked)
  const chosen = liked
    .filter(({ paper }) => paper.space !== null && paper.space === space)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, PROFILE_MAX)
  const dims = chosen[0]?.paper.vector?.length ?? 0
  const vectors = new Float32Array(chosen.length * dims)
  for (const [row, { paper }] of chosen.entries()) vectors.set(paper.vector!, row * dims)
  const vectorWeights = new Float32Array(dims)
  const add = (examples: readonly Example[], share: number) => {
    for (const { paper, weight } of examples)
      if (paper.space === space)
        for (let dim = 0; dim < dims; dim++) vectorWeights[dim]! += share * Math.abs(weight) * paper.vector![dim]!
  }
  add(liked, 1)
  add(disliked, -DISLIKED)
  return {
    space,
    vectorWeights: normalise(vectorWeights),
    profile: { ids: chosen.map(({ paper }) => paper.id), vectors, weights: new Float32Array(chosen.length).fill(1) },
  }
}

function commonSpace(examples: readonly Example[]): string | null {
  const counts = new Map<string, number>()
  for (const { paper } of examples)
    if (paper.space !== null) counts.set(paper.space, (counts.get(paper.space) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}
