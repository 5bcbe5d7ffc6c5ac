import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ListedPaper, ListedPapers } from '../finders.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'
import { givenFirst, readListed, toListedPaper } from '../listedPapers.ts'
import { readMarkup } from '../markup.ts'
import { Answer, idsOf, Metadata, pageOf } from './hits.ts'

const Hit = Type.Object({
  metadata: Type.Composite([
    Type.Pick(Metadata, ['control_number', 'arxiv_eprints', 'dois']),
    Type.Object({
      titles: maybe(Type.Array(Type.Object({ title: Text, source: Text }))),
      authors: maybe(Type.Array(Type.Object({ full_name: Text }))),
      publication_info: maybe(
        Type.Array(Type.Object({ journal_title: Text, year: maybe(Type.Union([Type.Number(), Type.String()])) })),
      ),
      earliest_date: Text,
    }),
  ]),
})
type Hit = Static<typeof Hit>

/** They are asked for, and no others: of thousands of authors the names alone. */
export const LISTED_FIELDS = 'control_number,arxiv_eprints,dois,titles,authors.full_name,publication_info,earliest_date'

/** Parses an answer of the search to words. Throws SyntaxError for anything else. */
export function parseInspireList(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): ListedPapers {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of records')
  const { hits, total } = answer.hits
  return readListed(hits, total, { schema: Hit, invalidUtf8, read: toPaper })
}

function toPaper({ metadata }: Hit): ListedPaper {
  const { titles, authors, publication_info, earliest_date } = metadata
  const own = titles?.find(({ source }) => source === 'arXiv') ?? titles?.[0]
  const published = publication_info?.find(({ journal_title }) => journal_title)
  return toListedPaper({
    title: readMarkup(own?.title ?? ''),
    authors: (authors ?? []).map(({ full_name }) => givenFirst(full_name)),
    year: published?.year ?? earliest_date?.slice(0, 4),
    venue: published?.journal_title,
    ids: idsOf(metadata),
    url: pageOf(metadata),
  })
}
