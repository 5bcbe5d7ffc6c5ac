import { Database } from 'bun:sqlite'
import type { IndexFile } from '#api/search/indexFile.ts'
import type { IndexedPaper } from '#api/search/searchIndex.ts'
import { foldWords } from '#api/text/words.ts'

/** Returns the ids of the best results, best first; only the first ten are measured. */
export type Engine = (question: string) => string[]

export const indexEngine =
  (index: IndexFile, filters: { from?: string; to?: string } = {}): Engine =>
  (q) =>
    index.search({ ...filters, q, limit: 10 }).hits.map(({ id }) => id)

/** Plain FTS5: bm25 over any of the words, Porter's stems, the title three times. */
export function openPlain(papers: readonly IndexedPaper[]): { engine: Engine; close: () => void } {
  const database = new Database(':memory:')
  database.run(`CREATE VIRTUAL TABLE plain USING fts5 (id UNINDEXED, title, abstract, tokenize='porter')`)
  const insert = database.query('INSERT INTO plain VALUES (?, ?, ?)')
  database.transaction(() => papers.forEach(({ id, title, abstract }) => insert.run(id, title, abstract)))()
  const find = database.query<{ id: string }, [string]>(
    'SELECT id FROM plain WHERE plain MATCH ? ORDER BY bm25(plain, 0.0, 3.0, 1.0) LIMIT 10',
  )
  return { engine: (q) => find.all(anyWord(q)).map(({ id }) => id), close: () => database.close() }
}

const anyWord = (q: string) => [...new Set(foldWords(q))].map((word) => `"${word}"`).join(' OR ')

/** Scores a paper by the words of the question (four or more characters) that its title and its abstract contain. */
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
