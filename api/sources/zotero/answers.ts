import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { cleanLine } from '../../text/clean.ts'
import { maybe, MaybeText, parseJson, readEntry } from '../jsonRecords.ts'

/** An item of a library: its bibliographic data, without its abstract, notes and files. Unknown is ''. */
export interface ZoteroItem {
  key: string
  version: number
  /** "journalArticle" */
  type: string
  title: string
  /** "Quillfeather, Mirela", or a name that is not in parts. */
  authors: string[]
  /** What may name the paper: DOI, archive id, address. */
  ids: string[]
  /** Lines of text, some of which may be ids: "arXiv:2609.90001 [cs]". */
  extra: string
  /** All of them: a change replaces the list as a whole. */
  tags: ZoteroTag[]
  /** Keys of the collections that it is in. */
  collections: string[]
  addedAt: Date | null
  isTrashed: boolean
}

export interface ZoteroTag {
  tag: string
  /** 1: set by a program that saved the item. */
  type?: number
}

export interface ZoteroCollection {
  key: string
  name: string
  /** Key of the collection that it is in; null at the top. */
  parent: string | null
}

/** Whose library a key opens, and for what. */
export interface ZoteroKey {
  userId: number
  username: string
  canRead: boolean
  canWrite: boolean
  canWriteNotes: boolean
  /** Numbers of the groups whose libraries it may read, or all of the reader's. */
  groups: 'all' | readonly number[]
}

export interface ZoteroGroup {
  id: number
  name: string
}

/** What became of one object of a write: its new version, or why it was refused. */
export type Written = { version: number } | { refused: string; code: number }

const LINE_MAX = 1_000
const REFUSAL_MAX = 200
const AUTHORS_MAX = 5_000
/** Characters of “extra” that are read. */
const EXTRA_MAX = 10_000

const Rights = maybe(
  Type.Object({
    library: maybe(Type.Boolean()),
    write: maybe(Type.Boolean()),
    notes: maybe(Type.Boolean()),
  }),
)
const Key = Type.Object({
  userID: Type.Integer({ minimum: 1 }),
  username: MaybeText,
  // Without groups it is left out, or an empty list: PHP writes an empty map as one.
  access: maybe(Type.Object({ user: Rights, groups: Type.Optional(Type.Unknown()) })),
})
const GroupRights = Type.Record(Type.String(), Rights)
const Group = Type.Object({ id: Type.Integer({ minimum: 1 }), data: Type.Object({ name: Type.String() }) })

const Versions = Type.Record(Type.String(), Type.Integer({ minimum: 0 }))

const Creator = Type.Object({ firstName: MaybeText, lastName: MaybeText, name: MaybeText, creatorType: MaybeText })
const Data = Type.Object({
  itemType: Type.String(),
  title: MaybeText,
  creators: maybe(Type.Array(Creator)),
  DOI: MaybeText,
  archiveID: MaybeText,
  url: MaybeText,
  extra: MaybeText,
  tags: maybe(Type.Array(Type.Object({ tag: Type.String(), type: maybe(Type.Integer()) }))),
  collections: maybe(Type.Array(Type.String())),
  dateAdded: MaybeText,
  deleted: maybe(Type.Union([Type.Integer(), Type.Boolean()])),
})
const Item = Type.Object({ key: Type.String(), version: Type.Integer({ minimum: 0 }), data: Data })
type Item = typeof Item.static

const Collection = Type.Object({
  key: Type.String(),
  data: Type.Object({ name: Type.String(), parentCollection: maybe(Type.Union([Type.String(), Type.Boolean()])) }),
})
const Deleted = Type.Object({ items: Type.Array(Type.String()), collections: Type.Array(Type.String()) })
const Failed = Type.Object({ code: maybe(Type.Integer()), message: MaybeText })
const Writes = Type.Object({
  successful: maybe(Type.Record(Type.String(), Type.Object({ key: Type.String(), version: Type.Integer() }))),
  unchanged: maybe(Type.Record(Type.String(), Type.Unknown())),
  failed: maybe(Type.Record(Type.String(), Failed)),
})

/** Parses the answer to `/keys/current`. This and the others throw SyntaxError for another answer. */
export function parseKey(body: string): ZoteroKey {
  const { userID, username, access } = check(Key, body, 'no description of a key')
  const rights = access?.user
  return {
    userId: userID,
    username: cleanLine(username ?? '', LINE_MAX),
    canRead: rights?.library === true,
    canWrite: rights?.library === true && rights.write === true,
    canWriteNotes: rights?.library === true && rights.write === true && rights.notes === true,
    groups: groupsOf(access?.groups),
  }
}

function groupsOf(rights: unknown): ZoteroKey['groups'] {
  if (!Value.Check(GroupRights, rights)) return []
  const readable = Object.entries(rights).flatMap(([id, right]) => (right?.library === true ? id : []))
  return readable.includes('all') ? 'all' : readable.map(Number).filter(Number.isSafeInteger)
}

/** The groups of one page. */
export const parseGroups = (body: string): ZoteroGroup[] =>
  check(Type.Array(Group), body, 'no list of groups').map(({ id, data }) => ({
    id,
    name: cleanLine(data.name, LINE_MAX) || `Group ${id}`,
  }))

/** The version of each item, by key. */
export const parseVersions = (body: string): Map<string, number> =>
  // PHP writes an empty map as a list.
  body.trim() === '[]' ? new Map() : new Map(Object.entries(check(Versions, body, 'no map of versions')))

/** The items of an answer, and how each of the others that cannot be read is called, with the reason. */
export function parseItems(body: string): { items: ZoteroItem[]; unreadable: { key: string; reason: string }[] } {
  const result: ReturnType<typeof parseItems> = { items: [], unreadable: [] }
  for (const item of check(Type.Array(Type.Unknown()), body, 'no list of items')) {
    const entry = readEntry(item, { schema: Item, read: toItem })
    if ('value' in entry) result.items.push(entry.value)
    else result.unreadable.push({ key: keyIn(item), reason: entry.reason })
  }
  return result
}

const keyIn = (item: unknown): string => (Value.Check(Type.Object({ key: Type.String() }), item) ? item.key : '')

function toItem({ key, version, data }: Item): ZoteroItem {
  const authors = (data.creators ?? []).slice(0, AUTHORS_MAX).filter(({ creatorType }) => creatorType !== 'editor')
  const addedAt = new Date(data.dateAdded ?? '')
  return {
    key,
    version,
    type: data.itemType,
    title: cleanLine(data.title ?? '', LINE_MAX),
    authors: authors.flatMap(({ firstName, lastName, name }) => {
      const family = cleanLine(lastName ?? '', LINE_MAX)
      const given = cleanLine(firstName ?? '', LINE_MAX)
      const whole = family === '' || given === '' ? family || cleanLine(name ?? '', LINE_MAX) : `${family}, ${given}`
      return whole === '' ? [] : [whole]
    }),
    ids: [data.DOI, data.archiveID, data.url].flatMap((text) => (text ? [text.slice(0, LINE_MAX)] : [])),
    extra: (data.extra ?? '').slice(0, EXTRA_MAX),
    tags: (data.tags ?? []).map(({ tag, type }) => ({ tag, ...(type != null && { type }) })),
    collections: data.collections ?? [],
    addedAt: Number.isNaN(addedAt.getTime()) ? null : addedAt,
    isTrashed: data.deleted === 1 || data.deleted === true,
  }
}

const Note = Type.Object({ version: Type.Integer(), data: Type.Object({ note: Type.String() }) })

/** A note, as HTML. */
export function parseNote(body: string): { version: number; html: string } {
  const { version, data } = check(Note, body, 'no note')
  return { version, html: data.note }
}

/** The collections of one page. */
export const parseCollections = (body: string): ZoteroCollection[] =>
  check(Type.Array(Collection), body, 'no list of collections').map(({ key, data }) => ({
    key,
    name: cleanLine(data.name, LINE_MAX),
    parent: typeof data.parentCollection === 'string' ? data.parentCollection : null,
  }))

/** The keys of what was deleted, without what is in the trash. */
export function parseDeleted(body: string): { items: string[]; collections: string[] } {
  const { items, collections } = check(Deleted, body, 'no list of what was deleted')
  return { items, collections }
}

/** What became of each of `count` objects. One that the answer does not speak of was refused. */
export function parseWrites(body: string, count: number): Written[] {
  const { successful, unchanged, failed } = check(Writes, body, 'no report about a write')
  return Array.from({ length: count }, (_, index) => {
    const done = successful?.[index]
    if (done !== undefined) return { version: done.version }
    const failure = failed?.[index]
    const isSame = unchanged?.[index] !== undefined
    return {
      code: isSame ? 412 : (failure?.code ?? 500),
      refused: cleanLine(failure?.message || 'Zotero says nothing about it', REFUSAL_MAX),
    }
  })
}

function check<Schema extends TSchema>(schema: Schema, body: string, otherwise: string): Static<Schema> {
  const answer = parseJson(body)
  if (!Value.Check(schema, answer)) throw new SyntaxError(`it is ${otherwise}`)
  return answer
}
