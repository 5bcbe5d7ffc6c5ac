import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ListedPaper, ListedPapers } from '../finders.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'
import { readListed, toListedPaper } from '../listedPapers.ts'
import { readMarkup } from '../markup.ts'
import { Answer, idsOf, pageOf, Result } from './results.ts'

const Listed = Type.Composite([
  Type.Pick(Result, ['id', 'source', 'doi', 'pmid', 'pmcid']),
  Type.Object({
    title: Text,
    /** "Quillfeather M, Odinsson T." */
    authorString: Text,
    pubYear: maybe(Type.Union([Type.Number(), Type.String()])),
    journalInfo: maybe(Type.Object({ journal: maybe(Type.Object({ title: Text })) })),
    bookOrReportDetails: maybe(Type.Object({ publisher: Text })),
  }),
])
type Listed = Static<typeof Listed>

/**
 * Parses an answer of the search to words, with `resultType=core`. Throws SyntaxError for anything else, without the
 * message of the service, which may repeat the words.
 */
export function parseEuropepmcList(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): ListedPapers {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of records')
  return readListed(answer.resultList.result, answer.hitCount, { schema: Listed, invalidUtf8, read: toPaper })
}

const toPaper = (item: Listed): ListedPaper =>
  toListedPaper({
    title: readMarkup(item.title ?? '').replace(/\.$/, ''),
    authors: (item.authorString ?? '').replace(/\.$/, '').split(/,\s*/).filter(Boolean),
    year: item.pubYear,
    venue: item.journalInfo?.journal?.title ?? item.bookOrReportDetails?.publisher,
    ids: idsOf(item),
    url: pageOf(item),
  })
