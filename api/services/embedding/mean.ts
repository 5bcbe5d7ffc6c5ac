import { toUnit } from '../../embedding/unitVector.ts'
import { countVectors, findMean, sampleVectors, saveMean } from '../../store/papers/vectors.ts'

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
