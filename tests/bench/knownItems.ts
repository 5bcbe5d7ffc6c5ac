import type { IndexFile } from '#api/search/indexFile.ts'
import type { IndexedPaper } from '#api/search/searchIndex.ts'
import { foldWords } from '#api/text/words.ts'
import { indexEngine, openPlain, type Engine } from './searchEngines.ts'

/** One of so many papers is looked for. */
const ASKED = 37
const QUESTION_WORDS = 8
/** No paper has it: the questions are of some of the words. */
const UNKNOWN_WORD = 'qqlanternfish'

/**
 * Looks for papers by the first longer words of their abstract that their title lacks. Returns the mean reciprocal rank
 * among the first ten, of the index and of plain FTS5 (bm25 over any of the words, Porter's stems).
 */
export function measureKnownItems(index: IndexFile, papers: readonly IndexedPaper[]) {
  const asked = papers.filter(({ abstract }, at) => at % ASKED === 0 && abstract !== '')
  const plain = openPlain(papers)
  const ranks = { ours: meanRank(indexEngine(index), asked), plain: meanRank(plain.engine, asked) }
  plain.close()
  return { questions: asked.length, ...ranks }
}

function toQuestion({ title, abstract }: IndexedPaper): string {
  const known = new Set(foldWords(title))
  const words = foldWords(abstract).filter((word) => word.length >= 5 && /^[a-z]+$/.test(word) && !known.has(word))
  return [...new Set(words)].slice(0, QUESTION_WORDS).join(' ')
}

function meanRank(engine: Engine, asked: readonly IndexedPaper[]): number {
  const ranks = asked.map((paper) =>
    engine(`${toQuestion(paper)} ${UNKNOWN_WORD}`)
      .slice(0, 10)
      .indexOf(paper.id),
  )
  return ranks.reduce((sum, rank) => sum + (rank === -1 ? 0 : 1 / (rank + 1)), 0) / ranks.length
}
