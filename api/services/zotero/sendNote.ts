import { noteToHtml, readNote } from '../../citations/fieldText.ts'
import { now } from '../../platform/clock.ts'
import type { ItemRecord } from '../../store/readers/readingList.ts'
import { changeZoteroItem, type ZoteroItemRecord, type ZoteroLink } from '../../store/readers/zoteroItems.ts'
import type { ZoteroLibrary } from '../../store/readers/zoteroLibraries.ts'
import type { Reading } from './readZoteroLibrary.ts'
import { newKey, toZoteroNote } from './zoteroObject.ts'

/** A paper of the list, and the item at Zotero that it is linked to. */
export interface Linked {
  record: ZoteroItemRecord & { link: ZoteroLink }
  item: ItemRecord
}

/** A note that does not exist yet has this version. */
const NEW = 0
const TRIES = 3

/** Whether the note of the list is to be sent. */
export const isNoteDue = (
  { push_notes, can_write_notes }: Pick<ZoteroLibrary, 'push_notes' | 'can_write_notes'>,
  { record: { link }, item }: Linked,
): boolean =>
  push_notes && can_write_notes && !link.note_ended && link.refused === null && item.notes !== (link.note ?? '')

/**
 * Sends the note of a paper as a note of its item. One that the reader has changed in Zotero, too, is kept as it is, and
 * ours becomes a second one. One that was deleted there is not sent again. Safe to repeat: keys are stored before notes are sent.
 */
export async function sendNote(reading: Reading, linked: Linked): Promise<void> {
  if (!isNoteDue(reading.library, linked)) return
  const { record, item } = linked
  let link = record.link
  const store = async (changes: Partial<ZoteroLink>, apart = false) => {
    link = { ...link, ...changes }
    await changeZoteroItem(record._id, { link, ...(apart && { notes_apart_at: now() }) })
  }
  for (let tries = 1; tries <= TRIES; tries++) {
    const key = link.note_key ?? newKey()
    if (link.note_key === null) await store({ note_key: key, note_version: NEW })
    const written =
      link.note_version === NEW
        ? await create(reading, item.notes, { key, parent: record.key })
        : await change(reading, item.notes, { key, version: link.note_version ?? NEW })
    if (written === 'gone') return store({ note_ended: true })
    if (typeof written === 'object' && 'refused' in written) return store({ refused: written.refused })
    if (written !== 'exists') return store({ note: item.notes, note_version: written.version })
    const there = await reading.zotero.readNote(reading.access, key)
    if (there === null) return store({ note_ended: true })
    const text = readNote(there.html)
    // An answer was lost, or only something else about the note was changed.
    if (text === item.notes.trim()) return store({ note: item.notes, note_version: there.version })
    if (text === link.note?.trim()) await store({ note_version: there.version })
    else await store({ note_key: newKey(), note_version: NEW, note: null }, true)
  }
}

type Result = { version: number } | { refused: string } | 'exists' | 'gone'

async function create(
  { zotero, access }: Reading,
  text: string,
  ids: { key: string; parent: string },
): Promise<Result> {
  const [written] = await zotero.create(access, [toZoteroNote(text, ids)])
  if (written === undefined || 'version' in written) return { version: written?.version ?? NEW }
  return written.code === 412
    ? 'exists'
    : { refused: `Zotero refused its note: ${written.refused.replace(/\.$/, '')}.` }
}

async function change(
  { zotero, access }: Reading,
  text: string,
  note: { key: string; version: number },
): Promise<Result> {
  const changed = await zotero.change(access, note, { note: noteToHtml(text) })
  if (changed === 'newer') return 'exists'
  if (typeof changed === 'object' && 'refused' in changed)
    return { refused: `Zotero refused its note: ${changed.refused}.` }
  return changed
}
