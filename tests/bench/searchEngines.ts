import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { IndexFile } from '#api/search/indexFile.ts'
import type { IndexedPaper } from '#api/search/searchIndex.ts'

/** The Cranfield collection (Cleverdon, 1967): abstracts, questions, and the relevant abstracts of each question. */
export interface Cranfield {
  papers: IndexedPaper[]
  /** Question number -> text. */
  questions: Map<number, string>
  /** Question number -> ids of the relevant abstracts. */
  relevant: Map<number, Set<string>>
}

/** Reads the collection in `folder`; returns null if it does not exist. */
export function readCranfield(folder: string): Cranfield | null {
  if (!existsSync(join(folder, 'cranfield-docs.txt.gz'))) return null
  const papers = readEntries(gunzipSync(readFileSync(join(folder, 'cranfield-docs.txt.gz'))).toString()).map(toPaper)
  // The relevance judgements number the questions by their order from 1, not by their `.I` number.
  const questions = readEntries(readFileSync(join(folder, 'cranfield-queries.txt'), 'utf8'))
  const relevant = new Map<number, Set<string>>()
  for (const line of readFileSync(join(folder, 'cranfield-qrels-dev.txt'), 'utf8').trim().split('\n')) {
    const [question = 0, paper = 0, grade = 0] = line.trim().split(/\s+/).map(Number)
    // -1 is an abstract that was judged as not relevant.
    if (grade > 0) relevant.set(question, (relevant.get(question) ?? new Set()).add(`${paper}`))
  }
  return { papers, questions: new Map(questions.map(({ W = '' }, index) => [index + 1, W])), relevant }
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

const toPaper = ({ I, T = '', A = '', W = '' }: Entry, index: number): IndexedPaper => ({
  id: `${Number(I)}`,
  seq: index + 1,
  title: T,
  // The text repeats the title at its start.
  abstract: W.startsWith(T) ? W.slice(T.length) : W,
  authors: A === '' ? [] : [A],
  categories: [],
  doi: null,
  dated_at: null,
})

/** Returns the ids of the best results, best first; only the first ten are measured. */
export type Engine = (question: string) => string[]

/** nDCG@10 of each judged question, with binary relevance. */
export const scoreQuestions = (engine: Engine, { questions, relevant }: Cranfield): number[] =>
  [...relevant].map(([question, ids]) => {
    const found = engine(questions.get(question) ?? '').slice(0, 10)
    const ideal = Array.from({ length: Math.min(10, ids.size) }, () => 1)
    return discount(found.map((id) => Number(ids.has(id)))) / discount(ideal)
  })

/** Mean nDCG@10 over the judged questions. */
export function measureNdcg(engine: Engine, cranfield: Cranfield): number {
  const scores = scoreQuestions(engine, cranfield)
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

const discount = (gains: number[]) => gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)

/**
 * The baseline: scores a paper by the words of the question (four or more characters) that its title and its abstract
 * contain as substrings.
 */
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
  (index: IndexFile, filters: { from?: string; to?: string } = {}): Engine =>
  (q) =>
    index.search({ ...filters, q, limit: 10 }).hits.map(({ id }) => id)
