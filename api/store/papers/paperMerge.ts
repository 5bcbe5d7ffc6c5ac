import type { AnnounceType, DeclaredLink, Paper } from '../../contract/papers.ts'
import { chooseAbstract, linksOfVersion } from './paperFields.ts'

export type SourceInterface = 'rss' | 'oai' | 'api' | 'sample'

export interface Announcement {
  on: string
  type: AnnounceType
  version: number | null
  /** The day was derived from numbers and dates in OAI-PMH, not read from an announcement. */
  derived: boolean
  /** For a later cross-list: the categories it was added to. Absent when it concerns all categories. */
  added?: string[]
}

/** The content of a stored paper, without the fields about its storage. */
export interface PaperContent extends Omit<Paper, 'id' | 'published_at' | 'updated_at'> {
  published_at: Date | null
  updated_at: Date | null
  announcements: Announcement[]
  /** Derived days of arrival that gave way to the one that was read. Deliveries of these days may have shown the paper. */
  former_days?: string[]
  /** The earliest UTC day on which the paper is known to have been public. */
  public_by: string | null
  versions: { version: number; at: Date | null }[]
  /** Its identifiers besides its id and DOI, in canonical form: "pmc:9990001". */
  ids?: string[]
  /** Other records of the same work, as the source declares them. */
  links?: DeclaredLink[]
  /** The title of the lowest known version, if that is not the stored version. */
  first_title?: VersionTitle
  /** Source interface that title, abstract and authors come from. */
  source_interface: SourceInterface
  sample: boolean
}

interface VersionTitle {
  version: number
  title: string
  source_interface: SourceInterface
}

/** A paper as one source reports it, cleaned and complete. `savePapers` merges it into the stored paper. */
export interface PaperInput extends Omit<
  PaperContent,
  'announcements' | 'former_days' | 'versions' | 'first_title' | 'public_by'
> {
  _id: string
  /** For a later cross-list: its categories in the archive of the feed. */
  announced_in: string[] | null
  /** UTC day on which the metadata last changed. */
  changed_on: string | null
  version_dates: PaperContent['versions']
}

/** The higher, the better its text. */
export const PRECEDENCE: Record<SourceInterface, number> = { sample: 0, rss: 1, oai: 2, api: 3 }
const STRENGTH: Record<AnnounceType, number> = { new: 3, cross: 2, replace: 1, 'replace-cross': 0 }

/**
 * Merges `incoming` into the stored content. Idempotent, and independent of the order in which sources report. The text
 * of the higher version wins; at the same version that of the interface with the better text (query API over OAI-PMH
 * over RSS). An empty value never replaces a known one. `published_at` only moves earlier, `version` only up.
 */
export function mergeContent(stored: PaperContent | null, incoming: PaperInput): PaperContent {
  const { _id: _, announced_in: _in, changed_on, version_dates: _dates, ...fields } = incoming
  if (stored === null) {
    const content = { ...fields, announcements: [], public_by: changed_on, versions: listVersions([], incoming) }
    return withAnnouncement(content, incoming, [])
  }

  const newer = (incoming.version ?? 0) - (stored.version ?? 0)
  const wins =
    newer > 0 || (newer === 0 && PRECEDENCE[incoming.source_interface] >= PRECEDENCE[stored.source_interface])
  const [first, second] = wins ? [fields, stored] : [stored, fields]
  const primary = first.primary_category ?? second.primary_category
  const categories = new Set([...(primary === null ? [] : [primary]), ...first.categories, ...second.categories])
  const firstTitle = findFirstTitle(stored, incoming)
  const withdrawn = newer === 0 ? stored.withdrawn || incoming.withdrawn : first.withdrawn
  const version = first.version ?? second.version
  const venue = first.venue ?? second.venue
  const links = first.links ?? second.links
  const ids = first.ids ?? second.ids
  const { source, source_id } = ownerOf(stored, incoming) ?? first
  const published_at = earlier(stored.published_at, incoming.published_at)
  const { published_precision } = published_at === incoming.published_at ? incoming : stored
  const merged: PaperContent = {
    ...first,
    source,
    source_id,
    ...(firstTitle && { first_title: firstTitle }),
    version,
    ...(first.title === '' && { title: second.title, title_segments: second.title_segments }),
    ...chooseAbstract(first, second),
    authors: first.authors.length > 0 ? first.authors : second.authors,
    categories: [...categories],
    primary_category: primary,
    published_at,
    published_precision,
    updated_at: first.updated_at ?? second.updated_at,
    urls: linksOfVersion({ ...second.urls, ...first.urls }, { withdrawn, version }),
    doi: first.doi ?? second.doi,
    comment: first.comment ?? second.comment,
    ...(venue && { venue }),
    ...(ids && { ids }),
    ...(links && { links }),
    journal_ref: first.journal_ref ?? second.journal_ref,
    license: first.license ?? second.license,
    withdrawn,
    withdrawn_by: first.withdrawn_by ?? (newer === 0 ? second.withdrawn_by : undefined),
    metrics: { ...second.metrics, ...first.metrics },
    announcements: stored.announcements,
    ...(stored.former_days && { former_days: stored.former_days }),
    public_by: earlier(stored.public_by, changed_on),
    versions: listVersions(stored.versions, incoming),
    sample: stored.sample && incoming.sample,
  }
  return withAnnouncement(merged, incoming, stored.categories)
}

/** The one that announced the paper: a source that only knows of it does not take it over. */
const ownerOf = (stored: PaperContent, incoming: PaperInput) =>
  incoming.announced_on !== null ? incoming : stored.announcements.length > 0 && !stored.sample ? stored : null

/**
 * Adds the day on which `incoming` was announced. A day read from an announcement replaces a derived one. OAI-PMH also
 * lists papers after administrative changes, so its record announces only a cross-list, into categories that the stored
 * paper did not have (`knownCategories`; empty for a paper that was not stored). Other days are added by `addDerived`.
 */
function withAnnouncement(
  content: PaperContent,
  incoming: PaperInput,
  knownCategories: readonly string[],
): PaperContent {
  const { announced_on: on, announce_type: type, announced_in, version } = incoming
  if (on === null || type === null) return sortAnnouncements(content, content.announcements)
  const gained = incoming.categories.filter((code) => knownCategories.length > 0 && !knownCategories.includes(code))
  if (incoming.source_interface === 'oai') {
    const isKnown = content.announcements.some((entry) => entry.on === on && entry.added !== undefined)
    if (gained.length === 0 || isKnown) return sortAnnouncements(content, content.announcements)
    const crossed = { on, type, version, derived: true, added: gained }
    return sortAnnouncements(content, [...content.announcements, crossed])
  }
  const isLate = type === 'cross' && announced_in !== null
  const entry: Announcement = { on, type, version, derived: false }
  const known = content.announcements.filter((one) => !isSupersededBy(one, { ...entry, ...(isLate && { added: [] }) }))
  const existing = known.find((one) => one.on === on && (one.added !== undefined) === isLate)
  const next = withFormerDays(content, known)
  if (isLate) entry.added = addedBy(announced_in, gained, existing?.added ?? [])
  else if (existing && STRENGTH[existing.type] >= STRENGTH[type]) return sortAnnouncements(next, known)
  return sortAnnouncements(next, [...known.filter((one) => one !== existing), entry])
}

/** Keeps the days of the arrivals that are not in `known` any more. */
function withFormerDays(content: PaperContent, known: readonly Announcement[]): PaperContent {
  const gone = content.announcements.filter((one) => isArrival(one) && !known.includes(one)).map(({ on }) => on)
  const former_days = [...new Set([...(content.former_days ?? []), ...gone])].sort()
  return former_days.length > 0 ? { ...content, former_days } : content
}

/** A derived announcement gives way to the one that was read. */
function isSupersededBy(entry: Announcement, read: Announcement): boolean {
  if (!entry.derived || isArrival(entry) !== isArrival(read)) return false
  if (isArrival(read)) return true
  if (entry.type === 'cross') return read.type === 'cross' && entry.on === read.on
  return read.type !== 'cross' && entry.version === read.version
}

/** The categories that a later cross-list added: those that the stored paper lacked, else those of the feed's archive. */
function addedBy(announcedIn: readonly string[], gained: readonly string[], known: readonly string[]): string[] {
  const fallback = announcedIn.some((code) => known.includes(code)) ? [] : announcedIn
  return [...new Set([...known, ...(gained.length > 0 ? gained : fallback)])].sort()
}

/** Days of announcements that were not read but follow from numbers and dates. */
export interface DerivedAnnouncements {
  /** The first announcement of the paper. */
  arrival: { on: string; type: 'new' | 'cross'; added?: string[] } | null
  replaced: readonly { version: number; on: string }[]
}

/** Adds derived announcements that are not known yet. Idempotent. */
export function addDerived(content: PaperContent, { arrival, replaced }: DerivedAnnouncements): PaperContent {
  const list = [...content.announcements]
  const add = (entry: Announcement) => {
    const isLate = entry.added !== undefined
    if (!list.some(({ on, added }) => on === entry.on && (added !== undefined) === isLate)) list.push(entry)
  }
  if (arrival !== null && !list.some(isArrival)) add({ version: 1, derived: true, ...arrival })
  for (const { version, on } of replaced)
    if (!list.some((entry) => entry.type !== 'new' && entry.type !== 'cross' && entry.version === version))
      add({ on, type: 'replace', version, derived: true })
  return sortAnnouncements(content, list)
}

function sortAnnouncements(content: PaperContent, announcements: readonly Announcement[]): PaperContent {
  // A paper that is new on a day was not cross-listed later on that day, whatever a feed says in which it is not new.
  const arrivedOn = new Set(announcements.filter(isArrival).map(({ on }) => on))
  const list = announcements
    .filter(({ on, added }) => added === undefined || !arrivedOn.has(on))
    .sort((a, b) => (a.on < b.on ? -1 : 1))
  const first = list.find(isArrival) ?? list.find(({ type }) => type === 'cross') ?? list[0]
  return { ...content, announcements: list, announced_on: first?.on ?? null, announce_type: first?.type ?? null }
}

/** Whether the paper was announced to readers for the first time: as new, or as new with another primary archive. */
export const isArrival = ({ type, added }: Pick<Announcement, 'type' | 'added'>): boolean =>
  type === 'new' || (type === 'cross' && added === undefined)

function listVersions(
  known: PaperContent['versions'],
  { version, updated_at, version_dates }: PaperInput,
): PaperContent['versions'] {
  const current = version === null ? [] : [{ version, at: updated_at }]
  const byVersion = new Map<number, PaperContent['versions'][number]>()
  for (const entry of [...known, ...version_dates, ...current])
    if (!byVersion.get(entry.version)?.at) byVersion.set(entry.version, entry)
  return [...byVersion.values()].sort((a, b) => a.version - b.version)
}

/** Returns the title of the lowest version, of the better interface; null when no lower version than the newest is known. */
function findFirstTitle(stored: PaperContent, incoming: PaperInput): VersionTitle | null {
  let lowest = stored.first_title ?? null
  for (const { version, title, source_interface } of [stored, incoming]) {
    if (version === null || title === '') continue
    const isBetter = lowest?.version === version && PRECEDENCE[source_interface] >= PRECEDENCE[lowest.source_interface]
    if (lowest === null || version < lowest.version || isBetter) lowest = { version, title, source_interface }
  }
  const newest = Math.max(stored.version ?? 0, incoming.version ?? 0)
  return lowest !== null && lowest.version < newest ? lowest : null
}

function earlier<Time extends string | Date>(one: Time | null, other: Time | null): Time | null {
  if (one === null || other === null) return one ?? other
  return one <= other ? one : other
}
