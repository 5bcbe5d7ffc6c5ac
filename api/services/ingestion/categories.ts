import type { Category, CategoryFilter, CategoryList } from '../../contract/categories.ts'
import { findCategories, saveTaxonomy, saveVolumes, type CategoryRecord } from '../../store/papers/categories.ts'
import { countArrivals } from '../../store/papers/paperFacts.ts'
import { findAnnouncementDays } from '../../store/papers/papers.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import {
  archiveOf,
  canonicalId,
  categories,
  isJournalCode,
  isHashCode,
  isSubjectCode,
  SAMPLES,
  servers,
  sourceOf,
  subjects,
} from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'
import type { Sources } from '../product.ts'
import { findFeedStates } from './feedStates.ts'
import { findVenueStates } from './venueStates.ts'

/** How many announcement days `daily_volume` is averaged over. */
const VOLUME_DAYS = 10

/** Common names of categories that their official names do not contain. */
const synonyms: Record<string, string[]> = {
  'cs.AI': ['AI'],
  'cs.CL': ['NLP', 'natural language processing', 'language models'],
  'cs.CV': ['images', 'video'],
  'cs.DC': ['HPC', 'distributed systems'],
  'cs.HC': ['HCI'],
  'cs.IR': ['search', 'recommender systems'],
  'cs.LG': ['ML', 'deep learning'],
  'cs.NE': ['neural networks'],
  'cs.NI': ['networks'],
  'cs.RO': ['robots'],
  'eess.AS': ['speech'],
  'gr-qc': ['gravity', 'relativity'],
  'hep-th': ['string theory'],
  'math.OC': ['optimisation'],
  'q-bio.NC': ['neuroscience'],
  'quant-ph': ['quantum computing'],
  'stat.ML': ['ML'],
}

const SERVERS = 'Preprint servers'
const ofServers = servers.map(({ id, name, subject }) => ({
  id,
  name,
  group: SERVERS,
  archive: id,
  aliases: [subject],
  alias_of: undefined,
}))
const taxonomy = [...categories, ...subjects, ...ofServers]
/** The position of journals; topics come after them. */
export const AFTER_TAXONOMY = taxonomy.length

/** Stores the taxonomy in the database. Called at each start; safe to repeat. */
export async function seedCategories(): Promise<void> {
  await saveTaxonomy(
    taxonomy.map(({ id, name, group, archive, aliases, alias_of }, position) => ({
      _id: id,
      name,
      name_key: id.toLowerCase(),
      kind: group === SERVERS ? 'server' : 'taxonomy',
      group,
      description: alias_of === undefined ? '' : `The same papers as ${alias_of}.`,
      aliases: [...aliases, ...(alias_of === undefined ? [] : [alias_of]), ...(synonyms[id] ?? [])],
      source_codes: { [sourceOf(archive)]: [alias_of ?? id] },
      owner_id: null,
      position,
    })),
  )
}

/**
 * Lists the shared categories by group, with the journals, subjects of servers, queries, feeds and venues that `user` follows, then topics, including the user's own. With
 * `source` only those of a source, with `q` those that have all its words.
 */
export async function listCategories(
  sources: Sources,
  user: UserRecord | null,
  { source, q = '' }: CategoryFilter = {},
): Promise<CategoryList> {
  const records = await findCategories(user?._id ?? null, { followed: user?.category_ids ?? [] })
  const words = foldWords(q)
  const wanted = records.filter(
    (record) => (source === undefined || sourceIdOf(record) === source) && hasWords(record, words),
  )
  const toCategory = await categoryReader(sources)
  const ofKind = (wantedKind: CategoryRecord['kind']) =>
    wanted.flatMap(({ _id, kind }) => (kind === wantedKind ? _id : []))
  const [feeds, venues] = await Promise.all([findFeedStates(ofKind('feed')), findVenueStates(ofKind('venue'))])
  const items = wanted.map((record) => {
    const state = feeds.get(record._id) ?? venues.get(record._id)
    return { ...toCategory(record), ...(state !== undefined && { state }) }
  })
  return { items, total: items.length }
}

/** Whether each of the words begins one of the category's code, name, group or other names. */
export function hasWords({ _id, name, group, aliases }: CategoryRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const own = foldWords([_id, name, group, ...aliases].join(' '))
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

/** Stores the average number of papers per announcement day of each category. Call after papers were stored. */
export async function computeVolumes(): Promise<void> {
  // Preprint servers have announcements at weekends, too: of each source the last days on which it had one are counted.
  const ofSources = [...Map.groupBy(taxonomy, ({ archive }) => sourceOf(archive))]
  const [volumes, ...averages] = await Promise.all([
    averageArrivals(),
    ...ofSources.map(([source]) => averageArrivals([source, SAMPLES])),
  ])
  if (volumes.size === 0) return
  for (const [at, [, all]] of ofSources.entries())
    for (const { id } of all) volumes.set(id, averages[at]?.get(canonicalId(id)) ?? 0)
  // What readers made keeps the figure of its source: the papers of a journal come in batches, on few days.
  for (const id of volumes.keys()) if (isJournalCode(id) || isSubjectCode(id) || isHashCode(id)) volumes.delete(id)
  await saveVolumes(volumes)
}

/** Category or topic id -> papers announced a day, of those that have some, in all sources or in these. */
async function averageArrivals(sources?: readonly string[]): Promise<Map<string, number>> {
  const days = await findAnnouncementDays(VOLUME_DAYS, sources)
  if (days.length === 0) return new Map()
  const arrivals = await countArrivals(days)
  return new Map([...arrivals].map(([id, papers]) => [id, Math.round((papers / days.length) * 10) / 10]))
}

/** The source that announces the papers of a category; null for a topic. */
const sourceIdOf = ({ _id, kind }: CategoryRecord): string | null =>
  kind === 'topic' ? null : sourceOf(archiveOf(_id))

/** The search of a topic, or the query at a source. */
function queryOf({ query, source_query }: CategoryRecord): { query?: string } {
  const text = query ?? source_query
  return text == null ? {} : { query: text }
}

/** Returns a function that describes a category, with what it knows of the sources at this moment. */
export async function categoryReader(sources: Sources): Promise<(record: CategoryRecord) => Category> {
  const states = await Promise.all([...sources.keys()].map(findSourceState))
  const off = new Set(states.filter(({ enabled }) => !enabled).map(({ _id }) => _id))
  return (record) => {
    const source = sourceIdOf(record)
    const name = source === null ? undefined : sources.get(source)?.name
    const isOff = source !== null && off.has(source)
    return {
      id: record._id,
      name: record.name,
      group: record.group,
      description: record.description,
      aliases: record.aliases,
      daily_volume: record.daily_volume,
      per_day: record.daily_volume > 0 ? record.daily_volume : null,
      kind: record.kind,
      source,
      available: !isOff,
      ...(isOff && {
        unavailable_because: `${name ?? source} is switched off in this library. An admin can switch it on.`,
      }),
      ...queryOf(record),
      ...(record.address != null && { address: record.address }),
      ...(record.venue_id != null && { venue: record.venue_id }),
      owned: record.owner_id !== null,
    }
  }
}
