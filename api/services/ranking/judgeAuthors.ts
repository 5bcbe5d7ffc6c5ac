import { expectNamesakes } from '../../ranking/people/nameCounts.ts'
import type { Mention } from '../../ranking/people/mention.ts'
import { judgeMention, knowPerson, RARE_BELOW, type Person, type Verdict } from '../../ranking/people/person.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findSaid, type SaidOfPerson } from '../../store/readers/people.ts'
import type { Reader } from '../../store/readers/users.ts'
import { readAuthorName } from '../../text/authorName.ts'
import { entryWords } from '../../text/entries.ts'
import { readLibraryNames, type LibraryNames } from './libraryNames.ts'
import { readMentions, readNamesakes } from './namesakes.ts'
import { readSignals } from './tasteSignals.ts'

/** An author of a paper who has the name of one that the reader follows or mutes. */
export interface NamedAuthor {
  /** As the reader wrote it. */
  author: string
  paper_id: string
  /** As the paper writes it. */
  name: string
}

/** Whether the author of a paper is the person; null where the name alone counts. */
export type VerdictOf = (author: string, paperId: string) => Verdict | null
export const BY_NAME: VerdictOf = () => null

/**
 * Whether these authors are the persons that the reader follows, or mutes. Of rare names that the reader has said nothing
 * of, nothing is read; with `onlySaid`, of no such name.
 */
export async function judgeAuthors(
  { _id }: Pick<Reader, '_id'>,
  named: readonly NamedAuthor[],
  { onlySaid = false } = {},
): Promise<VerdictOf> {
  if (named.length === 0) return BY_NAME
  const [said, names] = await Promise.all([findSaid(_id), readLibraryNames()])
  let liked: ReadonlySet<string> | undefined
  const verdicts = new Map<string, Verdict>()
  for (const [author, own] of Map.groupBy(named, (one) => one.author)) {
    const saidOf = said.get(entryWords(author))
    const name = readAuthorName(author)
    const isRare = expectNamesakes(name, names.counts) < RARE_BELOW
    if (name.given.length === 0 || (saidOf === undefined && (isRare || onlySaid))) continue
    liked ??= await readLiked(_id)
    const add = (id: string, verdict: Verdict) => verdicts.set(`${author} ${id}`, verdict)
    if (saidOf === undefined && liked.size === 0) {
      for (const { paper_id } of own) add(paper_id, NOTHING_KNOWN)
      continue
    }
    const { person, mentions } = await readPerson(author, {
      said: saidOf,
      liked,
      names,
      spellings: own.map((one) => one.name),
      paperIds: own.map(({ paper_id }) => paper_id),
    })
    const byPaper = new Map(mentions.map((mention) => [mention.paper_id, mention]))
    for (const { paper_id } of own) {
      const mention = byPaper.get(paper_id)
      if (mention) add(paper_id, judgeMention(person, mention))
    }
  }
  return (author, paperId) => verdicts.get(`${author} ${paperId}`) ?? null
}

interface Read {
  said: SaidOfPerson | undefined
  /** Of `readLiked`. */
  liked: ReadonlySet<string>
  names: LibraryNames
  spellings?: readonly string[]
  /** Papers whose mentions are needed, besides the newest ones. */
  paperIds?: readonly string[]
}

/** What is known of an author whom a reader follows or mutes, with the mentions of the name in the library. */
export async function readPerson(
  author: string,
  { said, liked, names, spellings, paperIds = [] }: Read,
): Promise<{ person: Person; mentions: readonly Mention[]; more: boolean }> {
  const judgements = said?.judgements ?? []
  const { change, counts } = names
  const { mentions: newest, more, recordsOf } = await readNamesakes(author, { spellings, change })
  // A judgement of a record that was joined into another paper is one of that paper; the newest counts.
  const paperOf = judgements.length === 0 ? null : await findAliases(judgements.map(({ paper_id }) => paper_id))
  const valueOf = new Map(
    judgements.toReversed().map(({ paper_id, value }) => [paperOf?.paperOf(paper_id) ?? paper_id, value]),
  )
  const known = new Set(newest.map(({ paper_id }) => paper_id))
  const others = [...new Set([...valueOf.keys(), ...paperIds])].filter((id) => !known.has(id))
  const mentions = others.length === 0 ? newest : [...newest, ...(await readMentions(author, others))]
  const judged = (value: 'yes' | 'no') => mentions.filter(({ paper_id }) => valueOf.get(paper_id) === value)
  const person = knowPerson({
    name: readAuthorName(author),
    orcid: said?.orcid ?? null,
    yes: judged('yes'),
    no: judged('no'),
    own: liked.size === 0 ? [] : mentions.filter(({ paper_id }) => recordsOf(paper_id).some((id) => liked.has(id))),
    namesakes: newest,
    counts,
  })
  return { person, mentions, more }
}

/** Ids of the papers that the reader saved, liked, imported or called their own. */
export async function readLiked(userId: string): Promise<Set<string>> {
  const signals = await readSignals(userId)
  return new Set(signals.flatMap(({ kind, key }) => (LIKED.has(kind) ? key : [])))
}

const LIKED: ReadonlySet<string> = new Set(['save', 'note', 'like', 'own', 'import', 'zotero'])
const NOTHING_KNOWN: Verdict = { outcome: 'unsure', probability: 0.5, by: 'nothing_known', evidence: null }
