import { createHash } from 'node:crypto'
import { STRAND_NAME_MAX } from '../../contract/limits.ts'
import {
  clusterPapers,
  describeTaste,
  fitTaste,
  hasContent,
  isTopicId,
  ONE_GROUP,
  termWords,
  topicOf,
  withoutRepeats,
  type FeaturedPaper,
} from '../../ranking/ranker.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { findTaste } from '../../store/readers/tastes.ts'
import { readBackground } from '../ranking/backgroundPapers.ts'
import { EXAMPLES_MAX, toExamples } from '../ranking/fitting.ts'
import { formOpinions, readSignals } from '../ranking/tasteSignals.ts'
import { readVocabulary } from '../ranking/vocabulary.ts'
import { describePaper, describeTopic } from './tasteRows.ts'

/** A group of similar papers that a reader may want to keep apart. */
export interface Proposal {
  id: string
  name: string
  /** Papers, and topics by `topicId`, the newest action first. */
  ids: readonly string[]
}

type Named = Pick<Proposal, 'id' | 'name'>

/** The newest papers that are grouped: the time grows with the third power of their number. */
const GROUPED_MAX = 300
/** A single paper is an interest only of a reader who has shown hardly any. */
const FEW = 6
/** Mean similarities from which groups are one, above the usual one, tried in turn when finer groups are asked for. */
const FINER = [0.06, 0.09, 0.13, 0.2, 0.3, 0.45, 0.65, 0.85] as const
const NAMES = 2
/** The first half of a pair of code units, which a cut leaves at the end. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/

/** Papers and topics that the reader likes, the newest action first. */
export async function readLiked(userId: string): Promise<FeaturedPaper[]> {
  const taste = await findTaste(userId)
  const opinions = formOpinions(await readSignals(userId, taste?.reset_at ?? null)).slice(0, EXAMPLES_MAX)
  const { examples } = await toExamples(opinions.filter(({ weight }) => weight > 0))
  return examples.map(({ paper }) => paper)
}

interface Wanted {
  /** The strands that are kept apart. */
  taken: readonly Named[]
  /** How many can be kept apart beside those that are. */
  room: number
  /** Whether papers that are alike are parted, too, until there are two groups. */
  finer: boolean
}

/**
 * Groups of what is in no strand yet and can be compared, the largest first, at most `room`. None if all is one group and
 * no other strand is kept apart: one interest needs no strand.
 */
export async function proposeStrands(
  liked: readonly FeaturedPaper[],
  { taken, room, finer }: Wanted,
): Promise<Proposal[]> {
  const least = liked.length < FEW ? 1 : 2
  const newest = findComparable(liked).slice(0, GROUPED_MAX)
  const groupsAt = (similarity: number) =>
    clusterPapers(newest, { least: similarity }).filter(({ length }) => length >= least)
  const usual = groupsAt(ONE_GROUP)
  const smaller =
    finer && usual.length < 2
      ? FINER.values()
          .map(groupsAt)
          .find(({ length }) => length > 1)
      : undefined
  const groups = smaller ?? usual
  if (groups.length < (taken.length === 0 ? 2 : 1)) return []
  const proposals: Proposal[] = []
  for (const group of groups.slice(0, Math.max(0, room)))
    proposals.push(await toStrand(group, [...taken, ...proposals]))
  return proposals
}

/** Those with a vector of the space that most have: a new library has no vectors, and one that changes its model has two kinds. */
function findComparable(papers: readonly FeaturedPaper[]): readonly FeaturedPaper[] {
  const spaces = Map.groupBy(
    papers.filter(({ space }) => space !== null),
    ({ space }) => space,
  )
  return [...spaces.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** A strand of these papers, with an id and a name that no other has. */
export async function toStrand(group: readonly FeaturedPaper[], taken: readonly Named[]): Promise<Proposal> {
  const ids = group.map(({ id }) => id)
  const name = await nameGroup(group)
  return { id: idApart(ids, taken), name: nameApart(name, taken), ids }
}

/** The same for a group as long as its oldest paper stays the oldest, so that a proposal can be kept after a new save. */
function idApart(ids: readonly string[], taken: readonly Named[]): string {
  for (let number = 1; ; number++) {
    const text = `${ids.at(-1) ?? ''}${number > 1 ? ` ${number}` : ''}`
    const id = createHash('sha1').update(text).digest('base64url').slice(0, 12)
    if (taken.every((other) => other.id !== id)) return id
  }
}

/** The terms that tell the group best from random papers. */
async function nameGroup(group: readonly FeaturedPaper[]): Promise<string> {
  const [papers, vocabulary, background] = await Promise.all([
    findRankingPapers(group.flatMap(({ id }) => (isTopicId(id) ? [] : id))),
    readVocabulary(),
    readBackground(),
  ])
  const taste = fitTaste(
    group.map((paper) => ({ paper, weight: 1 })),
    background,
  )
  const texts = group.flatMap(({ id }) => {
    const paper = papers.get(id)
    return isTopicId(id) ? [describeTopic(topicOf(id))] : paper ? [describePaper(paper)] : []
  })
  const terms = describeTaste(taste, texts).filter(
    ({ kind, weight, key }) => kind === 'term' && weight > 0 && hasContent(vocabulary.frequencies, termWords(key)),
  )
  const named = withoutRepeats(terms, () => false).slice(0, NAMES)
  return named.map(({ text }) => text).join(', ') || (texts[0]?.title ?? 'Unnamed')
}

/** The name, cut to what a strand may have, with the first number that makes it differ from those that are taken. */
function nameApart(name: string, taken: readonly Named[]): string {
  const others = new Set(taken.map((one) => one.name.toLowerCase()))
  for (let number = 1; ; number++) {
    const end = number > 1 ? ` ${number}` : ''
    const start = name.slice(0, STRAND_NAME_MAX - end.length).replace(HALF_CHARACTER, '')
    if (!others.has(`${start}${end}`.toLowerCase())) return `${start}${end}`
  }
}
