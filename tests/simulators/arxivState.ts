import { addDays, ARXIV_ZONE, instantOf } from '#api/platform/clock.ts'
import { archiveOf, canonicalCategory, canonicalId, categories } from '#api/text/taxonomy/taxonomy.ts'
import type { SimPaper } from './simPapers.ts'

/** A paper as the simulated arXiv shows it at one moment. */
export interface Seen {
  paper: SimPaper
  /** The newest announced version. */
  version: number
  /** UTC day of the last change of the metadata. */
  datestamp: string
}

export type FeedType = 'new' | 'cross' | 'replace' | 'replace-cross'

/** The instant of the announcement of `day`: 20:00 Eastern on the evening before. */
export function announcedAt(day: string): Date {
  const known = instants.get(day) ?? instantOf(addDays(day, -1), '20:00', ARXIV_ZONE)
  instants.set(day, known)
  return known
}
/** Time zones are slow to compute, and each request asks for the days of all papers. */
const instants = new Map<string, Date>()

/** The papers that are public at `at`, each as it was after its newest announcement by then. */
export function visibleAt(papers: readonly SimPaper[], at: Date): Seen[] {
  const today = at.toISOString().slice(0, 10)
  return papers.flatMap((paper) => {
    const past = paper.announced.filter(({ on }) => announcedAt(on) <= at)
    if (past.length === 0) return []
    const days = [...past.map(({ on }) => on), ...(paper.modified_on ? [paper.modified_on] : [])]
    const datestamp =
      days
        .filter((day) => day <= today)
        .toSorted()
        .at(-1) ?? today
    return [{ ...stateAfter(paper, past.length), datestamp }]
  })
}

/** A paper after its first `count` announcements: without later versions, later cross-lists and a later withdrawal. */
function stateAfter(paper: SimPaper, count: number): { paper: SimPaper; version: number } {
  const later = paper.announced.slice(count)
  const version = Math.max(1, paper.versions.length - later.filter(({ type }) => type === 'replace').length)
  const added = new Set(later.flatMap(({ type, to }) => (type === 'cross' ? (to ?? []) : [])))
  const isWithdrawn = paper.versions[version - 1]?.source_type?.includes('I') ?? false
  const changes = {
    ...(added.size > 0 && { categories: paper.categories.filter((code) => !added.has(code)) }),
    ...(isWithdrawn && { comment: paper.comment ?? WITHDRAWN }),
  }
  return { paper: Object.keys(changes).length > 0 ? { ...paper, ...changes } : paper, version }
}

const WITHDRAWN = 'This paper has been withdrawn by the author(s)'

/** The arXiv categories of a paper: `carried` as given, `canonical` with aliases replaced and without duplicates. */
export const carried = ({ categories: all }: SimPaper) => all.filter((code) => canonicalCategory(code) !== null)
export const canonical = (paper: SimPaper) => [
  ...new Set(carried(paper).flatMap((code) => canonicalCategory(code) ?? [])),
]

/**
 * Parses the feed names of a request such as "cs.LG+stat": archives, and subject classes in any letter case. Throws
 * `Error` with arXiv's message.
 */
export function readFeedQuery(query: string): { names: string[]; codes: Set<string> } {
  const codes = new Set<string>()
  const names = query.split('+').map((part) => {
    const [archive = '', wanted, ...rest] = part.split('.')
    if (rest.length > 0)
      throw new Error(`Invalid archive specification '${part}'. Use 'archive' or 'archive.subject_class'.`)
    const inArchive = categories.filter((category) => category.archive === archive)
    if (inArchive.length === 0)
      throw new Error(
        `Bad archive '${archive}'. Valid archive names are: ${[...new Set(categories.map((one) => one.archive))].join(', ')}.`,
      )
    const matches = inArchive.filter(({ id }) => wanted === undefined || id.toLowerCase() === part.toLowerCase())
    if (matches.length === 0)
      throw new Error(
        `Bad subject class '${wanted}'. Valid subject classes for the archive '${archive}' are: ${inArchive.map(({ id }) => id).join(', ')}.`,
      )
    for (const { id } of matches) codes.add(canonicalId(id))
    return matches.length === 1 && wanted !== undefined ? (matches[0]?.id ?? part) : archive
  })
  return { names, codes }
}

export interface FeedItem {
  paper: SimPaper
  version: number
  type: FeedType
}

const ITEMS_MAX = 2_000
const REPLACED_UNTIL = 6
const order: FeedType[] = ['new', 'cross', 'replace', 'replace-cross']

/** The batch of `day` for the requested category `codes`, limited and ordered as in arXiv's feeds. */
export function batchOf(papers: readonly SimPaper[], day: string, codes: ReadonlySet<string>): FeedItem[] {
  const items = papers.flatMap((whole) => {
    const index = whole.announced.findIndex(({ on }) => on === day)
    const event = whole.announced[index]
    if (!event) return []
    const { paper, version } = stateAfter(whole, index + 1)
    const type = typeFor(paper, event, codes)
    return type === null || (event.type === 'replace' && version >= REPLACED_UNTIL) ? [] : [{ paper, version, type }]
  })
  const rank = ({ type }: FeedItem) => order.indexOf(type)
  const byId = (one: FeedItem, other: FeedItem) => (one.paper.id < other.paper.id ? -1 : 1)
  return items
    .toSorted((one, other) => rank(other) - rank(one) || byId(other, one))
    .slice(0, ITEMS_MAX)
    .toSorted((one, other) => rank(one) - rank(other) || byId(one, other))
}

/** The announce type relative to the requested categories; null if the paper is in none of them. */
function typeFor(paper: SimPaper, event: SimPaper['announced'][number], codes: ReadonlySet<string>): FeedType | null {
  const [primary = '', ...others] = canonical(paper)
  const inside = [primary, ...others].some((code) => codes.has(code))
  if (event.type === 'cross') return (event.to ?? others).some((code) => codes.has(canonicalId(code))) ? 'cross' : null
  if (!inside) return null
  if (event.type === 'new') return codes.has(primary) ? 'new' : 'cross'
  return codes.has(primary) ? 'replace' : 'replace-cross'
}

/** OAI set of a category: "cs:cs:AI", "physics:hep-th". */
export function setOf(code: string): string {
  const group = categories.find(({ id }) => id === code)?.group_id ?? ''
  const archive = archiveOf(code)
  return code === archive ? `${group}:${archive}` : `${group}:${archive}:${code.slice(archive.length + 1)}`
}

/** All 183 sets: 8 groups, 20 archives and 155 categories. An archive with a single category is listed twice. */
export function listSets(): [spec: string, name: string][] {
  const groups = new Map(categories.map(({ group_id, group }) => [group_id, group]))
  const archives = new Map(
    categories.map(({ group_id, archive, archive_name }) => [`${group_id}:${archive}`, archive_name]),
  )
  return [...groups, ...archives, ...categories.map(({ id, name }): [string, string] => [setOf(id), name])]
}

/** The OAI sets of a paper, with both names of an aliased category. */
export function setsOf(paper: SimPaper): string[] {
  const codes = new Set(carried(paper))
  for (const { id, alias_of } of categories)
    if (alias_of && (codes.has(alias_of) || codes.has(id))) codes.add(id).add(alias_of)
  return [...codes].map(setOf)
}

export const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
export const escapeAttribute = (text: string) => escapeXml(text).replaceAll('"', '&quot;')
export const isoSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
