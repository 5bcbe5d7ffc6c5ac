import type { Paper } from '../../contract/papers.ts'
import type { Reason } from '../../contract/reasons.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findPersonJudgements } from '../../store/readers/people.ts'
import type { Reader } from '../../store/readers/users.ts'
import { readAuthorName } from '../../text/authorName.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'

/** Returns the reasons with what the reader has said since of the authors of the paper. */
type SaidOfAuthors = (reader: Pick<Reader, '_id'>, paper: Paper, reasons: Reason[]) => Reason[]

/**
 * What readers have said of authors whom they follow: an author who is another person is no reason any more, and one
 * who is the person is a sure one. No read if none of the readers follows an author.
 */
export async function findSaidOfAuthors(
  wanted: readonly { reader: Reader; paper_ids: readonly string[] }[],
): Promise<SaidOfAuthors> {
  const following = wanted.filter(({ reader }) => reader.interests.authors.length > 0)
  if (following.length === 0) return (_reader, _paper, reasons) => reasons
  const ids = [...new Set(following.flatMap(({ paper_ids }) => paper_ids))]
  const { paperOf, withRecords } = await findAliases(ids)
  const found = await findPersonJudgements(
    following.map(({ reader }) => reader._id),
    withRecords(ids),
  )
  // The newest judgement of a paper counts, also of one that was joined into another since.
  const byPaper = Map.groupBy(
    found.toSorted((one, other) => other.at.getTime() - one.at.getTime()),
    ({ user_id, paper_id }) => `${user_id} ${paperOf(paper_id)}`,
  )
  return ({ _id }, paper, reasons) => {
    const judged = byPaper.get(`${_id} ${paper.id}`)
    if (judged === undefined) return reasons
    return reasons.flatMap((reason) => {
      if (reason.kind !== 'author') return [reason]
      const name = readAuthorName(reason.text)
      const said = judged.find(({ author }) => matchAuthor(readAuthorName(author), name) !== null)
      if (said === undefined) return [reason]
      const { maybe: _maybe, followed: _followed, ...sure } = reason
      return said.value === 'yes' ? [sure] : []
    })
  }
}
