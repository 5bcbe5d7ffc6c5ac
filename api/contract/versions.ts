import { t } from 'elysia'
import { VERSION_MAX } from './limits.ts'
import { Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { Segment } from './papers.ts'

export const ChangesQuery = t.Object({
  from: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: VERSION_MAX,
      description: 'The older version. By default the one that the caller saw last, else the one before `to`.',
    }),
  ),
  to: t.Optional(
    t.Integer({ minimum: 1, maximum: VERSION_MAX, description: 'The newer version. By default the newest one.' }),
  ),
})
export type ChangesQuery = typeof ChangesQuery.static

export const ChangePart = t.Object({
  op: oneOf(['same', 'added', 'removed', 'moved'], {
    description:
      '"moved": a whole sentence, author or category that was at another place. It is at its new place alone.',
  }),
  segments: t.Array(Segment),
  number: t.Optional(
    t.Boolean({
      description: 'A number that replaces another one: a part that was removed, then the one that was added.',
    }),
  ),
})
export type ChangePart = typeof ChangePart.static

export const CHANGED_FIELDS = [
  'title',
  'abstract',
  'authors',
  'comment',
  'journal_ref',
  'categories',
  'license',
] as const
export type ChangedField = (typeof CHANGED_FIELDS)[number]

export const FieldChange = t.Object({
  field: oneOf(CHANGED_FIELDS),
  kind: oneOf(['text', 'list'], {
    description:
      '"text": the parts that are not "removed" are the text of the newer version. "list": each part is one author, ' +
      'category or licence.',
  }),
  parts: t.Array(ChangePart),
})
export type FieldChange = typeof FieldChange.static

/** What changed from one version of a paper to another one. */
export const PaperChanges = t.Object({
  from: t.Integer(),
  to: t.Integer(),
  from_at: t.Nullable(Instant, { description: 'When `from` was submitted.' }),
  to_at: t.Nullable(Instant),
  summary: t.String({ description: 'One sentence: "The title and 3 sentences of the abstract changed."' }),
  withdrawn: t.Boolean({
    description: 'Whether `to` withdraws the paper. Its title and abstract are not compared then.',
  }),
  fields: t.Array(FieldChange, {
    description: 'The fields that read differently; empty when nothing that is read changed.',
  }),
})
export type PaperChanges = typeof PaperChanges.static

/** A version that is not kept is being asked for at its source. */
export const VersionWaiting = t.Object({
  source: t.String({ description: 'What is asked: "arXiv".' }),
  version: t.Integer(),
  retry_after: t.Integer({ minimum: 1, description: 'Seconds until it is worth asking again.' }),
})
export type VersionWaiting = typeof VersionWaiting.static
