import type { Paper, Reason } from '../../contract/papers.ts'
import type { Reader } from '../../store/readers/users.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'

/**
 * The stored reasons of a card that are still true: of a category that the reader follows, of an author of the paper, and
 * of words that stand in it. A later version of a paper may have other authors and words.
 */
export function trueReasons(reasons: readonly Reason[], paper: Paper, { category_ids }: Reader): Reason[] {
  const followed = new Set(category_ids.map(canonicalId))
  const isRevised = (paper.version ?? 1) > 1
  return reasons.filter(({ kind, text }) => {
    if (kind === 'category') return followed.has(canonicalId(text))
    if (!isRevised) return true
    if (kind === 'author') return paper.authors.some(({ name }) => name === text)
    return (kind !== 'term' && kind !== 'keyword') || contains(paper, text)
  })
}

/** Whether the title or the abstract has these words in a row. */
const contains = ({ title, abstract }: Paper, text: string): boolean =>
  [title, abstract].some((field) => inARow(field).includes(inARow(text)))

const inARow = (text: string) => ` ${foldWords(text).join(' ')} `
