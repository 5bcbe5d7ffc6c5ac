import { PEOPLE_ASKED, PEOPLE_JUDGED_MAX, PEOPLE_JUDGED_SHOWN } from '../../contract/limits.ts'
import type { People, Person, PersonJudgement, PersonMention } from '../../contract/people.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Mention } from '../../ranking/people/mention.ts'
import { judgeMention } from '../../ranking/people/person.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { renewMutes } from '../../store/readers/deliveryWrites.ts'
import {
  countPersonJudgements,
  findSaid,
  removePersonJudgements,
  savePersonJudgement,
  savePersonOrcid,
} from '../../store/readers/people.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { readAuthorName } from '../../text/authorName.ts'
import { entryWords } from '../../text/entries.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'
import { parseOrcid } from '../../text/orcid.ts'
import { readLibraryNames } from '../ranking/libraryNames.ts'
import { readLiked, readPerson } from '../ranking/judgeAuthors.ts'
import { describeEvidence } from './evidenceWords.ts'

type Owner = Pick<UserRecord, '_id' | 'interests'>

/** The authors whom the reader follows, then those muted, each with what the library has by the name. */
export async function listPeople(user: Owner): Promise<People> {
  const authors = listAuthors(user)
  if (authors.length === 0) return { items: [], total: 0 }
  const known = await readKnown(user)
  const items: Person[] = []
  for (const one of authors) items.push(await describePerson(one, known))
  return { items, total: items.length }
}

/**
 * Stores whether the author of a paper is the person whom the reader follows or mutes; null takes it back. Of two at the
 * same time the later one counts. Throws "not-found" for an author who is neither, for a paper that the library does not
 * have or that has no author of this name, and "conflict" for more judgements than are kept.
 */
export async function judgePerson(
  user: Owner,
  author: string,
  { paper_id, value }: { paper_id: string; value: PersonJudgement | null },
): Promise<Person> {
  const found = requireAuthor(user, author)
  const key = entryWords(author)
  const { recordsOf, paperOf } = await findAliases([paper_id])
  const records = [paper_id, ...recordsOf(paper_id)]
  if (value === null) await removePersonJudgements(user._id, key, records)
  else {
    const paper = (await findPapers([paper_id])).get(paper_id)
    if (paper === undefined) throw new AppError('not-found', 'This paper is not in the library.')
    const wanted = readAuthorName(author)
    if (!paper.authors.some(({ name }) => matchAuthor(wanted, readAuthorName(name)) !== null))
      throw new AppError('not-found', `This paper has no author who could be ${author}.`)
    if ((await countPersonJudgements(user._id, key, records)) >= PEOPLE_JUDGED_MAX)
      throw new AppError('conflict', `You have judged ${PEOPLE_JUDGED_MAX} papers for ${author}, which is the most.`)
    const judgement = { user_id: user._id, name_key: key, author: found.author, value, at: now() }
    await savePersonJudgement({ ...judgement, paper_id: paperOf(paper_id) }, records)
  }
  return readAgain(user, found)
}

/**
 * Stores the ORCID iD of an author whom the reader follows or mutes; null removes it. Throws "not-found" for another
 * author, and "invalid-input" for what is no iD.
 */
export async function identifyPerson(user: Owner, author: string, typed: string | null): Promise<Person> {
  const found = requireAuthor(user, author)
  const orcid = typed === null || typed.trim() === '' ? null : parseOrcid(typed)
  if (orcid === null && typed !== null && typed.trim() !== '')
    throw invalidField(
      'orcid',
      'This is not an ORCID iD. It has 16 digits, such as 0000-0002-1825-0097, of which the last one checks the others: look for a typing mistake.',
    )
  await savePersonOrcid(user._id, entryWords(author), { author: found.author, orcid })
  return readAgain(user, found)
}

/** What was said holds at once: also lists that were delivered obey the mute of a person. */
async function readAgain(user: Owner, found: Listed): Promise<Person> {
  if (found.muted) await renewMutes(user._id)
  return describePerson(found, await readKnown(user))
}

/** What is known of all authors of the reader. */
async function readKnown({ _id }: Owner) {
  const [said, liked, names] = await Promise.all([findSaid(_id), readLiked(_id), readLibraryNames()])
  return { said, liked, names }
}

interface Listed {
  author: string
  muted: boolean
}

const listAuthors = ({ interests: { authors, muted_authors } }: Owner): Listed[] => [
  ...authors.map((author) => ({ author, muted: false })),
  ...muted_authors.map((author) => ({ author, muted: true })),
]

/** The author of the interests with these words. Throws "not-found". */
function requireAuthor(user: Owner, author: string): Listed {
  const key = entryWords(author)
  const found = listAuthors(user).filter((one) => one.author === author || entryWords(one.author) === key)
  const [first] = found
  if (first === undefined || key === '') throw new AppError('not-found', 'You do not follow an author of this name.')
  return { ...first, muted: found.some(({ muted }) => muted) }
}

async function describePerson(listed: Listed, known: Awaited<ReturnType<typeof readKnown>>): Promise<Person> {
  const said = known.said.get(entryWords(listed.author))
  const { person, mentions, more } = await readPerson(listed.author, { ...known, said })
  const verdicts = mentions.map((mention) => ({ mention, verdict: judgeMention(person, mention) }))
  const of = (outcome: 'theirs' | 'other' | 'unsure') => verdicts.filter(({ verdict }) => verdict.outcome === outcome)
  const valueOf = new Map((said?.judgements ?? []).toReversed().map(({ paper_id, value }) => [paper_id, value]))
  const { recordsOf } = await findAliases(mentions.map(({ paper_id }) => paper_id))
  const judged = verdicts.flatMap(({ mention }) => {
    const value = recordsOf(mention.paper_id).flatMap((id) => valueOf.get(id) ?? [])[0]
    return value === undefined ? [] : [{ mention, value, evidence: [] }]
  })
  const order = new Map((said?.judgements ?? []).map(({ paper_id }, at) => [paper_id, at]))
  const placeOf = ({ paper_id }: Mention) =>
    Math.min(...recordsOf(paper_id).map((id) => order.get(id) ?? Number.MAX_SAFE_INTEGER))
  return {
    author: listed.author,
    muted: listed.muted,
    orcid: said?.orcid ?? null,
    family_name: person.name.given.length === 0,
    theirs: of('theirs').length,
    other: of('other').length,
    unsure: of('unsure').length,
    more,
    ask: await toMentions(
      of('unsure')
        .slice(0, PEOPLE_ASKED)
        .map(({ mention, verdict }) => ({
          mention,
          value: null,
          evidence: describeEvidence(person, mention, verdict),
        })),
    ),
    judged: await toMentions(
      judged.toSorted((one, other) => placeOf(one.mention) - placeOf(other.mention)).slice(0, PEOPLE_JUDGED_SHOWN),
    ),
  }
}

async function toMentions(
  found: readonly { mention: Mention; value: PersonJudgement | null; evidence: string[] }[],
): Promise<PersonMention[]> {
  const papers = await findPapers(found.map(({ mention }) => mention.paper_id))
  return found.flatMap(({ mention: { paper_id, name }, ...rest }) => {
    const paper = papers.get(paper_id)
    return paper === undefined ? [] : [{ paper, name, ...rest }]
  })
}
