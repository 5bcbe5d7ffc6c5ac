import { findStopped, listEdges, toMember, type Decisions, type Edge, type Member } from './edges.ts'
import { mayUnite } from './guard.ts'
import { titleSimilarity } from './likeness.ts'
import type { JoinRecord } from './joinRecord.ts'

/** The papers that records are of. */
export interface Partition {
  /** Ids of the records of each paper, sorted. */
  groups: string[][]
  /** The edge that united two groups, with what speaks for it. */
  unions: Evidence[]
  /** Links that were not believed. Nothing is joined by them. */
  suspects: Evidence[]
  /** Ids that are not those of one work. */
  stopped: ReadonlySet<string>
}

export interface Evidence extends Edge {
  title_similarity: number
  /** The family names that both have. */
  families: string[]
}

/**
 * Divides records into papers: by their edges, the strongest first, each only if `mayUnite` allows it and no admin has
 * parted the pair. Looks at the set of records alone, so that the order in which they came does not matter. `common` are
 * join keys that too many records have.
 */
export function partition(
  records: readonly JoinRecord[],
  decisions: Decisions,
  common: ReadonlySet<string> = new Set(),
): Partition {
  const members = new Map(records.map((record) => [record.id, toMember(record)]))
  const groupOf = new Map([...members].map(([id, member]) => [id, [member]]))
  const stopped = findStopped(records).union(common)
  const unions: Evidence[] = []
  const suspects: Evidence[] = []
  for (const edge of listEdges([...members.values()], decisions, stopped)) {
    const [left, right] = [groupOf.get(edge.a) ?? [], groupOf.get(edge.b) ?? []]
    if (left === right || areParted(left, right, decisions)) continue
    const evidence = toEvidence(edge, members)
    if (edge.rank > 0 && !mayUnite([left, right], edge)) {
      suspects.push(evidence)
      continue
    }
    unions.push(evidence)
    const united = [...left, ...right]
    for (const { id } of united) groupOf.set(id, united)
  }
  const groups = [...new Set(groupOf.values())].map((group) => group.map(({ id }) => id).toSorted())
  return {
    groups: groups.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    unions,
    // A later edge may have united them all the same.
    suspects: suspects.filter(({ a, b }) => groupOf.get(a) !== groupOf.get(b)),
    stopped,
  }
}

const has = (group: readonly Member[], wanted: string) => group.some(({ id }) => id === wanted)

function areParted(left: readonly Member[], right: readonly Member[], { mustNot }: Decisions): boolean {
  return mustNot.some(([one, other]) => (has(left, one) && has(right, other)) || (has(right, one) && has(left, other)))
}

function toEvidence(edge: Edge, members: ReadonlyMap<string, Member>): Evidence {
  const [a, b] = [members.get(edge.a)?.likeness, members.get(edge.b)?.likeness]
  if (!a || !b) return { ...edge, title_similarity: 0, families: [] }
  return {
    ...edge,
    title_similarity: Math.round(titleSimilarity(a, b) * 100) / 100,
    families: [...new Set(a.families).intersection(new Set(b.families))].slice(0, 10),
  }
}
