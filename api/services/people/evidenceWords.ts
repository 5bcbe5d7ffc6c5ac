import type { Mention } from '../../ranking/people/mention.ts'
import { compareMentions } from '../../ranking/people/evidence.ts'
import type { Person, Verdict } from '../../ranking/people/person.ts'
import { readAuthorName } from '../../text/authorName.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'

/** From this cosine of the texts on, the subject is said to be the same. */
const CLOSE = 0.25

/** What speaks for and against the person, in words. */
export function describeEvidence(person: Person, mention: Mention, { evidence }: Verdict): string[] {
  const against = compareMentions(mention, person.no, person.counts)
  return [
    ...(matchAuthor(person.name, readAuthorName(mention.name)) === 'same' ? [] : [`written “${mention.name}”`]),
    ...(evidence === null ? ['no paper of theirs is known yet'] : []),
    ...(evidence !== null && evidence.shared > 0 ? [`shares ${count(evidence.shared)} with papers of theirs`] : []),
    ...(evidence !== null && evidence.shared === 0 ? ['no co-author in common with papers of theirs'] : []),
    ...(evidence !== null && evidence.closeness >= CLOSE ? ['close in subject to papers of theirs'] : []),
    ...(evidence !== null && !evidence.sameArchive && mention.categories.length > 0
      ? [`another field: ${mention.categories[0]}`]
      : []),
    ...(evidence?.affiliation === 0 ? ['another affiliation'] : []),
    ...((evidence?.affiliation ?? 0) >= 0.5 ? ['the same affiliation'] : []),
    ...(against !== null && against.shared > 0
      ? [`shares ${count(against.shared)} with papers that are not theirs`]
      : []),
  ]
}

const count = (coauthors: number) => (coauthors === 1 ? 'a co-author' : `${coauthors} co-authors`)
