import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readEntries, type FactEntry } from '../factEntries.ts'
import { toCount, toWorkId } from '../factValues.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'
import { checkIsWhole, type SearchPage } from '../termSearch.ts'

/** The fields of a record that are read. Others, and absent ones, are fine. */
export const Doc = Type.Object({
  /** The 19 characters of a bibcode: "2026JIV.....3...11Q". */
  bibcode: Type.String({ pattern: '^\\d{4}[^\\s/?#]{15}$' }),
  /** DOIs, ids of arXiv and bibcodes of the preprint and of the article. */
  identifier: maybe(Type.Array(Text)),
  citation_count: maybe(Type.Number()),
})
type Doc = Static<typeof Doc>

/** They are asked for, and no others. */
export const FIELDS = Object.keys(Doc.properties).join(',')

const Answer = Type.Object({
  /** Solr says so when it ran out of time: `numFound` counts only what it found until then. */
  responseHeader: maybe(Type.Object({ partialResults: Type.Optional(Type.Unknown()) })),
  response: Type.Object({ numFound: Type.Integer({ minimum: 0 }), docs: Type.Array(Type.Unknown()) }),
})

/** Parses an answer of the search. A record that cannot be used is returned with the reason. Throws SyntaxError for anything else. */
export function parseAds(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): SearchPage {
  const { docs, numFound } = readResponse(body)
  const size = { count: docs.length, total: numFound }
  checkIsWhole(size)
  return { ...readEntries(docs, { schema: Doc, invalidUtf8, read: toEntry }), ...size }
}

/** The records of an answer of the search, and how many it found. Throws SyntaxError for anything else, and for a part of them. */
export function readResponse(body: string): Static<typeof Answer>['response'] {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of records')
  if (String(answer.responseHeader?.partialResults) === 'true')
    throw new SyntaxError('it has only a part of the records')
  return answer.response
}

function toEntry({ bibcode, identifier, citation_count }: Doc): FactEntry {
  const citations = toCount(citation_count)
  return {
    ids: idsOf({ identifier }),
    facts: { url: pageOf({ bibcode }), ...(citations !== undefined && { citations }) },
  }
}

/** The ids of arXiv and the DOIs, in canonical form. */
export function idsOf({ identifier }: Pick<Doc, 'identifier'>): string[] {
  // The DOI that DataCite gives a paper of arXiv is its id of arXiv in canonical form.
  const ids = (identifier ?? []).filter((one) => /^(?:arxiv:|10\.)/i.test(one ?? '')).map(toWorkId)
  return [...new Set(ids.filter((id) => id !== undefined))]
}

export const pageOf = ({ bibcode }: Pick<Doc, 'bibcode'>): string =>
  `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(bibcode)}/abstract`
