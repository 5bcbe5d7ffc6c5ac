import { ZOTERO_BATCH } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import type { Zotero, ZoteroAccess, ZoteroChanges, ZoteroItem } from '../../sources/zotero/zotero.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { itemIdOf } from '../../store/readers/zoteroItemModel.ts'
import { findItemsByKey, findItemVersions, saveItems, type ZoteroItemRecord } from '../../store/readers/zoteroItems.ts'
import { changeLibrary, type ZoteroLibrary } from '../../store/readers/zoteroLibraries.ts'
import { addImported, mapSideBySide } from '../imports/importedItem.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { recognise } from './recognise.ts'
import { recordGone } from './removals.ts'
import { settleSeeds } from './seeds.ts'

/** Types that are no papers. What is in notes and files is not read at all. */
const NO_PAPERS: ReadonlySet<string> = new Set(['note', 'attachment', 'annotation'])
/** Set by a program that saved the item. */
const AUTOMATIC = 1
const TAGS_MAX = 100

export interface Reading {
  product: Pick<Product, 'index' | 'sources'>
  zotero: Zotero
  access: ZoteroAccess
  library: ZoteroLibrary
  run: JobContext
  /** Throws "conflict" when the connection has ended or was changed. */
  checkConnection: () => Promise<void>
}

/**
 * Reads what changed in the library since it was read last, and recognises its papers. It is read by the versions of its
 * items, and these by their keys: pages by position would miss an item when another one is changed meanwhile. An item
 * that changes during the reading is read again next time. Safe to repeat, and goes on with what is missing. Returns how many items were read.
 */
export async function readLibrary(reading: Reading): Promise<number> {
  const { zotero, access, library, run } = reading
  const since = library.version
  const changes = await zotero.listChanges(access, since)
  if (changes === null) return 0
  const stored = changes.read === null ? await findItemVersions(library._id) : await versionsOf(library._id, changes)
  const keys = [...changes.items].flatMap(([key, version]) => (stored.get(key) === version ? [] : [key]))
  for (let at = 0; at < keys.length; at += ZOTERO_BATCH) {
    const batch = keys.slice(at, at + ZOTERO_BATCH)
    const { items, unreadable } =
      changes.read === null
        ? await zotero.readItems(access, batch)
        : { items: changes.read.filter(({ key }) => batch.includes(key)), unreadable: [] }
    await reading.checkConnection()
    await storeItems(reading, items)
    const [first] = unreadable
    if (first !== undefined) await storeUnreadable(reading, unreadable, changes.items)
    run.count('read', items.length)
    await reportStep(run, { done: at + batch.length, total: keys.length, step: 'reading the library' })
  }
  await removeGone(reading, { since, listed: changes.items, stored })
  await changeLibrary(library, { version: changes.version })
  return keys.length
}

async function versionsOf(userId: string, { items }: ZoteroChanges): Promise<Map<string, number>> {
  const found = await findItemsByKey(userId, [...items.keys()])
  return new Map([...found].map(([key, { version }]) => [key, version]))
}

/** Stores how far the job is. What is done is in the items themselves: the next attempt goes on with what is not. */
export async function reportStep(
  run: JobContext,
  progress: { done: number; total?: number; step: string },
): Promise<void> {
  await run.progress({ ...progress, unit: 'papers' })
  await run.save({ step: progress.step })
}

/** Records what was deleted: a whole listing lacks it, and after that Zotero lists it. */
async function removeGone(
  { zotero, access, library, checkConnection }: Reading,
  {
    since,
    listed,
    stored,
  }: { since: number; listed: ReadonlyMap<string, number>; stored: ReadonlyMap<string, number> },
): Promise<void> {
  if (since === 0) {
    const gone = [...stored].flatMap(([key, version]) => (listed.has(key) || version === 0 ? [] : [key]))
    return recordGone(library._id, gone)
  }
  const { items, collections } = await zotero.listDeleted(access, since)
  await checkConnection()
  await recordGone(library._id, items)
  if (collections.includes(library.push_to?.key ?? '')) {
    library.push_ended = true
    await changeLibrary(library, { push_ended: true })
  }
}

async function storeItems({ product, library }: Reading, all: readonly ZoteroItem[]): Promise<void> {
  const userId = library._id
  const items = all.filter(({ type }) => !NO_PAPERS.has(type))
  const known = await findItemsByKey(
    userId,
    items.map(({ key }) => key),
  )
  const trashed = items.filter(({ isTrashed }) => isTrashed)
  const records = await mapSideBySide(
    items.filter(({ isTrashed }) => !isTrashed),
    async (item) => {
      const before = known.get(item.key)
      const taught = isTaught(library, item) && before?.ours !== true
      return toRecord(userId, item, { taught, before, found: await recognise(product, item, taught) })
    },
  )
  await saveItems(records)
  // With the papers that changed items named before.
  await settleSeeds(userId, [...known.values(), ...records])
  await recordGone(
    userId,
    trashed.map(({ key }) => key),
    new Map(trashed.map(({ key, version }) => [key, version])),
  )
  if (library.to_list) await putOnList(userId, records)
}

const isTaught = ({ read, collections }: ZoteroLibrary, item: ZoteroItem): boolean =>
  read === 'library' || (read === 'collections' && collections.some(({ key }) => item.collections.includes(key)))

interface Known {
  taught: boolean
  before: ZoteroItemRecord | undefined
  found: Awaited<ReturnType<typeof recognise>>
}

function toRecord(userId: string, item: ZoteroItem, { taught, before, found }: Known): ZoteroItemRecord {
  // What was looked up in vain is not asked for again, unless the item names another paper now.
  const isKnownMissing = before?.state === 'missing' && found.state === 'waiting' && before.wanted === found.wanted
  const link = before?.link ? { ...before.link, check: true } : null
  return {
    ...found,
    ...(isKnownMissing && { state: 'missing' as const, reason: before.reason }),
    // A paper that we sent is known, whatever the reader has made of its item.
    ...(link && {
      paper_id: before?.paper_id ?? found.paper_id,
      state: taught ? ('found' as const) : ('outside' as const),
    }),
    _id: itemIdOf(userId, item.key),
    user_id: userId,
    key: item.key,
    version: item.version,
    taught,
    added_at: item.addedAt ?? before?.added_at ?? now(),
    tags: item.tags.flatMap(({ tag, type }) => (type === AUTOMATIC ? [] : [tag])).slice(0, TAGS_MAX),
    ours: before?.ours ?? false,
    listed: before?.listed ?? false,
    link,
    // It is there, perhaps again.
    removed: before?.removed === 'here' ? 'here' : null,
    removed_at: before?.removed === 'here' ? before.removed_at : null,
    notes_apart_at: before?.notes_apart_at ?? null,
  }
}

/** Items that cannot be read are listed by their keys. They are read again when they change. */
async function storeUnreadable(
  { library }: Reading,
  unreadable: readonly { key: string; reason: string }[],
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const known = await findItemsByKey(
    library._id,
    unreadable.map(({ key }) => key),
  )
  const records = unreadable.flatMap(({ key, reason: problem }): ZoteroItemRecord[] => {
    const version = versions.get(key)
    if (version === undefined) return []
    const reason = `It cannot be read: ${problem}.`
    const before = known.get(key)
    if (before !== undefined) return [{ ...before, version, reason, ...(before.link === null && { state: 'missing' }) }]
    const empty = { title_key: '', author_key: '', refs: [], paper_id: null, wanted: null, tags: [], link: null }
    const at = {
      added_at: now(),
      removed: null,
      removed_at: null,
      notes_apart_at: null,
      listed: false,
      ours: false,
      taught: true,
    }
    const own = { _id: itemIdOf(library._id, key), user_id: library._id, key, version }
    return [{ ...empty, ...at, ...own, title: `Item ${key}`, state: 'missing', reason }]
  })
  await saveItems(records)
}

/** Puts papers on the reading list, each once: one that the reader takes off it stays off. */
export async function putOnList(userId: string, items: readonly ZoteroItemRecord[]): Promise<void> {
  const added = items.filter(({ state, listed, link }) => state === 'found' && !listed && link === null)
  if (added.length === 0) return
  const papers = await findPapers(added.flatMap(({ paper_id }) => paper_id ?? []))
  await addImported(
    userId,
    added.flatMap(({ paper_id, tags, added_at: at }) => {
      const paper = papers.get(paper_id ?? '')
      return paper === undefined ? [] : [{ paper, words: { notes: '', tags }, at }]
    }),
  )
  await saveItems(added.map((item) => ({ ...item, listed: true })))
}
