import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { IndexedPaper, SearchIndex } from '#api/search/searchIndex.ts'

/** The Cranfield collection (Cleverdon, 1967): abstracts, questions, and which abstracts answer them. */
export interface Cranfield {
  papers: IndexedPaper[]
  /** Number of the question -> its text. */
  questions: Map<number, string>
  /** Number of the question -> ids of the abstracts that answer it. */
  answers: Map<number, Set<string>>
}

/** The collection in `folder`; null when it is not there. */
export function readCranfield(folder: string): Cranfield | null {
  if (!existsSync(join(folder, 'cranfield-docs.txt.gz'))) return null
  const papers = readEntries(gunzipSync(readFileSync(join(folder, 'cranfield-docs.txt.gz'))).toString()).map(toPaper)
  // The judgements count the questions from 1 in their order, whatever number they carry.
  const questions = readEntries(readFileSync(join(folder, 'cranfield-queries.txt'), 'utf8'))
  const answers = new Map<number, Set<string>>()
  for (const line of readFileSync(join(folder, 'cranfield-qrels-dev.txt'), 'utf8').trim().split('\n')) {
    const [question = 0, paper = 0, grade = 0] = line.trim().split(/\s+/).map(Number)
    // -1 is an abstract that was judged and does not answer.
    if (grade > 0) answers.set(question, (answers.get(question) ?? new Set()).add(`${paper}`))
  }
  return { papers, questions: new Map(questions.map(({ W = '' }, place) => [place + 1, W])), answers }
}

type Entry = Partial<Record<string, string>>

/** Entries of the SMART format: lines ".I number", then ".T", ".A", ".B", ".W", each followed by its text. */
function readEntries(text: string): Entry[] {
  return text
    .split(/^\.I /m)
    .slice(1)
    .map((entry) => {
      const [number = '', ...fields] = entry.split(/^\.(?=[TABW]\s*$)/m)
      const texts = fields.map((field) => [field.slice(0, 1), field.slice(1).replace(/\s+/g, ' ').trim()])
      return Object.fromEntries([['I', number.trim()], ...texts])
    })
}

const toPaper = ({ I, T = '', A = '', W = '' }: Entry, place: number): IndexedPaper => ({
  id: `${Number(I)}`,
  seq: place + 1,
  title: T,
  // The text begins with the title once more.
  abstract: W.startsWith(T) ? W.slice(T.length) : W,
  authors: A === '' ? [] : [A],
  categories: [],
  doi: null,
  dated_at: null,
})

/** Ids in the order of a search engine, best first, ten when there are as many. */
export type Engine = (question: string) => string[]

/** Mean nDCG at 10 over the judged questions, every answer counting 1. */
export function measureNdcg(engine: Engine, { questions, answers }: Cranfield): number {
  const scores = [...answers].map(([question, right]) => {
    const found = engine(questions.get(question) ?? '').slice(0, 10)
    const ideal = Array.from({ length: Math.min(10, right.size) }, () => 1)
    return discount(found.map((id) => Number(right.has(id)))) / discount(ideal)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

const discount = (gains: number[]) => gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0)

/** The baseline: how many words of the question, of four letters or more, stand somewhere in title and abstract. */
export function substringEngine(papers: readonly IndexedPaper[]): Engine {
  const texts = papers.map(({ id, title, abstract }) => ({
    id,
    title: title.toLowerCase(),
    abstract: abstract.toLowerCase(),
  }))
  return (question) => {
    const words = new Set(question.toLowerCase().match(/\w{4,}/g))
    return texts
      .map(({ id, title, abstract }) => {
        const scores = [...words].map((word) => Number(title.includes(word)) + Number(abstract.includes(word)))
        return { id, score: scores.reduce((sum, score) => sum + score, 0) }
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ id }) => id)
  }
}

export const indexEngine =
  (index: SearchIndex, filters: { from?: string; to?: string } = {}): Engine =>
  (q) =>
    index.search({ ...filters, q, limit: 10 }).hits.map(({ id }) => id)
