import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ListedPaper, ListedPapers } from '../finders.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'
import { readListed, toListedPaper } from '../listedPapers.ts'
import { readMarkup } from '../markup.ts'
import { ExternalIds, idsOf, pageOf, PaperId } from './papers.ts'

const Listed = Type.Object({
  paperId: PaperId,
  externalIds: ExternalIds,
  url: Text,
  title: Text,
  authors: maybe(Type.Array(Type.Object({ name: Text }))),
  year: maybe(Type.Number()),
  venue: Text,
})
type Listed = Static<typeof Listed>

/** They are asked for, besides `paperId`, which is always sent. */
export const LISTED_FIELDS = Object.keys(Listed.properties)
  .filter((name) => name !== 'paperId')
  .join(',')

/** An answer without a paper has no list. */
const Answer = Type.Object({ total: Type.Integer({ minimum: 0 }), data: maybe(Type.Array(Type.Unknown())) })

/** Parses an answer of the search to words. Throws SyntaxError for anything else. */
export function parseScholarList(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): ListedPapers {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer) || (answer.data == null && answer.total > 0))
    throw new SyntaxError('it has no list of papers')
  return readListed(answer.data ?? [], answer.total, { schema: Listed, invalidUtf8, read: toPaper })
}

const toPaper = (item: Listed): ListedPaper =>
  toListedPaper({
    title: readMarkup(item.title ?? ''),
    authors: (item.authors ?? []).map(({ name }) => name),
    year: item.year,
    venue: item.venue,
    ids: idsOf(item),
    url: pageOf(item),
  })
