import { t } from 'elysia'
import {
  CITING_LIMIT_DEFAULT,
  FOUND_BY,
  NOTE_MAX,
  READING_LIST_LIMIT_DEFAULT,
  SEARCH_QUERY_MAX,
  SELECTION_MAX,
  TAG_MAX,
  TAGS_MAX,
  WATCH_LIMIT_DEFAULT,
} from './limits.ts'
import { completeListOf, Day, Instant, listOf, skipAndLimit } from './lists.ts'
import { NOTICE_AUTHORS, NOTICE_KINDS, Paper } from './papers.ts'
import { oneOf, plainLine } from './stringSchemas.ts'

export const READING_STATUSES = ['to_read', 'reading', 'done'] as const
export const ReadingStatus = oneOf(READING_STATUSES)
export type ReadingStatus = (typeof READING_STATUSES)[number]

const FoundByWord = oneOf(FOUND_BY, {
  description:
    'How the caller found the paper: on a card of a day, in a mail or a feed, by a search, by looking up an id or a link, among ' +
    'related papers, on its page, in a file or in Zotero, or by an assistant. The weekly review tells by it what the order missed.',
})

/** New papers that cite a saved one. */
export const CitedSince = t.Object(
  {
    papers: t.Integer({ minimum: 1 }),
    newest_on: t.String({ format: 'date', description: 'The day of the newest of them.' }),
    is_lower_bound: t.Optional(
      t.Boolean({ description: 'True if the paper has more citations than the source lists.' }),
    ),
  },
  {
    description:
      'New papers that cite it, published on the day on which it was saved or later. Missing without any, and if no source ' +
      'of citations was on since.',
  },
)
export type CitedSince = typeof CitedSince.static

export const Item = t.Object({
  id: t.String(),
  paper: Paper,
  status: ReadingStatus,
  notes: t.String(),
  tags: t.Array(t.String()),
  version: t.Integer({ description: 'Incremented on each change. Send the last known value with an update.' }),
  added_at: Instant,
  updated_at: Instant,
  newer_version: t.Optional(
    t.Integer({ description: 'Current version of the paper, if it is newer than the saved one.' }),
  ),
  saved_version: t.Optional(t.Integer({ description: 'With `newer_version`: the version that was saved.' })),
  withdrawn: t.Boolean(),
  cited_since: t.Optional(CitedSince),
  found_by: t.Optional(FoundByWord),
})
export type Item = typeof Item.static

/** Equal without case and accents, they are one tag; the spelling that the list has is kept. */
const Tags = t.Array(plainLine(TAG_MAX), { maxItems: TAGS_MAX, uniqueItems: true })

export const ItemInput = t.Object(
  {
    paper_id: t.String({ minLength: 1, maxLength: 200 }),
    notes: t.Optional(t.String({ maxLength: NOTE_MAX })),
    status: t.Optional(ReadingStatus),
    tags: t.Optional(Tags),
    found_by: t.Optional(FoundByWord),
  },
  { additionalProperties: false },
)
export type ItemInput = typeof ItemInput.static

export const ItemChanges = t.Object(
  {
    version: t.Integer({ minimum: 1, description: 'The `version` of the item that this change is based on.' }),
    notes: t.Optional(t.String({ maxLength: NOTE_MAX })),
    status: t.Optional(ReadingStatus),
    tags: t.Optional(Tags),
  },
  { additionalProperties: false },
)
export type ItemChanges = typeof ItemChanges.static

/** Which items of the list, and in which order. */
export const readingFilter = {
  status: t.Optional(ReadingStatus),
  q: t.Optional(
    t.String({ maxLength: SEARCH_QUERY_MAX, description: 'Words to find in title, authors, note or tags.' }),
  ),
  tag: t.Optional(t.String({ maxLength: TAG_MAX, description: 'In any spelling.' })),
  with_note: t.Optional(t.Boolean()),
  sort: t.Optional(
    oneOf(['added', 'oldest', 'published', 'title', 'updated'], {
      default: 'added',
      description: 'The newest first; "oldest" is the one that was added first.',
    }),
  ),
}
export const ReadingFilter = t.Object(readingFilter)
export type ReadingFilter = typeof ReadingFilter.static

export const ReadingListQuery = t.Object({ ...skipAndLimit(READING_LIST_LIMIT_DEFAULT), ...readingFilter })
export type ReadingListQuery = typeof ReadingListQuery.static

export const ReadingCounts = t.Object({ to_read: t.Integer(), reading: t.Integer(), done: t.Integer() })
export type ReadingCounts = typeof ReadingCounts.static

export const ReadingList = t.Composite([listOf(Item), t.Object({ counts: ReadingCounts })])
export type ReadingList = typeof ReadingList.static

/** The tags on the caller's list with the number of items, the most used first. */
export const TagList = completeListOf(t.Object({ tag: t.String(), count: t.Integer() }))
export type TagList = typeof TagList.static

/** Ids of items of the list. `total` may be larger than their number. */
export const ItemIds = completeListOf(t.String())
export type ItemIds = typeof ItemIds.static

export const SelectedIds = t.Array(t.String({ minLength: 1, maxLength: 80 }), { minItems: 1, maxItems: SELECTION_MAX })

/** One change of several items. */
export const SelectionChange = t.Object(
  {
    ids: SelectedIds,
    status: t.Optional(ReadingStatus),
    add_tag: t.Optional(t.String({ minLength: 1, maxLength: TAG_MAX })),
    remove_tag: t.Optional(t.String({ minLength: 1, maxLength: TAG_MAX })),
    removed: t.Optional(t.Boolean({ description: 'True removes them, false restores those that were removed.' })),
  },
  // The ids and one change.
  { additionalProperties: false, minProperties: 2, maxProperties: 2 },
)
export type SelectionChange = typeof SelectionChange.static

/** The items that a change has changed, with their status before it. */
export const ChangedItems = completeListOf(t.Object({ id: t.String(), status: ReadingStatus }))
export type ChangedItems = typeof ChangedItems.static

/** A new paper that cites a saved one. */
export const CitingPaper = t.Object({
  title: t.String({ description: 'Plain text.' }),
  paper_id: t.Nullable(t.String({ description: 'Null if it is not in the library.' })),
  url: t.String({ description: 'Its page at arXiv, its publisher, PubMed or the source.' }),
  published_on: t.Nullable(Day, {
    description: 'The day on which it was first seen, if that of its publication is not known.',
  }),
})
export type CitingPaper = typeof CitingPaper.static
export const CitingQuery = t.Object(skipAndLimit(CITING_LIMIT_DEFAULT))
/** `total_is_lower_bound` if the source lists only a part of the citations. */
export const CitingList = t.Composite([
  listOf(CitingPaper),
  t.Object({
    since: Day,
    asked_at: t.Nullable(Instant, { description: 'When the source was last asked; null before the first time.' }),
    source: t.Object({ name: t.String(), url: t.String() }),
  }),
])
export type CitingList = typeof CitingList.static

/** Something that happened to a paper of the reading list after it was published. */
export const WatchRow = t.Object({
  paper_id: t.String(),
  title: t.String({ description: 'Plain text; formulas as TeX between dollar signs.' }),
  kind: oneOf([...NOTICE_KINDS, 'published', 'licence', 'cited']),
  doi: t.Nullable(t.String({ description: 'The record that a notice concerns.' })),
  by: t.Array(oneOf([...NOTICE_AUTHORS, 'authors', 'administrators']), {
    description: 'Who says so; empty if that is not known.',
  }),
  reason: t.Nullable(t.String()),
  noticed_on: t.Nullable(t.String({ description: 'The day of the notice; for an article as much as is known of it.' })),
  known_on: t.Nullable(Day, { description: 'Since when this library knows of it, in UTC.' }),
  url: t.String(),
})
export type WatchRow = typeof WatchRow.static
export const WatchQuery = t.Object(skipAndLimit(WATCH_LIMIT_DEFAULT))
export const WatchList = listOf(WatchRow)
export type WatchList = typeof WatchList.static
