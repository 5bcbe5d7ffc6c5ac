import type { Paper } from '#api/contract/papers.ts'

/** Two words of letters, neither of which is a short function word. */
const PHRASE = /(?<![\p{L}\p{N}-])(\p{L}{5,}) (\p{L}{5,})(?![\p{L}\p{N}-])/u
const PREFIX_LETTERS = 6

/** Searches that find at least one of `papers`: a phrase, a word of the title with the year, the start of a word, an author. */
export function searchExamples(papers: readonly Paper[]): string[] {
  const at = (index: number) => papers[index % papers.length]
  return [phraseOf(at(0)), titleWordOf(at(1)), prefixOf(at(2)), authorOf(at(0))].filter((words) => words !== null)
}

const textOf = ({ title_segments: segments }: Paper) =>
  segments.map((segment) => ('text' in segment ? segment.text : ' ')).join('')

function phraseOf(paper: Paper | undefined): string | null {
  const found = paper && PHRASE.exec(textOf(paper))
  return found ? `"${found[1]} ${found[2]}"`.toLowerCase() : null
}

function titleWordOf(paper: Paper | undefined): string | null {
  const word = paper && longestWord(paper)
  if (!word) return null
  return paper.published_at === null ? `title:${word}` : `title:${word} year:${paper.published_at.slice(0, 4)}`
}

function prefixOf(paper: Paper | undefined): string | null {
  const word = paper && longestWord(paper)
  if (!word) return null
  const isExcluded = /survey/i.test(paper.title + paper.abstract)
  return `${word.slice(0, PREFIX_LETTERS)}*${isExcluded ? '' : ' -survey'}`
}

const longestWord = (paper: Paper) =>
  (textOf(paper).match(/(?<![\p{L}\p{N}-])\p{L}{5,}(?![\p{L}\p{N}-])/gu) ?? [])
    .toSorted((one, other) => other.length - one.length)[0]
    ?.toLowerCase()

function authorOf(paper: Paper | undefined): string | null {
  const family = paper?.authors[0]?.name.split(' ').at(-1)?.toLowerCase()
  return family && /^\p{L}{2,}$/u.test(family) ? `author:${family}` : null
}
