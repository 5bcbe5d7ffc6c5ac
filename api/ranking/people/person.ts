import { readAuthorName, type AuthorName } from '../../text/authorName.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'
import { compareMentions, type Evidence } from './evidence.ts'
import type { Mention } from './mention.ts'
import { expectNamesakes, type NameCounts } from './nameCounts.ts'

/** "unsure": the reader is asked. */
export type Outcome = 'theirs' | 'other' | 'unsure'

/** Whether a mention is the person, and why. */
export interface Verdict {
  outcome: Outcome
  /** That it is the person, 0 to 1. */
  probability: number
  /** What decided: a judgement, an ORCID iD, a rare name; else the evidence. */
  by: 'judgement' | 'orcid' | 'rare_name' | 'family_name' | 'evidence' | 'nothing_known'
  evidence: Evidence | null
}

/** What is known of an author that a reader follows or mutes. */
export interface PersonFacts {
  /** The name as the reader wrote it. */
  name: AuthorName
  /** Given by the reader. */
  orcid: string | null
  /** Mentions that the reader judged. */
  yes: readonly Mention[]
  no: readonly Mention[]
  /** Mentions on papers that the reader saved or liked. */
  own: readonly Mention[]
  /** Other mentions of the name in the library. */
  namesakes: readonly Mention[]
  counts: NameCounts
}

export interface Person extends Pick<PersonFacts, 'name' | 'no' | 'counts'> {
  /** iDs that are the person's. */
  orcids: ReadonlySet<string>
  judged: ReadonlyMap<string, 'theirs' | 'other'>
  /** Mentions that are the person for sure. */
  known: readonly Mention[]
  /** Other persons of the name that the library is expected to have. */
  namesakes: number
}

/** Weights of a logistic model, fitted by `tests/eval/people.ts` on one half of its persons. */
const WEIGHTS = {
  bias: -2.81,
  coauthors: 3.25,
  hasCoauthor: 4.65,
  closeness: 7.63,
  categories: 0.5,
  otherArchive: -2.78,
}
/** Set by hand: the papers that the others are fitted on have no affiliations, hardly initials, and no judgements. */
const BY_HAND = { sameAffiliation: 2, otherAffiliation: -1, initial: -1, likeOther: -3 }

/** From this probability on a mention is the person; up to `OTHER_UP_TO` it is another one. */
export const THEIRS_FROM = 0.8
export const OTHER_UP_TO = 0.06
/**
 * A name of which fewer others are expected is one person, unless something speaks against it: below this number the papers
 * of a name are as seldom without a common co-author as those of a unique name. Nine of ten names of arXiv are rare.
 */
export const RARE_BELOW = 0.06
/** Rounds of adding mentions that are sure to those that are known. */
const ROUNDS = 3

/** Reads what is known of an author once, for many mentions. */
export function knowPerson(facts: PersonFacts): Person {
  const { name, orcid, yes, no, own, namesakes, counts } = facts
  const judged = new Map<string, 'theirs' | 'other'>([
    ...no.map(({ paper_id }) => [paper_id, 'other'] as const),
    ...yes.map(({ paper_id }) => [paper_id, 'theirs'] as const),
  ])
  const seeds = yes.length > 0 ? yes : own.filter(({ paper_id }) => !judged.has(paper_id))
  const found: Person = {
    name,
    no,
    counts,
    judged,
    orcids: new Set([...(orcid === null ? [] : [orcid]), ...yes.flatMap((one) => one.orcid ?? [])]),
    known: seeds,
    namesakes: expectNamesakes(name, counts),
  }
  if (seeds.length === 0 && found.orcids.size === 0) return found
  let known = seeds
  let left = [...own, ...namesakes].filter((one) => !seeds.includes(one) && !judged.has(one.paper_id))
  for (let round = 0; round < ROUNDS; round++) {
    const person = { ...found, known }
    const sure = left.filter((one) => isSure(judgeMention(person, one)))
    if (sure.length === 0) break
    known = [...known, ...sure]
    left = left.filter((one) => !sure.includes(one))
  }
  return { ...found, known }
}

/** Only co-authors and iDs add to what is known: a likeness of subjects alone would go on from field to field. */
const isSure = ({ outcome, by, evidence }: Verdict) =>
  outcome === 'theirs' && (by === 'orcid' || (evidence?.rareShared ?? 0) >= 1)

/** Whether a mention, whose name matches, is the person. */
export function judgeMention(person: Person, mention: Mention): Verdict {
  const { judged, orcids, known, no, counts } = person
  const said = judged.get(mention.paper_id)
  const decided = (by: Verdict['by'], isTheirs: boolean): Verdict => ({
    outcome: isTheirs ? 'theirs' : 'other',
    probability: isTheirs ? 1 : 0,
    by,
    evidence: null,
  })
  if (said !== undefined) return decided('judgement', said === 'theirs')
  if (person.name.given.length === 0) return decided('family_name', true)
  if (mention.orcid !== null && orcids.size > 0) return decided('orcid', orcids.has(mention.orcid))
  if (person.namesakes < RARE_BELOW && no.length === 0) return decided('rare_name', true)
  const evidence = compareMentions(mention, known, counts)
  const against = compareMentions(mention, no, counts)
  if (evidence === null) {
    const isOther = (against?.rareShared ?? 0) >= 1
    return { outcome: isOther ? 'other' : 'unsure', probability: isOther ? 0 : 0.5, by: 'nothing_known', evidence }
  }
  const probability = 1 / (1 + Math.exp(-weigh(evidence) - weighByHand(person, mention, { evidence, against })))
  const outcome = probability >= THEIRS_FROM ? 'theirs' : probability <= OTHER_UP_TO ? 'other' : 'unsure'
  return { outcome, probability, by: 'evidence', evidence }
}

export const FEATURES = [
  'bias',
  'coauthors',
  'hasCoauthor',
  'closeness',
  'categories',
  'otherArchive',
] as const satisfies readonly (keyof typeof WEIGHTS)[]

/** What the fitted weights are multiplied with. */
export const featuresOf = (evidence: Evidence): Record<(typeof FEATURES)[number], number> => ({
  bias: 1,
  coauthors: Math.log1p(evidence.rareShared),
  hasCoauthor: Math.min(1, evidence.rareShared),
  closeness: evidence.closeness,
  categories: evidence.categories,
  otherArchive: evidence.sameArchive ? 0 : 1,
})

function weigh(evidence: Evidence): number {
  const features = featuresOf(evidence)
  return FEATURES.reduce((sum, feature) => sum + WEIGHTS[feature] * features[feature], 0)
}

function weighByHand(
  { name }: Person,
  mention: Mention,
  { evidence: { affiliation }, against }: { evidence: Evidence; against: Evidence | null },
): number {
  const isInitial = matchAuthor(name, readAuthorName(mention.name)) !== 'same'
  return (
    (isInitial ? BY_HAND.initial : 0) +
    BY_HAND.likeOther * Math.min(1, against?.rareShared ?? 0) +
    (affiliation === null
      ? 0
      : affiliation >= 0.5
        ? BY_HAND.sameAffiliation
        : affiliation === 0
          ? BY_HAND.otherAffiliation
          : 0)
  )
}
