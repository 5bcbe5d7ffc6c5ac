import { Type, type Static } from '@sinclair/typebox'
import type { ListedPaper, ListedPapers } from '../finders.ts'
import { maybe, MaybeText as Text } from '../jsonRecords.ts'
import { givenFirst, readListed, toListedPaper } from '../listedPapers.ts'
import { readMarkup } from '../markup.ts'
import { Doc, idsOf, pageOf, readResponse } from './records.ts'

const Listed = Type.Composite([
  Type.Pick(Doc, ['bibcode', 'identifier']),
  Type.Object({
    title: maybe(Type.Array(Text)),
    author: maybe(Type.Array(Text)),
    /** "2026-09-00" */
    pubdate: Text,
    pub: Text,
  }),
])
type Listed = Static<typeof Listed>

/** They are asked for, and no others. */
export const LISTED_FIELDS = Object.keys(Listed.properties).join(',')

/** Parses an answer of the search to words. Throws SyntaxError for anything else. */
export function parseAdsList(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): ListedPapers {
  const { docs, numFound } = readResponse(body)
  return readListed(docs, numFound, { schema: Listed, invalidUtf8, read: toPaper })
}

const toPaper = ({ bibcode, identifier, title, author, pubdate, pub }: Listed): ListedPaper =>
  toListedPaper({
    title: readMarkup(title?.[0] ?? ''),
    authors: (author ?? []).map(givenFirst),
    year: pubdate?.slice(0, 4),
    venue: pub,
    ids: idsOf({ identifier }),
    url: pageOf({ bibcode }),
  })
