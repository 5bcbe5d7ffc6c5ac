import { model, Schema, type InferSchemaType } from 'mongoose'
import { FOUND_BY } from '../../contract/limits.ts'
import type { Paper, PaperNotice } from '../../contract/papers.ts'

const knownSchema = new Schema(
  {
    version: { type: Number, default: null },
    withdrawn: { type: Boolean, required: true },
    published: { type: Boolean, required: true },
    code: { type: Boolean, required: true },
    notices: { type: [String], default: undefined },
  },
  { _id: false, strict: 'throw' },
)
/** Filter of `removed_at` for removed items, which an index of them alone serves. */
export const wasRemoved = { $gt: new Date(0) }

const schema = new Schema(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    paper_id: { type: String, required: true },
    status: { type: String, enum: ['to_read', 'reading', 'done'] as const, required: true },
    notes: { type: String, default: '' },
    tags: { type: [String], default: [] },
    /** Increases by one with each change of status, notes or tags. */
    version: { type: Number, required: true },
    /** Copy of the paper from when it was saved; shown when the library no longer has the paper. */
    snapshot: { type: Schema.Types.Mixed, required: true },
    title_key: { type: String, required: true },
    /** State of the paper that the reader has seen. Later changes are shown as updates. */
    known: { type: knownSchema, required: true },
    added_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    /**
     * When it was last saved, changed, removed, restored or joined, written with that change: what follows the list finds
     * it by this time. Absent in items of earlier versions.
     */
    changed_at: Date,
    /** When it was put on the list here: `added_at` of an imported item can be years before. Absent for items of earlier versions. */
    listed_at: Date,
    /** When the note was last written. Absent without one, and for notes of earlier versions. */
    noted_at: Date,
    /** How the reader found it. Absent for items of earlier versions, and where it is not known. */
    found_by: { type: String, enum: FOUND_BY },
    /** Null while it is on the list. A removed item can be restored for 30 days, with its note. */
    removed_at: { type: Date, default: null },
    /** The item of the same paper that is shown in place of this one. */
    joined_to: String,
    /** Notes and tags from before other items were joined to this one, and with theirs. */
    before_join: { type: Schema.Types.Mixed },
    as_joined: { type: Schema.Types.Mixed },
  },
  {
    collection: 'reading_list',
    shardKey: { user_id: 1 },
    strict: 'throw',
    autoIndex: false,
    minimize: false,
    versionKey: false,
  },
)
schema.index({ user_id: 1, paper_id: 1 }, { name: 'once', unique: true })
schema.index({ user_id: 1, removed_at: 1, added_at: -1 }, { name: 'newest' })
schema.index({ paper_id: 1, user_id: 1, removed_at: 1 }, { name: 'savers' })
schema.index({ added_at: 1 }, { name: 'added' })
schema.index({ listed_at: 1, added_at: 1 }, { name: 'listed' })
schema.index({ joined_to: 1 }, { name: 'parts', sparse: true })
schema.index(
  { changed_at: 1, user_id: 1 },
  { name: 'changed', partialFilterExpression: { changed_at: { $gt: new Date(0) } } },
)
schema.index({ removed_at: 1 }, { name: 'removed', partialFilterExpression: { removed_at: wasRemoved } })

export type ItemRecord = Omit<
  InferSchemaType<typeof schema>,
  'snapshot' | 'known' | 'changed_at' | 'joined_to' | 'before_join' | 'as_joined'
> & {
  snapshot: Paper
  known: KnownState
  changed_at?: Date
  joined_to?: string
  before_join?: OwnWords
  as_joined?: OwnWords
}
/** What a reader wrote about a paper. */
type OwnWords = Pick<InferSchemaType<typeof schema>, 'notes' | 'tags'>
/** Used in api/store only. */
export const Items = model('ReadingListItem', schema)

/** The properties of a paper whose changes are shown to its readers as updates. */
export interface KnownState {
  version: number | null
  withdrawn: boolean
  published: boolean
  code: boolean
  /** Keys of the notices about it. Absent when it was stored before there were any. */
  notices?: string[]
}

export const toKnownState = (
  paper: Pick<Paper, 'version' | 'withdrawn' | 'journal_ref' | 'urls' | 'notices'>,
): KnownState => ({
  version: paper.version,
  withdrawn: paper.withdrawn,
  published: paper.journal_ref !== null,
  code: paper.urls.code !== undefined,
  ...(paper.notices && { notices: paper.notices.map(noticeKey) }),
})

/** Tells notices apart that a reader has seen. A paper is retracted once, wherever its notice is; it can be corrected often. */
export const noticeKey = ({ kind, doi, url }: PaperNotice): string =>
  kind === 'concern' || kind === 'corrected' ? `${kind} ${url}` : `${kind} ${doi}`

/** Filter for the items on the reader's list, without removed ones and those that are shown as a part of another one. */
export const listed = (userId: string) => ({ user_id: userId, removed_at: null, joined_to: null })
