import { toUnit } from '../../embedding/provider.ts'
import { AppError } from '../../platform/errors.ts'
import { countVectors, findMean, findVectors, sampleVectors, saveMean } from '../../store/papers/vectors.ts'
import type { Product } from '../product.ts'

/** A text that a reader waits for the vector of. */
export interface ReaderText {
  text: string
  kind: 'question' | 'draft'
}

/** Vectors of one model. Their dot product is the cosine of the angle between them. */
export interface PaperVectors {
  /** Null when there are no vectors. */
  model: string | null
  byId: ReadonlyMap<string, Float32Array>
}

/**
 * Returns the vectors of those of `ids` that have one: centred unit vectors, or plain unit vectors while the library is
 * too small for a mean (fewer than 500 papers). All are of one model: `model` if given, else the one that has encoded
 * most of these papers. Needs no provider: stored vectors are also used while the embedding is off.
 */
export async function readVectors(ids: readonly string[], model?: string): Promise<PaperVectors> {
  const stored = [...(await findVectors(ids, model)).values()]
  const byModel = [...Map.groupBy(stored, (vector) => vector.model)]
  const [used] = byModel.toSorted(([, one], [, other]) => other.length - one.length)
  if (used === undefined) return { model: null, byId: new Map() }
  const centre = await readCentre(used[0])
  return { model: used[0], byId: new Map(used[1].map(({ id, vector }) => [id, centre(vector)])) }
}

/**
 * Encodes the text of a reader as `readVectors` does papers; compare it with vectors of the same `model` only. Returns
 * null while the embedding is off or being fetched. Throws "unavailable" when the provider fails.
 *
 * @public
 */
export async function embedText(
  { embedding }: Pick<Product, 'embedding'>,
  { text, kind }: ReaderText,
  signal: AbortSignal,
): Promise<{ model: string; vector: Float32Array } | null> {
  const state = embedding.current()
  if (state.state !== 'ready') return null
  const { provider } = state
  const [vector] = await provider.embed([text], { kind, signal })
  if (vector === undefined) throw new AppError('unavailable', 'The text was not encoded.')
  return { model: provider.id, vector: (await readCentre(provider.id))(vector) }
}

/** Returns a function that subtracts the mean of the model's vectors from a vector and gives the result length 1. */
async function readCentre(model: string): Promise<(vector: ArrayLike<number>) => Float32Array> {
  const mean = (await findMean(model))?.mean
  return (vector) => {
    const unit = toUnit(vector)
    // Vectors of all papers share a direction, which says nothing about one of them.
    return mean === undefined ? unit : toUnit(unit.map((value, index) => value - (mean[index] ?? 0)))
  }
}

/** A mean of fewer vectors would contain much of what is particular to each. */
const FIRST_AT = 500
/** The mean of this many random vectors differs from that of all by about a fiftieth of their spread. */
const SAMPLE = 2_000

/**
 * Computes the mean of a model's vectors from a random sample, when there are 500 for the first time and whenever their
 * number has doubled. Otherwise does nothing.
 */
export async function refreshMean(model: string): Promise<void> {
  const [count, current] = await Promise.all([countVectors(model), findMean(model)])
  if (count < Math.max(FIRST_AT, 2 * (current?.vectors ?? 0))) return
  const vectors = (await sampleVectors(model, SAMPLE)).map(toUnit)
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (let at = 0; at < mean.length; at++) mean[at]! += (vector[at] ?? 0) / vectors.length
  await saveMean(model, mean, count)
}
