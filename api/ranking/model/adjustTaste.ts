import type { Adjustment, FeatureKind } from '../../contract/taste.ts'
import { authorFeature, authorKey, categoryFeature } from '../features/featuredPaper.ts'
import { toSparse } from '../features/sparse.ts'
import { termId } from '../features/terms.ts'
import { wholeWeights, type Taste } from './taste.ts'

/** What the closeness to a paper of the profile counts after an adjustment. */
const CLOSENESS = { pin: 2, raise: 1.5, lower: 0.5, forget: 0 }

/**
 * Returns the taste with the reader's corrections, which hold at once and without a new fit. With u the largest weight of
 * the model (1 without one): `pin` gives the feature the weight 2u, `raise` adds u to it, `lower` takes u off,
 * `forget` makes it 0, and its presence counts nothing. The closeness to a paper counts 2, 1.5, 0.5 and 0 times as much. An adjustment of something that
 * is neither a term, a name, a category nor a paper of the profile changes nothing.
 */
export function adjustTaste(taste: Taste, adjustments: readonly Adjustment[]): Taste {
  if (adjustments.length === 0) return taste
  const { ids, values } = taste.features
  const weights = new Map(Array.from(ids, (id, at) => [id, values[at]!]))
  const presence = new Map(Array.from(ids, (id, at) => [id, taste.presence[at]!]))
  const unit = wholeWeights(taste).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1
  const closeness = taste.profile.weights.slice()
  for (const { kind, key, action } of adjustments) {
    if (kind === 'paper') {
      const row = taste.profile.ids.indexOf(key)
      if (row !== -1) closeness[row] = CLOSENESS[action]
      continue
    }
    const id = featureOf(kind, key)
    if (id === null) continue
    const weight = weights.get(id) ?? 0
    if (action === 'raise') weights.set(id, weight + unit)
    else if (action === 'lower') weights.set(id, weight - unit)
    else {
      weights.delete(id)
      presence.delete(id)
      if (action === 'pin') weights.set(id, 2 * unit)
    }
  }
  const features = toSparse(weights)
  return {
    ...taste,
    features,
    presence: Float32Array.from(features.ids, (id) => presence.get(id) ?? 0),
    profile: { ...taste.profile, weights: closeness },
  }
}

/** The feature that a key of the taste page belongs to; null if there is none. */
export function featureOf(kind: Exclude<FeatureKind, 'paper'>, key: string): number | null {
  if (kind === 'term') return termId(key)
  return kind === 'author' ? authorFeature(authorKey(key)) : categoryFeature(key)
}
