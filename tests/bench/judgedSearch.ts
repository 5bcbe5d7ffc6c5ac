import { IndexFile } from '#api/search/indexFile.ts'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import type { Meaning } from '#api/services/nearness/textMeaning.ts'
import { searchByMeaning } from '#api/services/search/searchByMeaning.ts'
import type { JudgedSet } from './judgedSets.ts'
import { readMeanings } from './judgedVectors.ts'
import { openPlain, type Engine } from './searchEngines.ts'

/** nDCG@10 of each question of a set, with binary relevance. */
type Scores = readonly number[]

/** Shares of the papers that have a vector while a library is encoded. */
const SHARES = [0.1, 0.3, 0.5, 0.8, 1]

/**
 * Scores of the set by plain FTS5, by the product with words alone, and by words and meaning with a growing share of the
 * papers encoded; without the files of the model only the first two.
 */
export async function scoreSet(set: JudgedSet): Promise<Map<string, Scores>> {
  const scores = new Map<string, Scores>()
  const plain = openPlain(set.papers)
  scores.set('FTS5', await scoreQuestions(plain.engine, set))
  plain.close()
  const file = new IndexFile(':memory:', { timeMs: Infinity })
  file.put(set.papers)
  const index = {
    search: async (request) => file.search(request),
    scoreByCommonWords: async (papers) => file.scoreByCommonWords(papers),
  } as Pick<SearchIndex, 'search' | 'scoreByCommonWords'> as SearchIndex
  scores.set('words', await scoreWords(index, set))
  for (const share of SHARES) {
    const meaningOf = await readMeanings(set, share)
    if (meaningOf) scores.set(`meaning ${100 * share} %`, await scoreQuestions(askEngine(index, meaningOf), set))
  }
  file.close()
  return scores
}

/** Scores of the set by the words of its questions, in an index that has its papers. */
export const scoreWords = (index: SearchIndex, set: JudgedSet): Promise<Scores> =>
  scoreQuestions(
    askEngine(index, () => null),
    set,
  )

const askEngine = (index: SearchIndex, meaningOf: (q: string) => Meaning | null) => async (q: string) => {
  const { hits } = await searchByMeaning(index, { q, limit: 10 }, { readMeaning: async () => meaningOf(q) })
  return hits.map(({ id }) => id)
}

async function scoreQuestions(
  engine: Engine | ((q: string) => Promise<string[]>),
  { questions }: JudgedSet,
): Promise<number[]> {
  const scores: number[] = []
  for (const { text, relevant } of questions) {
    const found = (await engine(text)).slice(0, 10)
    const ideal = Array.from({ length: Math.min(10, relevant.size) }, () => 1)
    scores.push(discount(found.map((id) => Number(relevant.has(id)))) / discount(ideal))
  }
  return scores
}

const discount = (gains: readonly number[]) => gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)

export const meanOf = (scores: Scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length

const RESAMPLES = 10_000

/** Mean difference of the scores of the same questions, with its 95 % interval by a paired bootstrap over them. */
export function compare(one: Scores, other: Scores): { mean: number; interval: [number, number] } {
  const differences = one.map((score, at) => score - other[at]!)
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let at = 0; at < differences.length; at++) sum += differences[Math.floor(Math.random() * differences.length)]!
    return sum / differences.length
  }).toSorted((low, high) => low - high)
  const at = (share: number) => means[Math.floor(RESAMPLES * share)] ?? Number.NaN
  return { mean: meanOf(differences), interval: [at(0.025), at(0.975)] }
}
