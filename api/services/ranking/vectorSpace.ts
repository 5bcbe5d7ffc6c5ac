import { countUnencoded } from '../../store/papers/paperEncoding.ts'
import { findIdsSince } from '../../store/papers/rankingPapers.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { readVectors } from '../nearness/vectors.ts'

/** Share of the papers that must be encoded before models use the embedding. */
const COVERED = 0.95
/** How often that is looked at, in ms. */
const AGAIN_MS = 60_000
const SAMPLE = 20
const DAYS = 10

let known: { at: number; version: number; model: string | null } | null = null

/**
 * The embedding model whose vectors the ranking uses; null while less than 95 % of the papers have one. Then the latent
 * vectors of the vocabulary (`version`) are used. Vectors of different spaces are never mixed.
 */
export async function readEmbeddingModel(version: number): Promise<string | null> {
  if (known === null || known.version !== version || performance.now() - known.at > AGAIN_MS)
    known = { at: performance.now(), version, model: await findCoveringModel() }
  return known.model
}

async function findCoveringModel(): Promise<string | null> {
  const { papers, unencoded } = await countUnencoded()
  if (papers === 0 || unencoded > papers * (1 - COVERED)) return null
  const ids = await findIdsSince(addDays(dayIn('UTC', now()), -DAYS), SAMPLE)
  return (await readVectors(ids)).model
}
