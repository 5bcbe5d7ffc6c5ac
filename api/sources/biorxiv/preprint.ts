import { Type, type Static } from '@sinclair/typebox'
import { maybe, MaybeText } from '../jsonRecords.ts'

/** A number, which the API writes as a text in some places and not in others. */
const NumberText = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,9}$' })])

/** The fields of a row that are read: one version of a preprint. Others, and absent ones, are fine. */
export const Preprint = Type.Object({
  doi: Type.String({ pattern: '^10\\.\\d{4,9}/\\S' }),
  /** The day on which this version was posted, Eastern. */
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  version: NumberText,
  title: Type.String(),
  /** "Surname, I.; Surname, I." */
  authors: MaybeText,
  author_corresponding: MaybeText,
  author_corresponding_institution: MaybeText,
  type: MaybeText,
  license: MaybeText,
  category: MaybeText,
  abstract: MaybeText,
  /** DOI of the article of a journal. */
  published: MaybeText,
  server: MaybeText,
})
export type Preprint = Static<typeof Preprint>

/** An answer, before its rows are checked. An empty one has no counts. */
export const Answer = Type.Object({
  messages: Type.Array(
    Type.Object({ status: MaybeText, cursor: maybe(Type.Unknown()), total: maybe(Type.Unknown()) }),
    { minItems: 1 },
  ),
  collection: Type.Array(Type.Unknown()),
})

/** The value of a count of an answer; null if it has none that can be read. */
export const toCount = (value: unknown): number | null => (/^\d{1,9}$/.test(String(value)) ? Number(value) : null)
