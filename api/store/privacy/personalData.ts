import type { mongo } from 'mongoose'
import { escapePattern } from '../databaseValues.ts'
import { toDelivery, type StoredDelivery } from '../readers/deliveryModel.ts'
import type { Owner } from '../readers/erasures.ts'

type Filter = mongo.Filter<mongo.Document>

/** What a collection has about a reader, and what an export and an erasure do with it. */
export interface PersonalCollection {
  collection: string
  /** Matches what it has about the reader. */
  of(owner: Owner): Filter
  /** Name of its part of the export; null: it is not exported, or in readable form by `exportAccount`. */
  part: string | null
  /** Name of the exported `_id`. Without it, the id is left out. */
  idName?: string
  /** The exported form of a document that is stored in another one. */
  readable?(document: mongo.Document): mongo.Document
  /** Fields that the export leaves out, besides ids: secrets, what concerns other people, and internal state. */
  hidden?: readonly string[]
  /** "delete": the documents are deleted. "rewrite": `rewrites.ts` removes the reader from documents that stay. */
  erasure: 'delete' | 'rewrite'
}

const byUser = ({ user_id }: Owner): Filter => ({ user_id })
const byId = ({ user_id }: Owner): Filter => ({ _id: user_id as never })

/** Matches the id and the addresses of the reader in a text, but not addresses that only contain one. */
export const namesOf = ({ user_id, addresses }: Owner, flags = 'i') =>
  new RegExp(`(?<![\\w.+%'-])(${[user_id, ...addresses].map(escapePattern).join('|')})(?![\\w-]|\\.\\w)`, flags)

/** The texts of a job's log that name the reader. */
export const logNames = (owner: Owner) =>
  ['log.lines.progress.step', 'log.lines.error', 'log.problems.message', 'log.problems.subjects'].map((field) => ({
    [field]: namesOf(owner),
  }))

/**
 * Every collection with something about readers. The account is first: nothing can begin for a reader without one.
 * A test has the others, and fails for a collection that is in neither list.
 */
export const PERSONAL: readonly PersonalCollection[] = [
  { collection: 'users', of: byId, part: 'profile', idName: 'id', erasure: 'delete' },
  { collection: 'sessions', of: byUser, part: 'terminals', erasure: 'delete' },
  { collection: 'device_requests', of: byUser, part: 'terminal_sign_ins', hidden: ['user_code'], erasure: 'delete' },
  {
    collection: 'personal_tokens',
    of: byUser,
    part: 'personal_tokens',
    idName: 'id',
    hidden: ['hash', 'slot'],
    erasure: 'delete',
  },
  // That there is one is exported; its addresses and tokens are secrets.
  {
    collection: 'targets',
    of: byUser,
    part: 'connections',
    hidden: ['sealed', 'revision', 'last_four'],
    erasure: 'delete',
  },
  { collection: 'ereaders', of: byId, part: 'ereader', hidden: ['test', 'revision'], erasure: 'delete' },
  {
    collection: 'feed_keys',
    of: byUser,
    part: 'feeds',
    hidden: ['key', 'slot'],
    erasure: 'delete',
  },
  {
    collection: 'jobs',
    of: (owner) => ({
      $or: [
        { requested_by: owner.user_id },
        { 'input.user_id': owner.user_id },
        { 'input.save_for': owner.user_id },
        { 'progress.step': namesOf(owner) },
        { error: namesOf(owner) },
        ...logNames(owner),
      ],
    }),
    part: 'jobs',
    // `save_for` has other readers, too. An admin's job may name another reader in these fields.
    hidden: [
      'input',
      'dedupe_key',
      'checkpoint',
      'lease',
      'fence',
      'open',
      'requested_by',
      'progress',
      'error',
      'log',
      'parent',
    ],
    erasure: 'rewrite',
  },
  {
    collection: 'outbox',
    of: byUser,
    part: 'mails',
    hidden: ['fence', 'claim', 'sender', 'lease_until', 'job_id', 'resent_by'],
    erasure: 'delete',
  },
  {
    collection: 'suppressions',
    of: ({ addresses }) => ({ _id: { $in: addresses as never } }),
    part: 'refused_addresses',
    idName: 'address',
    erasure: 'delete',
  },
  {
    collection: 'reading_list',
    of: byUser,
    part: 'reading_list',
    hidden: ['title_key', 'changed_at', 'before_join', 'as_joined'],
    erasure: 'delete',
  },
  { collection: 'interactions', of: byUser, part: 'actions', erasure: 'delete' },
  {
    collection: 'deliveries',
    of: byUser,
    part: 'deliveries',
    readable: (document) => toDelivery(document as unknown as StoredDelivery),
    hidden: ['revision'],
    erasure: 'delete',
  },
  { collection: 'tastes', of: byId, part: null, erasure: 'delete' },
  { collection: 'taste_seeds', of: byUser, part: 'taste_start', erasure: 'delete' },
  {
    collection: 'questions',
    of: byUser,
    part: 'questions',
    idName: 'id',
    hidden: ['text_key', 'slot'],
    erasure: 'delete',
  },
  { collection: 'question_examples', of: byUser, part: 'question_judgements', erasure: 'delete' },
  { collection: 'question_days', of: byUser, part: 'question_answers', hidden: ['revision'], erasure: 'delete' },
  { collection: 'people', of: byUser, part: 'followed_people', erasure: 'delete' },
  { collection: 'people_judgements', of: byUser, part: 'people_judgements', hidden: ['name_key'], erasure: 'delete' },
  { collection: 'list_imports', of: byUser, part: 'imports', hidden: ['job_id'], erasure: 'delete' },
  {
    collection: 'zotero_libraries',
    of: byId,
    part: 'zotero',
    hidden: ['connection_id', 'sealed_key', 'zotero_user', 'compared_at', 'due_at'],
    erasure: 'delete',
  },
  {
    collection: 'zotero_items',
    of: byUser,
    part: 'zotero_items',
    hidden: ['title_key', 'author_key', 'wanted', 'link'],
    erasure: 'delete',
  },
  { collection: 'order_outcomes', of: byUser, part: 'compared_orders', erasure: 'delete' },
  {
    collection: 'categories',
    of: ({ user_id }) => ({ owner_id: user_id }),
    part: 'topics',
    idName: 'id',
    hidden: ['owner_id', 'name_key', 'position'],
    erasure: 'delete',
  },
  {
    collection: 'papers',
    of: ({ topic_ids }) => ({ category_ids: { $in: topic_ids } }),
    part: null,
    erasure: 'rewrite',
  },
  {
    collection: 'audit',
    of: (owner) => ({
      $or: [
        { by: owner.user_id },
        { target: namesOf(owner) },
        { details: namesOf(owner) },
        { _id: namesOf(owner) as never },
      ],
    }),
    part: 'admin_log',
    hidden: ['by', 'by_email', 'target', 'details'],
    erasure: 'rewrite',
  },
  // The reply of a mail server may repeat an address.
  { collection: 'mail_refusals', of: (owner) => ({ reason: namesOf(owner) }), part: null, erasure: 'delete' },
  { collection: 'settings', of: ({ user_id }) => ({ updated_by: user_id }), part: null, erasure: 'rewrite' },
]
