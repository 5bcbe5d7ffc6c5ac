import { quantise } from '../features/quantised.ts'
import type { Example } from './signals.ts'
import { emptyProfile, type Taste } from './taste.ts'

/** Papers whose closeness counts: those of the largest weight, so the newest of equal actions. */
const PROFILE_MAX = 40
/** Share of the direction of the disliked papers that is taken off, as in the linear model. */
const DISLIKED = 0.5

/** Returns the vectors of the liked papers in the space that most of them have, and their common direction. */
export function fitProfile(liked: readonly Example[], disliked: readonly Example[]): Pick<Taste, 'space' | 'profile'> {
  const space = commonSpace(liked)
  const withVector = (examples: readonly Example[]) =>
    examples.flatMap(({ paper, weight }) =>
      space !== null && paper.space === space && paper.vector ? [{ id: paper.id, vector: paper.vector, weight }] : [],
    )
  const own = withVector(liked).sort((one, other) => other.weight - one.weight)
  const others = withVector(disliked)
  const total = own.reduce((sum, { weight }) => sum + weight, 0)
  const against = others.reduce((sum, { weight }) => sum + weight, 0)
  const direction = new Float32Array(own[0]?.vector.length ?? 0)
  const add = (vector: Float32Array, share: number) => {
    for (let dim = 0; dim < direction.length; dim++) direction[dim]! += share * vector[dim]!
  }
  for (const { vector, weight } of own) add(vector, weight / total)
  for (const { vector, weight } of others) add(vector, (-DISLIKED * weight) / against)
  if (own.length === 0) return { space: null, profile: emptyProfile() }
  const chosen = own.slice(0, PROFILE_MAX)
  return {
    space,
    profile: {
      ids: chosen.map(({ id }) => id),
      vectors: quantise([direction, ...chosen.map(({ vector }) => vector)]),
      shares: Float32Array.from(chosen, ({ weight }) => weight / total),
      weights: new Float32Array(chosen.length).fill(1),
    },
  }
}

function commonSpace(examples: readonly Example[]): string | null {
  const counts = new Map<string, number>()
  for (const { paper } of examples)
    if (paper.space !== null) counts.set(paper.space, (counts.get(paper.space) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}
