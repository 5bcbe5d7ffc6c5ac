import { model, Schema } from 'mongoose'
import { PAPER_KINDS } from '../../contract/papers.ts'
import type { Facts } from '../../sources/enriching.ts'
import type { PaperContent } from './paperMerge.ts'

/** What a paper has from its other records in place of its own: these fields replace those that are stored. */
export interface Folded extends Partial<
  Pick<
    PaperContent,
    | 'kind'
    | 'doi'
    | 'venue'
    | 'journal_ref'
    | 'urls'
    | 'license'
    | 'metrics'
    | 'categories'
    | 'primary_category'
    | 'comment'
    | 'published_at'
    | 'abstract'
    | 'abstract_segments'
    | 'withdrawn'
    | 'withdrawn_by'
    | 'summary'
    | 'facts_from'
    | 'notices'
  >
> {
  /** Null for an abstract of a source of the paper. */
  abstract_from?: PaperContent['abstract_from'] | null
  /** Null for an instant. */
  published_precision?: PaperContent['published_precision'] | null
  /** Days on which the other records were announced: deliveries of these may have shown the paper. */
  other_days?: string[]
}

/** What a service that does not announce it knows about a paper. */
export interface StoredFacts extends Omit<Facts, 'abstract'> {
  /** Of the service. */
  name: string
  at: Date
}

/** A stored paper. */
export interface PaperRecord extends PaperContent {
  _id: string
  /** Ids of the product's categories that it belongs to: canonical codes, shared categories and topics. */
  category_ids: string[]
  content_hash: string
  /** The full fetch of the library in which it was last seen. */
  generation: number
  /** Number of its last change, increasing over all papers. Followers query for higher numbers than their last one. */
  seq: number
  stored_at: Date
  /** When it was assigned to categories; null before that. */
  processed_at: Date | null
  /** The embedding model that encoded this content; null before that. */
  embedded_by?: string | null
  /** The claim of the process that encodes it now, in the database server's time. */
  embedding_claim?: { by: string; expires_at: Date }
  /** What it may have in common with another record of the same paper. Absent until it is processed. */
  join_keys?: string[]
  /** The paper that this is another record of. Readers are shown that one. */
  joined_into?: string
  /** All records of the paper, this one included, in the order of their ids; absent while there is one. */
  record_ids?: string[]
  /** By the id of the service. */
  enriched?: Record<string, StoredFacts>
  /** Only of the record that a paper is shown by. */
  folded?: Folded
}

/** Names are compared without regard to case and accents. */
export const NAME_COLLATION = { locale: 'en', strength: 1 }

const { Mixed } = Schema.Types
const text = { type: String, default: null }
const schema = new Schema<PaperRecord>(
  {
    _id: { type: String, required: true },
    source: { type: String, required: true },
    source_id: { type: String, required: true },
    version: { type: Number, default: null },
    kind: { type: String, enum: PAPER_KINDS },
    title: { type: String, required: true },
    abstract: { type: String, default: '' },
    abstract_from: { type: Mixed as never, default: undefined },
    title_segments: { type: [Mixed] as never, required: true },
    abstract_segments: { type: [Mixed] as never, required: true },
    authors: { type: [Mixed] as never, required: true },
    categories: { type: [String], required: true },
    category_ids: { type: [String], required: true },
    primary_category: text,
    published_at: { type: Date, default: null },
    published_precision: { type: String, enum: ['day', 'month', 'year'] as const },
    updated_at: { type: Date, default: null },
    announced_on: text,
    announce_type: text,
    urls: { type: Mixed as never, required: true },
    doi: text,
    comment: text,
    venue: { type: Mixed as never, default: undefined },
    journal_ref: text,
    license: text,
    withdrawn: { type: Boolean, required: true },
    withdrawn_by: { type: String, enum: ['authors', 'administrators'] as const },
    metrics: { type: Mixed as never, required: true },
    announcements: { type: [Mixed] as never, required: true },
    former_days: { type: [String], default: undefined },
    public_by: text,
    versions: { type: [Mixed] as never, required: true },
    ids: { type: [String], default: undefined },
    links: { type: [Mixed] as never, default: undefined },
    first_title: { type: Mixed as never, default: undefined },
    source_interface: { type: String, required: true },
    content_hash: { type: String, required: true },
    generation: { type: Number, required: true },
    seq: { type: Number, required: true },
    sample: { type: Boolean, required: true },
    stored_at: { type: Date, required: true },
    processed_at: { type: Date, default: null },
    embedded_by: text,
    embedding_claim: { type: Mixed as never, default: undefined },
    join_keys: { type: [String], default: undefined },
    joined_into: String,
    record_ids: { type: [String], default: undefined },
    enriched: { type: Mixed as never, default: undefined },
    folded: { type: Mixed as never, default: undefined },
  },
  {
    collection: 'papers',
    shardKey: { _id: 'hashed' },
    strict: 'throw',
    autoIndex: false,
    versionKey: false,
    minimize: false,
  },
)
// Not unique: the numbers are taken from a counter, and a cluster can check only what begins with the shard key.
schema.index({ seq: 1 }, { name: 'order' })
schema.index({ 'announcements.on': 1 }, { name: 'announced' })
schema.index({ former_days: 1 }, { name: 'former', sparse: true })
schema.index({ source: 1, updated_at: 1 }, { name: 'updated' })
schema.index({ announced_on: -1, announce_type: 1, _id: 1 }, { name: 'days' })
schema.index({ category_ids: 1, announced_on: -1, _id: -1 }, { name: 'categories' })
schema.index({ announce_type: 1, _id: 1 }, { name: 'numbers' })
schema.index({ stored_at: -1, _id: -1 }, { name: 'stored' })
schema.index({ processed_at: 1, seq: 1 }, { name: 'unprocessed', partialFilterExpression: { processed_at: null } })
schema.index({ embedded_by: 1, seq: -1 }, { name: 'embedded' })
schema.index({ sample: 1 }, { name: 'samples', partialFilterExpression: { sample: true } })
schema.index({ join_keys: 1 }, { name: 'join_keys' })
schema.index({ record_ids: 1 }, { name: 'records', sparse: true })
// The few of a day that have other records, for each page of readers to whom the day is delivered.
schema.index(
  { 'announcements.on': 1 },
  { name: 'announced_joined', partialFilterExpression: { record_ids: { $exists: true } } },
)
schema.index({ 'folded.notices.doi': 1 }, { name: 'noticed', sparse: true })
schema.index({ doi: 1 }, { name: 'doi', sparse: true })
schema.index({ ids: 1 }, { name: 'ids', sparse: true })
// Papers by an author of this name, to tell persons of one name apart.
schema.index({ 'authors.name': 1, seq: -1 }, { name: 'authors', collation: NAME_COLLATION })

/** Used in api/store only. */
export const Papers = model('Paper', schema)
