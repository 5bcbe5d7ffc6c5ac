import { model, Schema, type InferSchemaType } from 'mongoose'

/** What an item at Zotero has to do with an item of the reading list, and what both sides had in common last. */
const linkSchema = new Schema(
  {
    item_id: { type: String, required: true },
    /** Version of the item of the list that was compared last. */
    item_version: { type: Number, required: true },
    /** Tags that both had after that. */
    tags: { type: [String], required: true },
    /** The note that was sent last; null if none was. */
    note: { type: String, default: null },
    note_key: { type: String, default: null },
    /** Version of the note at Zotero; null when it is not known whether the reader has changed it there. */
    note_version: { type: Number, default: null },
    /** The reader deleted the note in Zotero: no other one is sent. */
    note_ended: { type: Boolean, required: true },
    /** It is to be put into the collection, once. */
    collect: { type: Boolean, required: true },
    /** It was changed in Zotero since the last comparison. */
    check: { type: Boolean, required: true },
    /** Why Zotero refused it, in a sentence. */
    refused: { type: String, default: null },
  },
  { _id: false, strict: 'throw' },
)

const schema = new Schema(
  {
    /** `<user>:<key>`. */
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    /** For an item of a group "g<group>:<key>". */
    key: { type: String, required: true },
    /** The group whose library it is in; null for the reader's own. */
    group: { type: Number, default: null },
    /** Version of the item; -1: it is to be read again; 0: it was not created yet. */
    version: { type: Number, required: true },
    title: { type: String, required: true },
    /** The folded title and the folded name of the first author, by which the same paper is found. */
    title_key: { type: String, default: '' },
    author_key: { type: String, default: '' },
    /** Canonical ids of the paper that the item names: "doi:10.5555/a". */
    refs: { type: [String], required: true },
    paper_id: { type: String, default: null },
    /** It is in what the reader lets us read. */
    taught: { type: Boolean, required: true },
    /** It is a book or a page, which teaches half as much as a paper. Absent in items of earlier versions. */
    half: { type: Boolean, default: false },
    /**
     * "outside": not read, and only compared with what is saved; "waiting": to be looked up as `wanted`; "missing": not
     * recognised; "planned": ours, about to be created.
     */
    state: { type: String, enum: ['found', 'outside', 'waiting', 'missing', 'planned'] as const, required: true },
    wanted: { type: String, default: null },
    /** Why it is missing or waits, in a sentence. */
    reason: { type: String, default: null },
    added_at: { type: Date, required: true },
    /** The tags that the reader has given it. */
    tags: { type: [String], required: true },
    /** We created it: what teaches is that its paper is saved. */
    ours: { type: Boolean, required: true },
    /** It was put on the reading list. */
    listed: { type: Boolean, required: true },
    link: { type: linkSchema, default: null },
    /** On which side it was removed, and since when the reader is asked about it. */
    removed: { type: String, enum: ['there', 'here'] as const, default: null },
    removed_at: { type: Date, default: null },
    /** Since when the row of Zotero shows that two notes are kept. */
    notes_apart_at: { type: Date, default: null },
  },
  { collection: 'zotero_items', shardKey: { user_id: 1 }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, key: 1 }, { name: 'key', unique: true })
schema.index({ user_id: 1, state: 1, _id: 1 }, { name: 'state' })
schema.index({ user_id: 1, paper_id: 1 }, { name: 'paper' })
schema.index({ user_id: 1, refs: 1 }, { name: 'refs' })
schema.index({ user_id: 1, title_key: 1 }, { name: 'title' })
schema.index({ user_id: 1, 'link.item_id': 1 }, { name: 'item', sparse: true })

export type ZoteroLink = Omit<InferSchemaType<typeof linkSchema>, 'note' | 'note_key' | 'note_version' | 'refused'> & {
  note: string | null
  note_key: string | null
  note_version: number | null
  refused: string | null
}
type Stored = InferSchemaType<typeof schema>
export type ZoteroItemRecord = Omit<
  Stored,
  'link' | 'group' | 'paper_id' | 'wanted' | 'reason' | 'removed' | 'removed_at' | 'notes_apart_at'
> & {
  /** Absent in items of earlier versions. */
  group?: number | null
  paper_id: string | null
  wanted: string | null
  reason: string | null
  removed: 'there' | 'here' | null
  removed_at: Date | null
  notes_apart_at: Date | null
  link: ZoteroLink | null
}

/** Used in api/store only. */
export const ZoteroItems = model('ZoteroItem', schema)

export const itemIdOf = (userId: string, key: string): string => `${userId}:${key}`

/** Matches the item with this id. A cluster finds its shard by `user_id`, which the id begins with. */
export const itemOf = (id: string) => ({ _id: id, user_id: id.slice(0, id.indexOf(':')) })
