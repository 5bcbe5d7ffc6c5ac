import { ZOTERO_BATCH } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import type { ZoteroItem } from '../../sources/zotero/zotero.ts'
import { changeItem, type ItemRecord } from '../../store/readers/readingList.ts'
import {
  changeZoteroItem,
  deleteItems,
  type ZoteroItemRecord,
  type ZoteroLink,
} from '../../store/readers/zoteroItems.ts'
import { findLinked } from '../../store/readers/zoteroLinks.ts'
import { spellAsOnList } from '../readingList/readingTags.ts'
import { mergeTags } from './mergeTags.ts'
import { isNoteDue, sendNote, type Linked } from './sendNote.ts'
import { reportStep, type Reading } from './readZoteroLibrary.ts'
import { recordGone } from './removals.ts'
import { OUR_TAG } from './zoteroObject.ts'

/** Changes made by the reader during our own: after so many the next comparison tries again. */
const TRIES = 3

/**
 * Brings the tags and notes of sent papers in line with the list, where one side was changed since the last comparison.
 * Other fields are the reader's. What was removed on one side alone is asked about. Safe to repeat: what both sides have
 * in common is stored last. Returns how many papers were compared.
 */
export async function compareLinked(reading: Reading): Promise<number> {
  const { library, zotero, access, checkConnection } = reading
  let compared = 0
  for (let after = ''; ;) {
    const { links, items } = await findLinked(library._id, { after, limit: ZOTERO_BATCH })
    const last = links.at(-1)
    if (last === undefined) return compared
    after = last._id
    const due: Linked[] = []
    for (const record of links) {
      const { link } = record
      const item = link === null ? undefined : items.get(link.item_id)
      const isHere = await settleRemoved(record, item)
      if (link === null || item === undefined || !isHere || item.joined_to !== undefined) continue
      const linked = { record: { ...record, link }, item }
      if (link.check || link.item_version !== item.version || isNoteDue(library, linked)) due.push(linked)
    }
    if (due.length === 0) continue
    const read = await zotero.readItems(
      access,
      due.map(({ record }) => record.key),
    )
    await checkConnection()
    const theirs = new Map(read.items.map((item) => [item.key, item]))
    const unreadable = new Set(read.unreadable.map(({ key }) => key))
    for (const linked of due) {
      const { key } = linked.record
      const item = theirs.get(key)
      if (item !== undefined && !item.isTrashed) await compare(reading, linked, item)
      // Its record cannot be read at the moment: it is there.
      else if (!unreadable.has(key)) await recordGone(library._id, [key])
    }
    compared += due.length
    await reportStep(reading.run, { done: compared, step: 'comparing tags and notes' })
  }
}

/** Records that an item was taken off the list, or is on it again. Returns whether both sides have the paper. */
async function settleRemoved(record: ZoteroItemRecord, item: ItemRecord | undefined): Promise<boolean> {
  const isListed = item !== undefined && item.removed_at === null
  if (isListed && record.removed === 'here') await changeZoteroItem(record._id, { removed: null, removed_at: null })
  if (isListed) return record.removed !== 'there'
  if (record.removed === 'there') await deleteItems(record.user_id, [record.key])
  else if (record.removed === null) await changeZoteroItem(record._id, { removed: 'here', removed_at: now() })
  return false
}

async function compare(reading: Reading, { record, item }: Linked, first: ZoteroItem): Promise<void> {
  const { zotero, access, library } = reading
  let theirs = first
  for (let tries = 1; ; tries++) {
    const merged = mergeTags({ base: record.link.tags, ours: item.tags, theirs: theirs.tags })
    const written = await change(reading, record, theirs, merged.theirs)
    if (written === 'gone') return recordGone(library._id, [record.key])
    if (written === 'newer') {
      if (tries === TRIES) return changeZoteroItem(record._id, { link: { ...record.link, check: true } })
      const again = (await zotero.readItems(access, [record.key])).items[0]
      if (again === undefined || again.isTrashed) return recordGone(library._id, [record.key])
      theirs = again
      continue
    }
    // What was refused is tried again when the reader has changed the paper.
    const refused = item.version === record.link.item_version ? record.link.refused : null
    const link: ZoteroLink = { ...record.link, collect: false, check: false, refused }
    if ('refused' in written) link.refused = `Zotero refused a change of its tags: ${written.refused}.`
    const isSame = merged.ours.length === item.tags.length && merged.ours.every((tag) => item.tags.includes(tag))
    const changed = isSame
      ? item
      : await changeItem(library._id, item._id, await toChange(library._id, item, merged.ours), now())
    // Changed by the reader at this moment: the next comparison sees it.
    link.check = changed === null
    link.item_version = changed?.version ?? 0
    // What was not stored on both sides is not common yet.
    if (changed !== null && !('refused' in written)) link.tags = merged.base
    const version = 'version' in written ? written.version : theirs.version
    await changeZoteroItem(record._id, { version, link })
    return sendNote(reading, { record: { ...record, version, link }, item })
  }
}

const toChange = async (userId: string, item: ItemRecord, tags: readonly string[]) => ({
  version: item.version,
  tags: await spellAsOnList(userId, [...tags]),
})

/** Replaces the tags of an item, and puts one that was found in the library into the collection. */
async function change(
  { zotero, access, library }: Reading,
  { link }: Linked['record'],
  theirs: ZoteroItem,
  merged: ZoteroItem['tags'],
) {
  const collection = library.push_to?.key
  const tags = link.collect && !merged.some(({ tag }) => tag === OUR_TAG) ? [...merged, { tag: OUR_TAG }] : merged
  const isCollected = !link.collect || collection === undefined || theirs.collections.includes(collection)
  const isSame =
    tags.length === theirs.tags.length && tags.every(({ tag }) => theirs.tags.some((one) => one.tag === tag))
  if (isSame && isCollected) return { version: theirs.version }
  const fields = { tags, ...(!isCollected && { collections: [...theirs.collections, collection] }) }
  return zotero.change(access, theirs, fields)
}
