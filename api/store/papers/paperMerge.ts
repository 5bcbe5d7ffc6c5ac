import { createHash } from 'node:crypto'
import type { AnnounceType, Paper } from '../../contract/papers.ts'

export type SourceInterface = 'rss' | 'oai' | 'api' | 'sample'

export interface Announcement {
  on: string
  type: AnnounceType
  version: number | null
  /** The day was derived from dates in OAI-PMH, not read from an announcement. */
  derived: boolean
}

/** The content of a stored paper, without the fields about its storage. */
export interface PaperContent extends Omit<Paper, 'id' | 'published_at' | 'updated_at'> {
  published_at: Date | null
  updated_at: Date | null
  announcements: Announcement[]
  versions: { version: number; at: Date | null }[]
  /** Source interface that title, abstract and authors come from. */
  source_interface: SourceInterface
  sample: boolean
}

/** A paper as one source reports it, cleaned and complete. `savePapers` merges it into the stored paper. */
export type PaperInput = Omit<PaperContent, 'announcements' | 'versions'> & { _id: string }

const PRECEDENCE: Record<SourceInterface, number> = { sample: 0, rss: 1, oai: 2, api: 3 }
const STRENGTH: Record<AnnounceType, number> = { new: 3, cross: 2, replace: 1, 'replace-cross': 0 }

/**
 * Merges `incoming` into the stored content. Idempotent, and independent of the order in which sources report. The text
 * of the higher version wins; at the same version that of the interface with the better text (query API over OAI-PMH
 * over RSS). An empty value never replaces a known one. `published_at` only moves earlier, `version` only up.
 */
export function mergeContent(stored: PaperContent | null, incoming: PaperInput): PaperContent {
  const { _id: _, ...fields } = incoming
  if (stored === null)
    return withAnnouncement({ ...fields, announcements: [], versions: listVersions([], incoming) }, incoming)

  const newer = (incoming.version ?? 0) - (stored.version ?? 0)
  const wins =
    newer > 0 || (newer === 0 && PRECEDENCE[incoming.source_interface] >= PRECEDENCE[stored.source_interface])
  const [first, second] = wins ? [fields, stored] : [stored, fields]
  const primary = first.primary_category ?? second.primary_category
  const categories = new Set([...(primary === null ? [] : [primary]), ...first.categories, ...second.categories])
  const merged: PaperContent = {
    ...first,
    version: first.version ?? second.version,
    ...(first.title === '' && { title: second.title, title_segments: second.title_segments }),
    ...(first.abstract === '' && { abstract: second.abstract, abstract_segments: second.abstract_segments }),
    authors: first.authors.length > 0 ? first.authors : second.authors,
    categories: [...categories],
    primary_category: primary,
    published_at: earlier(stored.published_at, incoming.published_at),
    updated_at: first.updated_at ?? second.updated_at,
    urls: { ...second.urls, ...first.urls },
    doi: first.doi ?? second.doi,
    comment: first.comment ?? second.comment,
    journal_ref: first.journal_ref ?? second.journal_ref,
    license: first.license ?? second.license,
    withdrawn: newer === 0 ? stored.withdrawn || incoming.withdrawn : first.withdrawn,
    metrics: { ...second.metrics, ...first.metrics },
    announcements: stored.announcements,
    versions: listVersions(stored.versions, incoming),
    sample: stored.sample && incoming.sample,
  }
  const hasNewContent = newer > 0 || categories.size > stored.categories.length
  return withAnnouncement(merged, incoming, hasNewContent)
}

/** Returns a hash of the content that does not depend on the order of its fields. */
export function hashContent(content: PaperContent): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    const entries = Object.entries(value).filter(([, field]) => field !== undefined)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, sorted(field)]))
  }
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('base64url')
}

/**
 * Adds the day on which `incoming` was announced. A day read from an announcement replaces a derived one. A derived day
 * is accepted only with new content (`hasNewContent`), since OAI-PMH also lists papers after administrative changes.
 */
function withAnnouncement(content: PaperContent, incoming: PaperInput, hasNewContent = true): PaperContent {
  const { announced_on: on, announce_type: type } = incoming
  const announcements = new Map(content.announcements.map((entry) => [entry.on, entry]))
  if (on !== null && type !== null) {
    const derived = incoming.source_interface === 'oai'
    const isSameKind = (entry: Announcement) => isArrival(entry.type) === isArrival(type)
    const known = [...announcements.values()].filter(isSameKind)
    const isSuperseded = ({ version }: Announcement) => isArrival(type) || (version ?? 0) <= (incoming.version ?? 0)
    if (!derived) for (const entry of known) if (entry.derived && isSuperseded(entry)) announcements.delete(entry.on)
    const existing = announcements.get(on)
    const isAccepted = derived
      ? hasNewContent && !(isArrival(type) && known.length > 0) && existing === undefined
      : true
    if (isAccepted && !(existing && !existing.derived && STRENGTH[existing.type] >= STRENGTH[type]))
      announcements.set(on, { on, type, version: incoming.version, derived })
  }
  const list = [...announcements.values()].sort((a, b) => (a.on < b.on ? -1 : 1))
  const first = list.find(({ type }) => isArrival(type)) ?? list[0]
  return { ...content, announcements: list, announced_on: first?.on ?? null, announce_type: first?.type ?? null }
}

/** "new" and "cross" announce a paper to readers for the first time, the other types a new version of it. */
const isArrival = (type: AnnounceType) => type === 'new' || type === 'cross'

function listVersions(known: PaperContent['versions'], { version, updated_at }: PaperInput): PaperContent['versions'] {
  if (version === null) return known
  const at = known.find((entry) => entry.version === version)?.at ?? updated_at
  return [...known.filter((entry) => entry.version !== version), { version, at }].sort((a, b) => a.version - b.version)
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one <= other ? one : other
}
