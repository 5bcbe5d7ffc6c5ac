import { ZOTERO_BATCH } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import type { LibraryAccess, Zotero, ZoteroAccess, ZoteroItem } from '../../sources/zotero/zotero.ts'
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
/** Types that say less about what a reader reads than a paper does. */
const HALF: ReadonlySet<string> = new Set(['book', 'document', 'webpage', 'manuscript', 'dataset'])
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

/** A library that is read: the reader's own, or that of a group. */
export interface Part {
  access: LibraryAccess
  group: number | null
  /** The version up to which it was read. */
  since: number
  isTaught: (item: ZoteroItem) => boolean
  saveVersion: (version: number) => Promise<unknown>
}

/** As `readPart`, of the reader's own library. */
export const readLibrary = (reading: Reading): Promise<number> =>
  readPart(reading, {
    access: reading.access,
    group: null,
    since: reading.library.version,
    isTaught: (item) => isTaught(reading.library, item),
    saveVersion: (version) => changeLibrary(reading.library, { version }),
  })

/** The key under which an item is stored: another member of a group may give an item there the key of one of the reader's. */
const storedKey = (group: number | null, key: string): string => (group === null ? key : `g${group}:${key}`)

/**
 * Reads what changed in the library since it was read last, and recognises its papers. It is read by the versions of its
 * items, and these by their keys: pages by position would miss an item when another one is changed meanwhile. An item
 * that changes during the reading is read again next time. Safe to repeat, and goes on with what is missing. Returns how
 * many items were read.
 */
export async function readPart(reading: Reading, part: Part): Promise<number> {
  const { zotero, library, run } = reading
  const { access, group } = part
  const changes = await zotero.listChanges(access, part.since)
  if (changes === null) return 0
  const listed = new Map([...changes.items].map(([key, version]) => [storedKey(group, key), version]))
  const stored =
    changes.read === null
      ? await findItemVersions(library._id, group)
      : await versionsOf(library._id, [...listed.keys()])
  const keys = [...changes.items].flatMap(([key, version]) =>
    stored.get(storedKey(group, key)) === version ? [] : [key],
  )
  for (let at = 0; at < keys.length; at += ZOTERO_BATCH) {
    const batch = keys.slice(at, at + ZOTERO_BATCH)
    const { items, unreadable } =
      changes.read === null
        ? await zotero.readItems(access, batch)
        : { items: changes.read.filter(({ key }) => batch.includes(key)), unreadable: [] }
    await reading.checkConnection()
    await storeItems(reading, part, items)
    const [first] = unreadable
    if (first !== undefined) await storeUnreadable(reading, part, { unreadable, listed })
    run.count('read', items.length)
    await reportStep(run, { done: at + batch.length, total: keys.length, step: 'reading the library' })
  }
  await removeGone(reading, part, { listed, stored })
  await part.saveVersion(changes.version)
  return keys.length
}

async function versionsOf(userId: string, keys: readonly string[]): Promise<Map<string, number>> {
  const found = await findItemsByKey(userId, keys)
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
  { zotero, library, checkConnection }: Reading,
  { access, group, since }: Part,
  { listed, stored }: { listed: ReadonlyMap<string, number>; stored: ReadonlyMap<string, number> },
): Promise<void> {
  if (since === 0) {
    const gone = [...stored].flatMap(([key, version]) => (listed.has(key) || version === 0 ? [] : [key]))
    return recordGone(library._id, gone)
  }
  const { items, collections } = await zotero.listDeleted(access, since)
  await checkConnection()
  await recordGone(
    library._id,
    items.map((key) => storedKey(group, key)),
  )
  if (group === null && collections.includes(library.push_to?.key ?? '')) {
    library.push_ended = true
    await changeLibrary(library, { push_ended: true })
  }
}

async function storeItems({ product, library }: Reading, part: Part, all: readonly ZoteroItem[]): Promise<void> {
  const userId = library._id
  const items = all.filter(({ type }) => !NO_PAPERS.has(type))
  const known = await findItemsByKey(
    userId,
    items.map(({ key }) => storedKey(part.group, key)),
  )
  const trashed = items.filter(({ isTrashed }) => isTrashed)
  const records = await mapSideBySide(
    items.filter(({ isTrashed }) => !isTrashed),
    async (item) => {
      const before = known.get(storedKey(part.group, item.key))
      const taught = part.isTaught(item) && before?.ours !== true
      const found = await recognise(product, item, taught)
      return toRecord(userId, item, { taught, before, found, group: part.group })
    },
  )
  await saveItems(records)
  // With the papers that changed items named before.
  await settleSeeds(userId, [...known.values(), ...records])
  await recordGone(
    userId,
    trashed.map(({ key }) => storedKey(part.group, key)),
    new Map(trashed.map(({ key, version }) => [storedKey(part.group, key), version])),
  )
  if (library.to_list) await putOnList(userId, records)
}

const isTaught = ({ read, collections }: ZoteroLibrary, item: ZoteroItem): boolean =>
  read === 'library' || (read === 'collections' && collections.some(({ key }) => item.collections.includes(key)))

interface Known {
  taught: boolean
  group: number | null
  before: ZoteroItemRecord | undefined
  found: Awaited<ReturnType<typeof recognise>>
}

function toRecord(userId: string, item: ZoteroItem, { taught, group, before, found }: Known): ZoteroItemRecord {
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
    _id: itemIdOf(userId, storedKey(group, item.key)),
    user_id: userId,
    key: storedKey(group, item.key),
    group,
    version: item.version,
    taught,
    half: HALF.has(item.type),
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
  { group }: Part,
  {
    unreadable,
    listed,
  }: { unreadable: readonly { key: string; reason: string }[]; listed: ReadonlyMap<string, number> },
): Promise<void> {
  const keys = unreadable.map(({ key }) => storedKey(group, key))
  const known = await findItemsByKey(library._id, keys)
  const records = unreadable.flatMap(({ key: name, reason: problem }): ZoteroItemRecord[] => {
    const key = storedKey(group, name)
    const version = listed.get(key)
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
      half: false,
    }
    const own = { _id: itemIdOf(library._id, key), user_id: library._id, key, group, version }
    return [{ ...empty, ...at, ...own, title: `Item ${name}`, state: 'missing', reason }]
  })
  await saveItems(records)
}

/** Puts papers of the reader's own library on the reading list, each once: one that the reader takes off it stays off. */
export async function putOnList(userId: string, items: readonly ZoteroItemRecord[]): Promise<void> {
  const added = items.filter(
    ({ state, listed, link, group }) => state === 'found' && !listed && link === null && group == null,
  )
  if (added.length === 0) return
  const papers = await findPapers(added.flatMap(({ paper_id }) => paper_id ?? []))
  await addImported(
    userId,
    added.flatMap(({ paper_id, tags, added_at: at }) => {
      const paper = papers.get(paper_id ?? '')
      return paper === undefined ? [] : [{ paper, words: { notes: '', tags }, at }]
    }),
    'zotero',
  )
  await saveItems(added.map((item) => ({ ...item, listed: true })))
}
