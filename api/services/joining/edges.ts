import { DAY_MS } from '../../platform/clock.ts'
import { haveSameContent, likenessOf, type Likeness } from './likeness.ts'
import {
  arePreprintAndArticle,
  serverOf,
  staysAlone,
  type JoinRecord,
  type LinkedBy,
  type LinkType,
} from './joinRecord.ts'

/** How sure a link is: 0 said by a person, 1 one id, 2 declared by source or publisher, 3 by the author, 4 by others, 5 content. */
export type Rank = 0 | 1 | 2 | 3 | 4 | 5

/** Why two records may be one paper. */
export interface Edge {
  rank: Rank
  /** Ids of the records, the smaller first. */
  a: string
  b: string
  /** The common id of rank 1, or the id that a link names. */
  via: string | null
  type: LinkType | null
}

/** What people decided about pairs of records, and ids that are not those of one work. */
export interface Decisions {
  must: readonly (readonly [string, string])[]
  mustNot: readonly (readonly [string, string])[]
}

const RANK_OF: Readonly<Record<LinkedBy, Rank>> = { source: 2, publisher: 2, author: 3, third: 4 }
/** A DOI that more papers claim is that of a volume. */
const CLAIMS_MAX = 3
const YEAR_MS = 365.25 * DAY_MS

export interface Member extends JoinRecord {
  likeness: Likeness
}

export const toMember = (record: JoinRecord): Member => ({ ...record, likeness: likenessOf(record) })

/** What two records have in common if there may be an edge between them: ids, ids that links name, words of the content. */
export const joinKeysOf = ({ own_ids, links, likeness }: Member): string[] => [
  ...new Set([...own_ids, ...links.map(({ to }) => to), ...(likeness.keys ?? [])]),
]

/** Ids that join nothing: of notices and of what is no paper, and ids that more than three records claim by links. */
export function findStopped(records: readonly JoinRecord[]): Set<string> {
  const claims = Map.groupBy(
    records.flatMap(({ id, links }) => [...new Set(links.map(({ to }) => to))].map((to) => ({ id, to }))),
    ({ to }) => to,
  )
  return new Set([
    ...records.filter(staysAlone).flatMap(({ own_ids }) => own_ids),
    ...[...claims].filter(([, { length }]) => length > CLAIMS_MAX).map(([to]) => to),
  ])
}

/** The edges between records, the strongest first, in an order that does not depend on that of the records. */
export function listEdges(records: readonly Member[], { must }: Decisions, stopped: ReadonlySet<string>): Edge[] {
  const ordered = records.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const asked = new Set(must.map(([one, other]) => [one, other].toSorted().join(' ')))
  const edges = ordered.flatMap((a, at) =>
    ordered.slice(at + 1).flatMap((b) => {
      if (asked.has(`${a.id} ${b.id}`)) return { rank: 0 as const, a: a.id, b: b.id, via: null, type: null }
      return staysAlone(a) || staysAlone(b) ? [] : (edgeOf(a, b, stopped) ?? [])
    }),
  )
  return edges.toSorted((one, other) => one.rank - other.rank || compare(one.a, other.a) || compare(one.b, other.b))
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

function edgeOf(a: Member, b: Member, stopped: ReadonlySet<string>): Edge | null {
  const ends = { a: a.id, b: b.id }
  const common = a.own_ids.find((id) => b.own_ids.includes(id) && !stopped.has(id))
  if (common !== undefined) return { rank: 1, ...ends, via: common, type: null }
  const [link] = [...linksTo(a, b, stopped), ...linksTo(b, a, stopped)].toSorted(
    (one, other) => one.rank - other.rank || compare(`${one.type} ${one.via}`, `${other.type} ${other.via}`),
  )
  if (link !== undefined) return { ...link, ...ends }
  if (a.likeness.keys?.some((key) => stopped.has(key))) return null
  return matchContent(a, b) ? { rank: 5, ...ends, via: null, type: null } : null
}

const linksTo = (from: Member, to: Member, stopped: ReadonlySet<string>) =>
  from.links
    .filter((link) => to.own_ids.includes(link.to) && !stopped.has(link.to))
    .map((link) => ({ rank: RANK_OF[link.by], via: link.to, type: link.type }))

/** Whether two records without a common id or link are one work: by what they say, when, and where. */
function matchContent(a: Member, b: Member): boolean {
  const isOtherPlace = a.kind !== b.kind || (a.kind === 'preprint' && serverOf(a) !== serverOf(b))
  if (!isOtherPlace || a.published_at === null || b.published_at === null) return false
  const years = Math.abs(a.published_at.getTime() - b.published_at.getTime()) / YEAR_MS
  return years <= (arePreprintAndArticle(a, b) ? 2 : 1) && haveSameContent(a.likeness, b.likeness)
}
