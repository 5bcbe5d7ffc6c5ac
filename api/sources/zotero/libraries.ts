import type { parseItems, Written, ZoteroCollection, ZoteroGroup, ZoteroItem, ZoteroKey } from './answers.ts'

/** Whose library is asked, with what. */
export interface ZoteroAccess {
  key: string
  /** The number of the account at Zotero. */
  userId: number
  signal: AbortSignal
}

/** A library that is only read: that of a group, or without one the reader's own. */
export interface LibraryAccess extends ZoteroAccess {
  group?: number
}

export interface ZoteroChanges {
  /** The version of the library that has these changes. */
  version: number
  /** The versions of the items that changed, in the trash too, by key. */
  items: Map<string, number>
  /** The items themselves, if one answer has all of them. */
  read: ZoteroItem[] | null
}

/**
 * The library of a reader at Zotero, and those of groups. Only the reader's own is written to. A group that does not exist
 * throws "not-found". What the key may not do, or no longer opens, throws "forbidden"; an outage
 * "source-unavailable", with the time of a pause that Zotero asked for.
 */
export interface Zotero {
  /** What `key` opens. */
  readKey(key: string, options: { signal: AbortSignal; tries?: number }): Promise<ZoteroKey>
  /** Number of its items that are no notes or files of others. */
  countItems(access: ZoteroAccess): Promise<number>
  listCollections(access: ZoteroAccess): Promise<ZoteroCollection[]>
  /** The reader's groups, also those whose libraries the key may not read. */
  listGroups(access: ZoteroAccess): Promise<ZoteroGroup[]>
  /** What changed after version `since` of the library; null if nothing did. All of it after version 0. */
  listChanges(access: LibraryAccess, since: number): Promise<ZoteroChanges | null>
  /** Keys of what was deleted after version `since`. */
  listDeleted(access: LibraryAccess, since: number): Promise<{ items: string[]; collections: string[] }>
  /** Those of at most `ZOTERO_BATCH` items that exist, in the trash too. `unreadable`: those whose record cannot be read. */
  readItems(access: LibraryAccess, keys: readonly string[]): Promise<ReturnType<typeof parseItems>>
  /** A note of ours, as HTML; null when it was deleted. */
  readNote(access: ZoteroAccess, key: string): Promise<{ version: number; html: string } | null>
  /** Creates at most 50 objects with keys of our own: code 412 is that of one that exists. */
  create(access: ZoteroAccess, objects: readonly object[]): Promise<Written[]>
  /** Changes fields of an item if it has `version`. "newer": it was changed since; "gone": it was deleted. */
  change(
    access: ZoteroAccess,
    item: { key: string; version: number },
    fields: object,
  ): Promise<{ version: number } | 'newer' | 'gone' | { refused: string }>
}
