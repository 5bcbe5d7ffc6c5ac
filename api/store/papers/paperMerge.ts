import { createHash } from 'node:crypto'
import type { AnnounceType, Paper } from '../../contract/papers.ts'

export type SourceInterface = 'rss' | 'oai' | 'api' | 'sample'

export interface Announcement {
  on: string
  type: AnnounceType
  version: number | null
  /** The day was worked out from dates (by way of OAI), not read from an announcement. */
  derived: boolean
}

/** What is kept of a paper, apart from how and when it was stored. */
export interface PaperContent extends Omit<Paper, 'id' | 'published_at' | 'updated_at'> {
  published_at: Date | null
  updated_at: Date | null
  announcements: Announcement[]
  versions: { version: number; at: Date | null }[]
  /** Whose words title, abstract and authors are. */
  source_interface: SourceInterface
  sample: boolean
}

/** A paper as one source tells it, cleaned and complete: what `savePapers` merges into what is stored. */
export type PaperInput = Omit<PaperContent, 'announcements' | 'versions'> & { _id: string }

const PRECEDENCE: Record<SourceInterface, number> = { sample: 0, rss: 1, oai: 2, api: 3 }
const STRENGTH: Record<AnnounceType, number> = { new: 3, cross: 2, replace: 1, 'replace-cross': 0 }

/**
 * What is known after `told`. Telling the same twice changes nothing, and the order in which sources tell does not
 * matter: the higher version's words win, at the same version those of the interface with the better text (query API
 * over OAI-PMH over RSS); nothing known is replaced by nothing; `published_at` only moves earlier, `version` only up.
 */
export function mergeContent(stored: PaperContent | null, told: PaperInput): PaperContent {
  const { _id: _, ...given } = told
  if (stored === null) return withAnnouncement({ ...given, announcements: [], versions: listVersions([], told) }, told)

  const newer = (told.version ?? 0) - (stored.version ?? 0)
  const wins = newer > 0 || (newer === 0 && PRECEDENCE[told.source_interface] >= PRECEDENCE[stored.source_interface])
  const [first, second] = wins ? [given, stored] : [stored, given]
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
    published_at: earlier(stored.published_at, told.published_at),
    updated_at: first.updated_at ?? second.updated_at,
    urls: { ...second.urls, ...first.urls },
    doi: first.doi ?? second.doi,
    comment: first.comment ?? second.comment,
    journal_ref: first.journal_ref ?? second.journal_ref,
    license: first.license ?? second.license,
    withdrawn: newer === 0 ? stored.withdrawn || told.withdrawn : first.withdrawn,
    metrics: { ...second.metrics, ...first.metrics },
    announcements: stored.announcements,
    versions: listVersions(stored.versions, told),
    sample: stored.sample && told.sample,
  }
  const grown = newer > 0 || categories.size > stored.categories.length
  return withAnnouncement(merged, told, grown)
}

/** The same content gives the same text, whatever the order of its fields. */
export function hashContent(content: PaperContent): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    const entries = Object.entries(value).filter(([, held]) => held !== undefined)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => [key, sorted(held)]))
  }
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('base64url')
}

/**
 * Adds the day on which `told` was announced. What an announcement says counts more than a day worked out from dates;
 * such a day is taken only for something new (`grown`), since OAI-PMH also repeats papers for administrative changes.
 */
function withAnnouncement(content: PaperContent, told: PaperInput, grown = true): PaperContent {
  const { announced_on: on, announce_type: type } = told
  const announcements = new Map(content.announcements.map((held) => [held.on, held]))
  if (on !== null && type !== null) {
    const derived = told.source_interface === 'oai'
    const same = (held: Announcement) => isArrival(held.type) === isArrival(type)
    const known = [...announcements.values()].filter(same)
    const overtaken = ({ version }: Announcement) => isArrival(type) || (version ?? 0) <= (told.version ?? 0)
    if (!derived) for (const held of known) if (held.derived && overtaken(held)) announcements.delete(held.on)
    const held = announcements.get(on)
    const taken = derived ? grown && !(isArrival(type) && known.length > 0) && held === undefined : true
    if (taken && !(held && !held.derived && STRENGTH[held.type] >= STRENGTH[type]))
      announcements.set(on, { on, type, version: told.version, derived })
  }
  const list = [...announcements.values()].sort((a, b) => (a.on < b.on ? -1 : 1))
  const first = list.find(({ type }) => isArrival(type)) ?? list[0]
  return { ...content, announcements: list, announced_on: first?.on ?? null, announce_type: first?.type ?? null }
}

/** "new" and "cross" bring a paper to readers, the others a new version of it. */
const isArrival = (type: AnnounceType) => type === 'new' || type === 'cross'

function listVersions(known: PaperContent['versions'], { version, updated_at }: PaperInput): PaperContent['versions'] {
  if (version === null) return known
  const at = known.find((held) => held.version === version)?.at ?? updated_at
  return [...known.filter((held) => held.version !== version), { version, at }].sort((a, b) => a.version - b.version)
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one <= other ? one : other
}
