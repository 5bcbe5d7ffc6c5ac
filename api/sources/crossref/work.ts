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
  'published-online': PartialDate,
  posted: PartialDate,
  published: PartialDate,
  issued: PartialDate,
  'container-title': Texts,
  institution: maybe(Type.Union([Type.Object({ name: Text }), Type.Array(Type.Object({ name: Text }))])),
  publisher: Text,
  volume: Text,
  issue: Text,
  page: Text,
  'article-number': Text,
  license: maybe(Type.Array(Type.Object({ URL: Text, 'content-version': Text }))),
  link: maybe(Type.Array(Type.Object({ URL: Text, 'content-type': Text, 'intended-application': Text }))),
  'is-referenced-by-count': maybe(Type.Integer()),
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

/** Why a request was not accepted. */
export const Refusal = Type.Object({
  message: Type.Array(Type.Object({ message: Type.String() }), { minItems: 1 }),
})

/** Fields of a list: references, which are most of a record, are left out. Crossref refuses `institution` here. */
export const SELECTED = Object.keys(Work.properties)
  .filter((name) => name !== 'institution')
  .join(',')
