import { Type, type Static } from '@sinclair/typebox'
import { maybe, MaybeText as Text } from '../jsonRecords.ts'

/** A list with gaps, or its only entry. */
const Texts = maybe(Type.Union([Type.String(), Type.Array(Type.Union([Type.String(), Type.Null()]))]))

/** `[[2026, 9, 21]]`; the day or the month may be missing, and `[[null]]` is no date. */
const PartialDate = maybe(
  Type.Object({
    'date-parts': maybe(
      Type.Array(Type.Array(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,4}$' }), Type.Null()]))),
    ),
  }),
)
export type PartialDate = Static<typeof PartialDate>

/** `date-time` is in UTC: "2026-09-21T05:11:09Z". */
const Moment = maybe(Type.Object({ 'date-time': maybe(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' })) }))

const Contributor = Type.Object({
  given: Text,
  family: Text,
  suffix: Text,
  name: Text,
  ORCID: Text,
  affiliation: maybe(Type.Array(Type.Object({ name: Text }))),
})
export type Contributor = Static<typeof Contributor>

/** The fields of a record of Crossref that are read. Others, and absent ones, are fine. */
export const Work = Type.Object({
  DOI: Type.String({ pattern: '^10\\.\\d{4,9}/\\S' }),
  type: Text,
  title: Texts,
  subtitle: Texts,
  abstract: Text,
  author: maybe(Type.Array(Contributor)),
  created: Moment,
  deposited: Moment,
  'published-online': PartialDate,
  posted: PartialDate,
  published: PartialDate,
  issued: PartialDate,
  'container-title': Texts,
  ISSN: maybe(Type.Array(Text)),
  institution: maybe(Type.Union([Type.Object({ name: Text }), Type.Array(Type.Object({ name: Text }))])),
  publisher: Text,
  /** The subject of a preprint at its server. */
  'group-title': Text,
  volume: Text,
  issue: Text,
  page: Text,
  'article-number': Text,
  license: maybe(Type.Array(Type.Object({ URL: Text, 'content-version': Text }))),
  link: maybe(Type.Array(Type.Object({ URL: Text, 'content-type': Text, 'intended-application': Text }))),
  relation: Type.Optional(Type.Unknown()),
  'is-referenced-by-count': maybe(Type.Integer()),
  /** What a notice of a retraction or a correction is about. */
  'update-to': maybe(Type.Array(Type.Unknown())),
})
export type Work = Static<typeof Work>

/** An answer with one record or a list of them, before its records are checked. */
export const Answer = Type.Union([
  Type.Object({ 'message-type': Type.Literal('work'), message: Type.Record(Type.String(), Type.Unknown()) }),
  Type.Object({
    'message-type': Type.Literal('work-list'),
    message: Type.Object({ items: Type.Array(Type.Unknown()) }),
  }),
])

/** One page of a list that is read with a cursor. */
export const ListPage = Type.Object({
  'message-type': Type.Literal('work-list'),
  message: Type.Object({
    items: Type.Array(Type.Unknown()),
    'total-results': Type.Integer({ minimum: 0 }),
    'next-cursor': maybe(Type.String()),
  }),
})

export const JournalEntry = Type.Object({
  title: Type.String(),
  publisher: Text,
  ISSN: Type.Array(Type.String()),
  counts: maybe(Type.Object({ 'current-dois': maybe(Type.Number()), 'total-dois': maybe(Type.Number()) })),
  breakdowns: maybe(
    Type.Object({ 'dois-by-issued-year': maybe(Type.Array(Type.Tuple([Type.Number(), Type.Number()]))) }),
  ),
  coverage: maybe(Type.Object({ 'abstracts-current': maybe(Type.Number()) })),
})
export type JournalEntry = Static<typeof JournalEntry>

/** A journal, or a list of them whose entries may have any form. */
export const JournalAnswer = Type.Union([
  Type.Object({ 'message-type': Type.Literal('journal'), message: JournalEntry }),
  Type.Object({
    'message-type': Type.Literal('journal-list'),
    message: Type.Object({ items: Type.Array(Type.Unknown()) }),
  }),
])

/** Why a request was not accepted. */
export const Refusal = Type.Object({
  message: Type.Array(Type.Object({ message: Type.String() }), { minItems: 1 }),
})

/** Fields of a list: references, which are most of a record, are left out. Crossref refuses `institution` here. */
export const SELECTED = Object.keys(Work.properties)
  .filter((name) => name !== 'institution')
  .join(',')
