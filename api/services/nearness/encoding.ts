import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddingProvider } from '../../embedding/provider.ts'
import { log } from '../../platform/log.ts'
import {
  claimUnencoded,
  markEncoded,
  releaseClaim,
  releaseOtherModels,
  type ClaimedPaper,
} from '../../store/papers/paperEncoding.ts'
import { findTextHashes, saveVectors } from '../../store/papers/vectors.ts'
import type { Product } from '../product.ts'
import { refreshMean } from './vectors.ts'

const POLL_MS = 2_000
const RETRY_MS = 30_000
/** Papers claimed at once. New papers are encoded after the current batch. */
const BATCH = 16
/** Papers between two checks whether the mean is to be computed again. */
const MEAN_CHECK = 500

/** A claim on papers expires after this time. A batch takes some seconds. */
const CLAIM_MS = 60_000
/** After a failure. A paper that cannot be encoded is left out for this long. */
const FAILED_CLAIM_MS = 600_000

interface Pauses {
  pollMs?: number
  retryMs?: number
}

/**
 * Encodes papers that have no vector of the current model, those changed last first, until `signal` aborts. Several
 * processes share the work. Never throws; retries while the provider or the database is down.
 */
export async function followPapers(
  { embedding }: Pick<Product, 'embedding'>,
  signal: AbortSignal,
  { pollMs = POLL_MS, retryMs = RETRY_MS }: Pauses = {},
): Promise<void> {
  let model: string | null = null
  let size = BATCH
  let sinceMeanCheck = 0
  let failing = false
  while (!signal.aborted) {
    let pauseMs = pollMs
    try {
      const state = embedding.current()
      if (state.state === 'ready') {
        const { provider } = state
        if (model !== provider.id) await releaseOtherModels(provider.id)
        model = provider.id
        const encoded = await encodeBatch(provider, { size, claimMs: failing ? FAILED_CLAIM_MS : CLAIM_MS, signal })
        if (encoded > 0) failing = false
        size = Math.min(BATCH, size * 2)
        sinceMeanCheck += encoded
        if (encoded > 0) pauseMs = 0
        if (sinceMeanCheck >= MEAN_CHECK || (encoded === 0 && sinceMeanCheck > 0)) {
          await refreshMean(provider.id)
          sinceMeanCheck = 0
        }
      }
    } catch (error) {
      if (signal.aborted) return
      // Recovered: the papers are without a vector for a while. Next is one paper alone: when it is the one that cannot be
      // encoded, it stays claimed, and the others are encoded.
      if (!failing) log.warn({ error }, 'papers could not be encoded')
      failing = true
      size = 1
      pauseMs = retryMs
    }
    // An abort ends the pause and then the loop.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Encodes the papers of one claim. Returns how many: 0 when there is nothing to do. */
async function encodeBatch(
  provider: EmbeddingProvider,
  { size, claimMs, signal }: { size: number; claimMs: number; signal: AbortSignal },
): Promise<number> {
  const by = crypto.randomUUID()
  const claimed = await claimUnencoded(by, { limit: size, claimMs })
  if (claimed.length === 0) return 0
  const ids = claimed.map(({ _id }) => _id)
  const known = await findTextHashes(ids, provider.id)
  // A change of a paper is often one of other fields.
  const changed = claimed
    .map((paper) => ({ ...paper, text: toText(paper), text_hash: hashOf(toText(paper)) }))
    .filter(({ _id, text_hash }) => known.get(_id) !== text_hash)
  try {
    const texts = changed.map(({ text }) => text)
    const vectors = texts.length === 0 ? [] : await provider.embed(texts, { kind: 'paper', signal })
    await saveVectors(
      changed.map(({ _id: id, seq, text_hash }, index) => {
        return { id, seq, text_hash, model: provider.id, vector: quantise(vectors[index] ?? []) }
      }),
    )
  } catch (error) {
    if (size > 1 || signal.aborted) await releaseClaim(ids, by)
    throw error
  }
  await markEncoded(claimed, { modelId: provider.id, by })
  return claimed.length
}

/** The form of the texts that the quality of search and ranking was measured with. */
const toText = ({ title, abstract }: ClaimedPaper): string => (abstract === '' ? title : `${title}. ${abstract}`)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Returns the direction of a vector in signed bytes: the largest component becomes 127 or -127. */
function quantise(vector: ArrayLike<number>): Int8Array {
  const largest = Array.from(vector).reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => Math.round((value / (largest || 1)) * 127))
}
