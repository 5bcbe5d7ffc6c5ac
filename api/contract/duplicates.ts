import { t } from 'elysia'
import { DUPLICATES_LIMIT_DEFAULT, JOINED_RECORDS_MAX, REASON_MAX } from './limits.ts'
import { Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

const strict = { additionalProperties: false }
const RecordId = t.String({ minLength: 1, maxLength: 300 })

/** A record, as far as it takes to see whether it is of the same paper as another. */
export const RecordOutline = t.Object({
  id: t.String(),
  source: t.String(),
  title: t.String(),
  authors: t.Array(t.String(), { description: 'The first five.' }),
  published_at: t.Nullable(Instant),
  url: t.String(),
})
export type RecordOutline = typeof RecordOutline.static

/** Two records that were joined, or whose link was not believed. */
export const DuplicateRow = t.Object({
  id: t.String(),
  kind: oneOf(['merge', 'suspect']),
  at: Instant,
  rule: t.String({ description: 'Why they may be one paper.' }),
  rank: t.Integer({ description: '0 decided by an admin, 1 the same id, to 5, the same content.' }),
  link: t.Nullable(t.String({ description: 'The common id, or the one that a record names.' })),
  title_similarity: t.Number({ description: 'The share of the words of both titles that are in both.' }),
  families: t.Array(t.String(), { description: 'Family names that are in both, folded.' }),
  records: t.Array(RecordOutline, { description: 'Both, of those that are stored; for a merge the paper first.' }),
  by: t.Nullable(oneOf(['system', 'admin'])),
  undone_at: t.Nullable(Instant),
})
export type DuplicateRow = typeof DuplicateRow.static
export const DuplicateList = listOf(DuplicateRow)
export const DuplicatesQuery = t.Object({
  kind: t.Optional(
    oneOf(['merge', 'suspect'], {
      default: 'suspect',
      description: 'Records that were joined, or links that were not believed.',
    }),
  ),
  ...skipAndLimit(DUPLICATES_LIMIT_DEFAULT),
})
export type DuplicatesQuery = typeof DuplicatesQuery.static

export const JoinInput = t.Object(
  { ids: t.Array(RecordId, { minItems: 2, maxItems: JOINED_RECORDS_MAX, uniqueItems: true }) },
  strict,
)
export const PartInput = t.Object(
  {
    id: RecordId,
    record_ids: t.Array(RecordId, {
      minItems: 1,
      maxItems: JOINED_RECORDS_MAX,
      uniqueItems: true,
      description: 'Records of the paper, or other ones, that are not of the same paper as its other records.',
    }),
    reason: t.String({ minLength: 1, maxLength: REASON_MAX, description: 'For the audit log.' }),
  },
  strict,
)
export type PartInput = typeof PartInput.static

/** The papers that records are of. */
export const PapersOfRecords = t.Object({
  papers: t.Array(t.Object({ id: t.String(), record_ids: t.Array(t.String()) }), { maxItems: 2 * JOINED_RECORDS_MAX }),
})
export type PapersOfRecords = typeof PapersOfRecords.static
