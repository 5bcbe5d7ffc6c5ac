import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODEL, runtimeFor } from '#api/embedding/delivery/pinned.ts'
import { defaultCache } from '#api/embedding/delivery/ways.ts'
import { openLocalProvider } from '#api/embedding/local/localProvider.ts'
import { toUnit } from '#api/embedding/unitVector.ts'
import { createVectorRows } from '#api/ranking/ranker.ts'
import { IndexFile } from '#api/search/indexFile.ts'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { searchByMeaning } from '#api/services/search/meaning.ts'
import { measureNdcg, scoreQuestions, type Cranfield } from './cranfield.ts'

/** Vectors by key: `q` and the number of a question, `d` and the id of a paper. */
type Vectors = Record<string, number[]>

/** Encoding takes about a minute of CPU, so the vectors are kept between runs. */
const KEPT = join(tmpdir(), `paperdawn-cranfield-${MODEL.id}.json`)
const RESAMPLES = 10_000

export interface MeaningScores {
  words: number
  mixed: number
  /** 95 % interval of the mean difference, by a paired bootstrap over the questions. */
  gain: [number, number]
}

/**
 * nDCG@10 of the search by words, and of the search by words and meaning, both by the service that answers readers; null
 * when the files of the model are not in the cache.
 */
export async function measureMeaning(cranfield: Cranfield): Promise<MeaningScores | null> {
  const vectors = await readVectors(cranfield)
  if (!vectors) return null
  const file = new IndexFile(':memory:')
  file.put(cranfield.papers)
  const index = { search: async (request) => file.search(request) } as Pick<SearchIndex, 'search'> as SearchIndex
  const papers = cranfield.papers.map(({ id }) => ({ id, unit: toUnit(vectors[`d${id}`] ?? []) }))
  const mean = new Float32Array(papers[0]?.unit.length ?? 0)
  for (const { unit } of papers) for (let at = 0; at < mean.length; at++) mean[at]! += unit[at]! / papers.length
  const rows = createVectorRows(mean, papers.length)
  for (const { id, unit } of papers) rows.put(id, quantise(unit))

  const byText = new Map([...cranfield.questions].map(([number, text]) => [text, `q${number}`]))
  const answers = { words: new Map<string, string[]>(), mixed: new Map<string, string[]>() }
  for (const [text, key] of byText) {
    const unit = toUnit(vectors[key] ?? [])
    const question = toUnit(unit.map((value, at) => value - mean[at]!))
    const meaning = {
      findNearest: (limit: number, among?: readonly string[]) => rows.findNearest(question, limit, among),
    }
    for (const kind of ['words', 'mixed'] as const) {
      const readMeaning = async () => (kind === 'mixed' ? meaning : null)
      const found = await searchByMeaning(index, { q: text, limit: 10 }, { readMeaning })
      answers[kind].set(
        text,
        found.hits.map(({ id }) => id),
      )
    }
  }
  file.close()
  const engineOf = (kind: 'words' | 'mixed') => (text: string) => answers[kind].get(text) ?? []
  const [words, mixed] = [scoreQuestions(engineOf('words'), cranfield), scoreQuestions(engineOf('mixed'), cranfield)]
  return {
    words: measureNdcg(engineOf('words'), cranfield),
    mixed: measureNdcg(engineOf('mixed'), cranfield),
    gain: resample(mixed.map((score, at) => score - words[at]!)),
  }
}

async function readVectors({ papers, questions }: Cranfield): Promise<Vectors | null> {
  if (existsSync(KEPT)) return (await Bun.file(KEPT).json()) as Vectors
  const runtime = runtimeFor(process.platform, process.arch)
  const files = [join(defaultCache(), MODEL.id), join(defaultCache(), runtime?.id ?? 'none')]
  if (!files.every((file) => existsSync(file))) return null
  const { signal } = new AbortController()
  const provider = await openLocalProvider({ report: () => undefined, signal })
  const vectors: Vectors = {}
  const encode = async (key: string, text: string, kind: 'question' | 'paper') => {
    const [vector] = await provider.embed([text], { kind, signal })
    vectors[key] = [...(vector ?? [])]
  }
  for (const [number, text] of questions) await encode(`q${number}`, text, 'question')
  for (const { id, title, abstract } of papers) await encode(`d${id}`, `${title}. ${abstract}`, 'paper')
  await provider.close()
  await Bun.write(KEPT, JSON.stringify(vectors))
  return vectors
}

const quantise = (unit: Float32Array): Int8Array => {
  const largest = Math.max(...unit.map(Math.abs))
  return Int8Array.from(unit, (value) => Math.round((value / largest) * 127))
}

function resample(differences: readonly number[]): [number, number] {
  const means = Array.from({ length: RESAMPLES }, () => {
    const sum = differences.reduce((total) => total + differences[Math.floor(Math.random() * differences.length)]!, 0)
    return sum / differences.length
  }).sort((one, other) => one - other)
  return [means[Math.floor(RESAMPLES * 0.025)] ?? NaN, means[Math.floor(RESAMPLES * 0.975)] ?? NaN]
}
