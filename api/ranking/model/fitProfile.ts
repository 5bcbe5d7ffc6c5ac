import { quantise } from '../features/quantised.ts'
import type { BackgroundVectors } from './background.ts'
import { meanDirection, trainDirection, type VectorExample } from './fitDirection.ts'
import type { Example } from './signals.ts'
import { emptyProfile, type Taste } from './taste.ts'

/** Papers whose closeness counts: those of the largest weight, so the newest of equal actions. */
const PROFILE_MAX = 40

/**
 * Returns the vectors of the liked papers in the space that most of them have, and their direction: trained against
 * `background` if it has vectors of that space, else their mean.
 */
export function fitProfile(
  liked: readonly Example[],
  disliked: readonly Example[],
  background: BackgroundVectors | null,
): Pick<Taste, 'space' | 'profile'> {
  const space = commonSpace(liked)
  const withVector = (examples: readonly Example[]) =>
    examples.flatMap(({ paper, weight }): VectorExample[] =>
      space !== null && paper.space === space && paper.vector ? [{ id: paper.id, vector: paper.vector, weight }] : [],
    )
  const own = withVector(liked).sort((one, other) => other.weight - one.weight)
  if (own.length === 0) return { space: null, profile: emptyProfile() }
  const others = withVector(disliked)
  const { values, shares } =
    background?.space === space ? trainDirection(own, others, background) : meanDirection(own, others)
  const chosen = own.slice(0, PROFILE_MAX)
  return {
    space,
    profile: {
      ids: chosen.map(({ id }) => id),
      vectors: quantise([values, ...chosen.map(({ vector }) => vector)]),
      shares: shares.slice(0, chosen.length),
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
