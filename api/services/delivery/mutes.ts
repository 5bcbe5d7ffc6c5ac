import { indexWords, readPaperWords, type DayWords } from '../../ranking/dayWords.ts'
import { compileInterests, findMutedAuthors, findMutes } from '../../ranking/interests.ts'
import type { Reader } from '../../store/readers/users.ts'
import { judgeAuthors } from '../ranking/judgeAuthors.ts'

interface MutedPaper {
  id: string
  title: string
  abstract: string
  authors: readonly { name: string }[]
}

/** What mutes each of the papers, by its id: the muted term or author, as the reader wrote it. */
export const findMuteCauses = (
  reader: Pick<Reader, '_id' | 'interests'>,
  papers: readonly MutedPaper[],
): Promise<Map<string, string>> =>
  findCausesIn(reader, {
    ids: papers.map(({ id }) => id),
    words: () =>
      indexWords(papers.map((paper) => readPaperWords({ ...paper, authors: paper.authors.map(({ name }) => name) }))),
  })

/** As `findMuteCauses`, of papers whose words were read before. A namesake of a muted author is not muted. */
export async function findCausesIn(
  reader: Pick<Reader, '_id' | 'interests'>,
  { ids, words }: { ids: readonly string[]; words: () => DayWords | Promise<DayWords> },
): Promise<Map<string, string>> {
  const { muted_terms, muted_authors } = reader.interests
  if (muted_terms.length + muted_authors.length === 0 || ids.length === 0) return new Map()
  const compiled = compileInterests(reader.interests)
  const day = await words()
  const idOf = (position: number) => ids[position] ?? ''
  const named = findMutedAuthors(compiled, day).map(({ author, position, name }) => ({
    author,
    paper_id: idOf(position),
    name,
  }))
  const verdictOf = await judgeAuthors(reader, named, { onlySaid: true })
  const isOther = (author: string, position: number) => verdictOf(author, idOf(position))?.outcome === 'other'
  return new Map([...findMutes(compiled, day, isOther)].map(([position, text]) => [idOf(position), text]))
}
