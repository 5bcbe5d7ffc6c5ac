import { formatInstant, now } from '../../platform/clock.ts'
import { countFeatures } from '../../store/papers/features.ts'
import { findVersion, readPart } from '../../store/papers/frequencies.ts'
import { countWaiting } from '../../store/readers/tastes.ts'
import { readEmbeddingModel } from '../ranking/vectorSpace.ts'
import type { CheckResult } from './checkResult.ts'

/** Models follow their readers within two seconds. */
const WAITING_SLOW_MS = 60_000

/** What the ranking lacks: features of papers, fits of models; and what its features are made with. */
export async function checkRanking(): Promise<CheckResult> {
  const [{ papers, featured }, waiting, inForce] = await Promise.all([countFeatures(), countWaiting(), findVersion()])
  if (papers === 0) return { state: 'ok', message: 'There are no papers yet.' }
  const model = inForce && (await readEmbeddingModel(inForce.version))
  const basis = inForce && (await readPart('basis', inForce.version))
  const behind = Math.max(0, papers - featured)
  const message = [
    behind > 0 ? `About ${behind} papers have no features yet.` : 'All papers have features.',
    ...(waiting.count > 0 ? [`Models to fit: ${waiting.count}.`] : []),
    inForce === null
      ? 'No document frequencies yet.'
      : `Document frequencies of ${inForce.papers} papers, from ${formatInstant(inForce.made_at)}.`,
    model !== null
      ? `Vectors of ${model} beside the words.`
      : basis
        ? 'Latent vectors beside the words.'
        : 'Words only, without vectors.',
  ].join(' ')
  const isSlow = waiting.since !== null && now().getTime() - waiting.since.getTime() > WAITING_SLOW_MS
  return { state: isSlow ? 'slow' : 'ok', message }
}
