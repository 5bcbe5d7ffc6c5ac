import { model, Schema, type InferSchemaType } from 'mongoose'

const part = { _id: false, strict: 'throw' } as const
const named = new Schema({ key: { type: String, required: true }, name: { type: String, required: true } }, part)
const lastSync = new Schema(
  {
    at: { type: Date, required: true },
    outcome: { type: String, enum: ['done', 'failed'] as const, required: true },
    sentence: { type: String, required: true },
  },
  part,
)

/** A group whose library is read, too. */
const groupSchema = new Schema(
  {
    id: { type: Number, required: true },
    name: { type: String, required: true },
    /** As that of the reader's own library. */
    version: { type: Number, required: true },
    /** Why it cannot be read, in a sentence, and since when. */
    problem: { type: String, default: null },
    failing_since: { type: Date, default: null },
  },
  part,
)

/** The library at Zotero that a reader has connected. */
const schema = new Schema(
  {
    /** The id of the reader. */
    _id: { type: String, required: true },
    /** Differs after each connection: a job that began before does nothing more. */
    connection_id: { type: String, required: true },
    sealed_key: { type: String, required: true },
    key_end: { type: String, required: true },
    zotero_user: { type: Number, required: true },
    username: { type: String, default: '' },
    can_write: { type: Boolean, required: true },
    can_write_notes: { type: Boolean, required: true },
    read: { type: String, enum: ['library', 'collections', 'nothing'] as const, required: true },
    collections: { type: [named], required: true },
    groups: { type: [groupSchema], required: true },
    to_list: { type: Boolean, required: true },
    push_to: { type: named, default: null },
    push_notes: { type: Boolean, required: true },
    /** Papers saved from then on are sent. */
    push_since: { type: Date, required: true },
    /** The collection was deleted in Zotero: nothing is sent until another one is chosen. */
    push_ended: { type: Boolean, required: true },
    /** Version of the library up to which all changes are stored; 0: all of it is to be read. */
    version: { type: Number, required: true },
    last: { type: lastSync, default: null },
    failing_since: { type: Date, default: null },
    needs_key: { type: Boolean, required: true },
    /** When the list was last compared with what was sent. */
    compared_at: { type: Date, default: null },
    due_at: { type: Date, required: true },
  },
  { collection: 'zotero_libraries', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ needs_key: 1, due_at: 1 }, { name: 'due' })

export type ZoteroLibrary = Omit<
  InferSchemaType<typeof schema>,
  'collections' | 'groups' | 'push_to' | 'last' | 'failing_since'
> & {
  collections: { key: string; name: string }[]
  groups: LibraryGroup[]
  push_to: { key: string; name: string } | null
  last: { at: Date; outcome: 'done' | 'failed'; sentence: string } | null
  failing_since: Date | null
}
export interface LibraryGroup {
  id: number
  name: string
  version: number
  problem: string | null
  failing_since: Date | null
}
const Libraries = model('ZoteroLibrary', schema)

/** The library of a reader; null without one. */
export async function findLibrary(userId: string): Promise<ZoteroLibrary | null> {
  const found = await Libraries.findById(userId).lean<ZoteroLibrary | null>()
  // Connections of earlier versions have no groups.
  return found && { ...found, groups: found.groups ?? [] }
}

export async function saveLibrary(library: ZoteroLibrary): Promise<void> {
  await Libraries.replaceOne({ _id: library._id }, library, { upsert: true })
}

/** Changes fields of a connection. Returns false when it has ended. */
export async function changeLibrary(
  { _id, connection_id }: Pick<ZoteroLibrary, '_id' | 'connection_id'>,
  changes: Partial<Omit<ZoteroLibrary, '_id' | 'connection_id'>>,
): Promise<boolean> {
  return (await Libraries.updateOne({ _id, connection_id }, { $set: changes })).matchedCount > 0
}

/** Returns whether there was one. */
export const deleteLibrary = async (userId: string): Promise<boolean> =>
  (await Libraries.deleteOne({ _id: userId })).deletedCount > 0

/** The readers whose libraries are due at `at` and have a key that is accepted, the longest due first. */
export async function findDueLibraries(at: Date): Promise<string[]> {
  const found = await Libraries.find({ needs_key: false, due_at: { $lte: at } }, { _id: 1 })
    .sort({ due_at: 1 })
    .lean()
  return found.map(({ _id }) => _id)
}

/** Those of these readers whose libraries get what is saved, do not fail, and were compared before the time given. */
export async function findUncompared(lists: readonly { userId: string; at: Date }[]): Promise<string[]> {
  if (lists.length === 0) return []
  const changedAt = new Map(lists.map(({ userId, at }) => [userId, at]))
  const isFollowed = { needs_key: false, push_to: { $ne: null }, failing_since: null }
  const found = await Libraries.find({ _id: { $in: [...changedAt.keys()] }, ...isFollowed }, { compared_at: 1 }).lean()
  return found.flatMap(({ _id, compared_at }) => {
    const changed = changedAt.get(_id)
    return changed !== undefined && changed >= (compared_at ?? new Date(0)) ? _id : []
  })
}
