import { DAY_MS } from '../../platform/clock.ts'
import { JOINED_RECORDS_MAX } from '../../contract/limits.ts'
import type { Edge, Member } from './edges.ts'
import { haveSameFirstFamily, shareFamilies, titleSimilarity } from './likeness.ts'
import { arePreprintAndArticle, uniqueIdsOf } from './joinRecord.ts'

/** An article is not published more than this before its preprint, or after it. */
const BEFORE_MAX_MS = 90 * DAY_MS
const AFTER_MAX_MS = 6 * 365.25 * DAY_MS
/** How long after `published_at` it may have been published. */
const PRECISION_MS = { day: DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS }

/** Whether an edge between a record of each may unite the groups: a link can be wrong, and then unites strangers. */
export function mayUnite(groups: readonly [readonly Member[], readonly Member[]], edge: Edge): boolean {
  const [left, right] = groups
  const [a, b] = [left, right].map((group) => group.find(({ id }) => id === edge.a || id === edge.b))
  if (a === undefined || b === undefined || left.length + right.length > JOINED_RECORDS_MAX) return false
  if (!haveOneOfAKind(left, right, edge) || !areTitlesLike(a, b, edge.rank)) return false
  if (edge.rank >= 2 && !left.every((one) => right.every((other) => areRelated(one, other)))) return false
  return edge.rank < 3 || left.every((one) => right.every((other) => isTimely(one, other)))
}

type IdKind = keyof ReturnType<typeof uniqueIdsOf>

const idsOf = (group: readonly Member[], kind: IdKind) => new Set(group.flatMap((record) => uniqueIdsOf(record)[kind]))

/** Two articles are one paper if a publisher says so: one is a version of the other, or it was in proceedings first. */
function haveOneOfAKind(left: readonly Member[], right: readonly Member[], edge: Edge): boolean {
  return (['arxiv', 'eprint', 'pmid', 'article'] as const).every((kind) => {
    const [one, other] = [idsOf(left, kind), idsOf(right, kind)]
    if (one.size === 0 || other.size === 0 || one.symmetricDifference(other).size === 0) return true
    return kind === 'article' && edge.rank === 2 && (isVersion(edge) || areInTwoPlaces([...left, ...right], edge))
  })
}

const isVersion = ({ type }: Edge) => type === 'same-as' || type === 'version-of'

function areInTwoPlaces(records: readonly Member[], { a, b }: Edge): boolean {
  const kinds = new Set(records.flatMap(({ id, kind }) => (id === a || id === b ? kind : [])))
  return kinds.has('proceedings') && kinds.has('article')
}

function areTitlesLike(a: Member, b: Member, rank: Edge['rank']): boolean {
  const similarity = titleSimilarity(a.likeness, b.likeness)
  const isFirst = haveSameFirstFamily(a.likeness, b.likeness)
  if (rank === 1) return a.kind === b.kind || a.source === b.source || similarity >= 0.2 || isFirst
  if (rank === 3) return similarity >= 0.4 || (isFirst && shareFamilies(a.likeness, b.likeness))
  if (rank === 4) return similarity >= 0.6 && isFirst
  // Of rank 2 it is what `areRelated` asks of every pair; of rank 5 the content was compared.
  return true
}

const areRelated = (one: Member, other: Member) =>
  titleSimilarity(one.likeness, other.likeness) >= 0.2 || haveSameFirstFamily(one.likeness, other.likeness)

function isTimely(one: Member, other: Member): boolean {
  if (!arePreprintAndArticle(one, other)) return true
  const [preprint, article] = one.kind === 'preprint' ? [one, other] : [other, one]
  if (preprint.published_at === null || article.published_at === null) return true
  const after = article.published_at.getTime() - preprint.published_at.getTime()
  const length = article.published_precision ? PRECISION_MS[article.published_precision] : 0
  return after + length >= -BEFORE_MAX_MS && after <= AFTER_MAX_MS
}
