import { ownNames } from '../../text/ownNames.ts'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { DeclaredLink } from '../../contract/papers.ts'
import { canonicalWorkId } from '../../text/workIds.ts'

/** The relations between records of one work. All others are between two works: comments, reviews, translations. */
const TYPES: Readonly<Record<string, DeclaredLink['type']>> = ownNames({
  'has-preprint': 'has-preprint',
  'is-preprint-of': 'preprint-of',
  'has-version': 'version-of',
  'is-version-of': 'version-of',
  'is-same-as': 'same-as',
})
/** Publishers also name works by address, PubMed id or a number of their own. */
const ID_TYPES = new Set(['doi', 'arxiv'])

const Relation = Type.Object({ 'id-type': Type.String(), id: Type.String() })

/** The links of a record to others of the same work, as its publisher declares them. Anything that is none is ignored. */
export function linksIn(relation: unknown, ownId: string): DeclaredLink[] {
  if (relation === null || typeof relation !== 'object') return []
  const links = Object.entries(relation).flatMap(([name, list]: [string, unknown]) => {
    const type = TYPES[name]
    return type === undefined || !Array.isArray(list) ? [] : list.flatMap((one) => toLink(one, type) ?? [])
  })
  const others = links.filter(({ to }) => to !== ownId)
  return [...new Map(others.map((link) => [`${link.type} ${link.to}`, link])).values()]
}

function toLink(one: unknown, type: DeclaredLink['type']): DeclaredLink | null {
  if (!Value.Check(Relation, one) || !ID_TYPES.has(one['id-type'].toLowerCase())) return null
  const to = canonicalWorkId(one.id)
  return to !== null && /^(?:doi|arxiv|osf):/.test(to) ? { type, to, by: 'publisher' } : null
}
