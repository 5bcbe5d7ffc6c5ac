import { t } from 'elysia'
import { Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

const strict = { additionalProperties: false }

/** Collections that a reader can choose. */
const CHOSEN_MAX = 200
const ObjectKey = t.String({ pattern: '^[A-Z0-9]{8}$', description: 'Key of a collection at Zotero.' })

/** Groups that a reader can choose. */
const GROUPS_MAX = 50

const NamedCollection = t.Object({ key: t.String(), name: t.String() })

/** What teaches the ranker: all of the library, the items of chosen collections, or nothing. */
export const ZOTERO_READING = ['library', 'collections', 'nothing'] as const
const Reading = oneOf(ZOTERO_READING)

export const ZoteroInput = t.Object(
  {
    key: t.Optional(
      t.String({
        minLength: 16,
        maxLength: 128,
        pattern: '^[A-Za-z0-9]+$',
        description: 'A key of zotero.org. Absent: the saved one. It is never returned.',
      }),
    ),
    read: Reading,
    collections: t.Array(ObjectKey, {
      maxItems: CHOSEN_MAX,
      uniqueItems: true,
      description: 'For `read` "collections": those whose items are read.',
    }),
    groups: t.Optional(
      t.Array(t.Integer({ minimum: 1 }), {
        maxItems: GROUPS_MAX,
        uniqueItems: true,
        description: 'Groups whose libraries teach, too. Absent: those that are saved. Nothing is written to a group.',
      }),
    ),
    to_list: t.Boolean({ description: 'Whether the papers that are read are put on the reading list.' }),
    push_to: t.Nullable(ObjectKey, { description: 'The collection that gets papers saved from now on; null: none.' }),
    push_notes: t.Boolean({ description: 'Whether notes are sent with them.' }),
  },
  strict,
)
export type ZoteroInput = typeof ZoteroInput.static

/** A connected library, without its key. */
export const ZoteroConnection = t.Object({
  username: t.String(),
  key_end: t.String({ description: 'The last four characters of the key.' }),
  can_write: t.Boolean(),
  read: Reading,
  collections: t.Array(NamedCollection),
  groups: t.Array(
    t.Object({
      id: t.Integer(),
      name: t.String(),
      problem: t.Nullable(t.String({ description: 'Why it is not read. What it has taught stays.' })),
      failing_since: t.Nullable(Instant),
    }),
  ),
  to_list: t.Boolean(),
  push_to: t.Nullable(NamedCollection),
  push_notes: t.Boolean(),
  last: t.Nullable(
    t.Object({
      at: Instant,
      outcome: oneOf(['done', 'failed']),
      sentence: t.String({ description: 'What happened: "41 papers read from Zotero."' }),
    }),
  ),
  failing_since: t.Nullable(Instant, { description: 'When the first of the failures in a row was; null: it works.' }),
  needs_key: t.Boolean({ description: 'Zotero refuses the key: nothing is read or sent until there is a new one.' }),
  progress: t.Nullable(
    t.Object({ done: t.Integer(), total: t.Nullable(t.Integer()), step: t.String() }, { description: 'Null at rest.' }),
  ),
  counts: t.Object({
    papers: t.Integer({ description: 'Items whose paper is in the library.' }),
    waiting: t.Integer({ description: 'Items whose paper is still to be looked up.' }),
    problems: t.Integer({ description: 'Items that were not recognised, or that Zotero refused.' }),
    sent: t.Integer({ description: 'Saved papers that are in Zotero.' }),
    questions: t.Integer(),
  }),
})
export type ZoteroConnection = typeof ZoteroConnection.static
export const ZoteroState = t.Object({ connection: t.Nullable(ZoteroConnection) })
export type ZoteroState = typeof ZoteroState.static

export const ZoteroTest = t.Object({
  ok: t.Boolean(),
  message: t.String({ description: 'Whose library it is and what the key may do, or why it cannot be used.' }),
  items: t.Nullable(t.Integer()),
  can_write: t.Boolean(),
  can_write_notes: t.Boolean(),
  collections: t.Array(
    t.Object({ key: t.String(), name: t.String({ description: 'With those that it is in: "Reading / Lanterns".' }) }),
  ),
  can_read_groups: t.Boolean(),
  groups: t.Array(t.Object({ id: t.Integer(), name: t.String() }), {
    description: 'Groups whose libraries the key may read.',
  }),
})
export type ZoteroTest = typeof ZoteroTest.static

export const ZoteroSync = t.Object({ queued: t.Boolean({ description: 'False while one is under way.' }) })

export const ZoteroPageQuery = t.Object(skipAndLimit(20))
export type ZoteroPageQuery = typeof ZoteroPageQuery.static

/** An item that was not recognised, waits to be looked up, or was refused by Zotero. */
export const ZoteroProblem = t.Object({ key: t.String(), title: t.String(), reason: t.String() })
export type ZoteroProblem = typeof ZoteroProblem.static
export const ZoteroProblems = listOf(ZoteroProblem)

/** A difference between the two sides that only the reader can decide about. */
export const ZOTERO_QUESTIONS = ['removed-in-zotero', 'removed-here', 'notes-apart'] as const
export const ZoteroQuestion = t.Object({
  key: t.String({ description: 'Key of the item at Zotero.' }),
  kind: oneOf(ZOTERO_QUESTIONS),
  title: t.String(),
  since: Instant,
})
export type ZoteroQuestion = typeof ZoteroQuestion.static
export const ZoteroQuestions = listOf(ZoteroQuestion)

export const ZoteroAnswer = t.Object(
  {
    kind: oneOf(ZOTERO_QUESTIONS),
    answer: oneOf(['keep', 'remove'], {
      description:
        'Keep it where it is, or remove it there too: from the reading list, or from the collection of Zotero, where ' +
        'the item itself stays.',
    }),
  },
  strict,
)
export type ZoteroAnswer = typeof ZoteroAnswer.static
