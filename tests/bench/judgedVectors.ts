import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODEL, runtimeFor } from '#api/embedding/delivery/pinned.ts'
import { defaultCache } from '#api/embedding/delivery/ways.ts'
import { openLocalProvider } from '#api/embedding/local/localProvider.ts'
import { type EmbeddingProvider, toUnit } from '#api/embedding/provider.ts'
import { createVectorRows } from '#api/ranking/ranker.ts'
import type { Meaning } from '#api/services/nearness/textMeaning.ts'
import type { JudgedSet } from './judgedSets.ts'

/** Encoding the collections takes 10 to 60 minutes of CPU, so the vectors are kept between runs. */
const KEPT = join(tmpdir(), `paperdawn-judged-${MODEL.id}.sqlite`)

/** Returns the meaning of a question, compared with the papers that have a vector. */
export type MeaningOf = (question: string) => Meaning

/**
 * Encodes the papers and questions of a set as the product does. `share` of the papers get a vector. Null when the files
 * of the model are not in the cache.
 */
export async function readMeanings(set: JudgedSet, share = 1): Promise<MeaningOf | null> {
  const vectors = await readVectors(set)
  if (!vectors) return null
  const encoded = set.papers.filter(({ id }) => shareOf(id) < share)
  const papers = encoded.map((paper) => ({ id: paper.id, unit: vectors.get(keyOf('paper', toText(paper)))! }))
  const mean = new Float32Array(MODEL.dimensions)
  for (const { unit } of papers) for (let at = 0; at < mean.length; at++) mean[at]! += unit[at]! / papers.length
  const rows = createVectorRows(mean, papers.length)
  for (const { id, unit } of papers) rows.put(id, quantise(unit))
  return (text) => {
    const unit = vectors.get(keyOf('question', text))!
    const question = toUnit(unit.map((value, at) => value - mean[at]!))
    return { findNearest: (limit, among) => rows.findNearest(question, limit, among) }
  }
}

/** The unit vectors of the papers of a set, in their order, and of its questions. Null as for `readMeanings`. */
export async function readUnits(set: JudgedSet) {
  const vectors = await readVectors(set)
  if (!vectors) return null
  return {
    papers: set.papers.map((paper) => vectors.get(keyOf('paper', toText(paper)))!),
    questionOf: (text: string) => vectors.get(keyOf('question', text))!,
  }
}

/** A number from 0 to 1 that depends on the id only, so that a larger share contains a smaller one. */
const shareOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32

const toText = ({ title, abstract }: JudgedSet['papers'][number]) => `${title}. ${abstract}`

const keyOf = (kind: string, text: string): string => createHash('sha256').update(`${kind} ${text}`).digest('base64')

async function readVectors({ papers, questions }: JudgedSet): Promise<Map<string, Float32Array> | null> {
  const kept = new Database(KEPT, { create: true })
  kept.run('PRAGMA journal_mode = WAL')
  kept.run('CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB)')
  const texts = [
    ...questions.map(({ text }) => ({ kind: 'question', text }) as const),
    ...papers.map((paper) => ({ kind: 'paper', text: toText(paper) }) as const),
  ]
  const find = kept.query<{ vector: Uint8Array }, [string]>('SELECT vector FROM vectors WHERE key = ?')
  const save = kept.query('INSERT OR REPLACE INTO vectors VALUES (?, ?)')
  const { signal } = new AbortController()
  const vectors = new Map<string, Float32Array>()
  let provider: EmbeddingProvider | null = null
  try {
    for (const { kind, text } of texts) {
      const key = keyOf(kind, text)
      const known = find.get(key)
      if (known) {
        vectors.set(key, new Float32Array(known.vector.slice().buffer))
        continue
      }
      if (!provider && !isCached()) return null
      provider ??= await openLocalProvider({ report: () => undefined, signal })
      const [vector = new Float32Array()] = await provider.embed([text], { kind, signal })
      save.run(key, new Uint8Array(vector.buffer))
      vectors.set(key, vector)
    }
  } finally {
    await provider?.close()
    kept.close()
  }
  return vectors
}

function isCached(): boolean {
  const runtime = runtimeFor(process.platform, process.arch)
  return [MODEL.id, runtime?.id ?? 'none'].every((name) => existsSync(join(defaultCache(), name)))
}

const quantise = (unit: Float32Array): Int8Array => {
  const largest = Math.max(...unit.map(Math.abs))
  return Int8Array.from(unit, (value) => Math.round((value / largest) * 127))
}
