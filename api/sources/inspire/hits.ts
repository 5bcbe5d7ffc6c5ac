import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readEntries, type FactEntry } from '../factEntries.ts'
import { toCount, toWorkId } from '../factValues.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'
import { checkIsWhole, type SearchPage } from '../termSearch.ts'

/** The fields of a record that are read. Others, and absent ones, are fine. */
export const Metadata = Type.Object({
  control_number: Type.Integer({ minimum: 1 }),
  arxiv_eprints: maybe(Type.Array(Type.Object({ value: Text }))),
  /** Of the article, and of errata and other material about it. */
  dois: maybe(Type.Array(Type.Object({ value: Text, material: Text }))),
  citation_count: maybe(Type.Number()),
})
/** They are asked for, and no others. */
export const FIELDS = Object.keys(Metadata.properties).join(',')

const Hit = Type.Object({ metadata: Metadata })
type Hit = Static<typeof Hit>

export const Answer = Type.Object({
  hits: Type.Object({ total: Type.Integer({ minimum: 0 }), hits: Type.Array(Type.Unknown()) }),
})

/** Parses an answer of the search. A record that cannot be used is returned with the reason. Throws SyntaxError for anything else. */
export function parseInspire(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): SearchPage {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of records')
  const { hits, total } = answer.hits
  const size = { count: hits.length, total }
  checkIsWhole(size)
  return { ...readEntries(hits, { schema: Hit, invalidUtf8, read: toEntry }), ...size }
}

function toEntry({ metadata }: Hit): FactEntry {
  const citations = toCount(metadata.citation_count)
  return {
    ids: idsOf(metadata),
    facts: { url: pageOf(metadata), ...(citations !== undefined && { citations }) },
  }
}

/** The ids of arXiv and of the article, in canonical form. */
export function idsOf({ arxiv_eprints, dois }: Pick<Static<typeof Metadata>, 'arxiv_eprints' | 'dois'>): string[] {
  const eprints = (arxiv_eprints ?? []).map(({ value }) => toWorkId(`arxiv:${value}`))
  const articles = (dois ?? []).filter(({ material }) => material === 'publication')
  const ids = [...eprints, ...articles.map(({ value }) => toWorkId(value))]
  return [...new Set(ids.filter((id) => id !== undefined))]
}

export const pageOf = ({ control_number }: Pick<Static<typeof Metadata>, 'control_number'>): string =>
  `https://inspirehep.net/literature/${control_number}`
