import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AskedPaper, Facts, FactsPage } from '../enriching.ts'
import { toAbstract, toCount, toSecureAddress, toWorkId } from '../factValues.ts'
import { maybe, MaybeText as Text, parseJson, readEntry } from '../jsonRecords.ts'

/** Of an abstract, in characters. A shorter text is a teaser, a longer one a page with its navigation. */
const ABSTRACT_MIN = 200
const ABSTRACT_MAX = 6_000
/** Share of letters below which a text is a table or a list of references. */
const LETTERS_MIN = 0.6

/** The fields of a work that are read. Others, and absent ones, are fine. */
const Work = Type.Object({
  id: Type.String({ pattern: '^https://openalex\\.org/W\\d{1,15}$' }),
  doi: Text,
  ids: maybe(Type.Object({ doi: Text, pmid: Text })),
  cited_by_count: maybe(Type.Integer()),
  best_oa_location: maybe(Type.Object({ pdf_url: Text })),
  open_access: maybe(Type.Object({ oa_url: Text })),
  locations: maybe(Type.Array(Type.Object({ landing_page_url: Text }))),
  /** By word the positions where it is. */
  abstract_inverted_index: maybe(
    Type.Record(Type.String({ pattern: '^[^]*$' }), Type.Array(Type.Integer({ minimum: 0 }))),
  ),
})
type Work = Static<typeof Work>

/** What is asked for of each work. */
export const SELECTED = Object.keys(Work.properties).join(',')

const List = Type.Object({
  meta: Type.Object({ count: Type.Integer({ minimum: 0 }) }),
  results: Type.Array(Type.Unknown()),
})
const Single = Type.Object({ id: Type.String() })
const WithDoi = Type.Object({ doi: Text })

/** The facts of an answer. */
export interface WorksPage extends FactsPage {
  /** Ids of the works of the answer, in canonical form, also of those that could not be read. */
  named: string[]
}

/**
 * Parses a list of works, or the answer with a single one (`isSingle`), and finds the papers that they are about. A work that
 * cannot be used is returned with the reason, in an answer with a single one also a work of none of the papers. Throws SyntaxError
 * for anything else, and for a list that has not all of its works. `max`: works of one list at most.
 */
export function parseWorks(
  body: string,
  {
    papers,
    isSingle = false,
    max = Infinity,
    invalidUtf8 = false,
  }: { papers: readonly AskedPaper[]; isSingle?: boolean; max?: number; invalidUtf8?: boolean },
): WorksPage {
  const items = itemsOf(parseJson(body), isSingle, max)
  const owners = Map.groupBy(
    papers.flatMap(({ id, ids }) => ids.map((one) => ({ id, one }))),
    ({ one }) => one,
  )
  const page: WorksPage = { facts: new Map(), rejected: [], named: [] }
  for (const item of items) {
    if (Value.Check(WithDoi, item)) page.named.push(...canonical([item.doi]))
    const entry = readEntry(item, {
      schema: Work,
      invalidUtf8,
      read(work) {
        const ids = idsOf(work, isSingle)
        const asked = ids.flatMap((id) => owners.get(id) ?? []).map(({ id }) => id)
        if (isSingle && asked.length === 0) throw new Error('it is about another work')
        return { ids, asked, facts: toFacts(work) }
      },
    })
    if (!('value' in entry)) {
      page.rejected.push(entry)
      continue
    }
    const { ids, asked, facts } = entry.value
    page.named.push(...ids)
    for (const id of asked) {
      // Of several records of a paper the one with an abstract.
      const other = page.facts.get(id)
      if (other === undefined || (other.abstract === undefined && facts.abstract !== undefined))
        page.facts.set(id, facts)
    }
  }
  return page
}

function itemsOf(answer: unknown, isSingle: boolean, max: number): readonly unknown[] {
  if (isSingle) {
    if (!Value.Check(Single, answer)) throw new SyntaxError('it is no work')
    return [answer]
  }
  if (!Value.Check(List, answer)) throw new SyntaxError('it is no list of works')
  const { meta, results } = answer
  if (results.length > max) throw new SyntaxError(`it has ${results.length} works where ${max} is the most`)
  if (results.length < Math.min(meta.count, max))
    throw new SyntaxError(`it has ${results.length} works of ${meta.count}`)
  return results
}

/**
 * The ids of a work. A preprint that was merged into its article has the ids of the article, and is one of its locations: that is
 * enough for a work that was asked for by the DOI of the preprint alone.
 */
const idsOf = ({ doi, ids, locations }: Work, isSingle: boolean): string[] =>
  canonical([
    doi,
    ids?.doi,
    ids?.pmid,
    ...(isSingle ? (locations ?? []).map(({ landing_page_url }) => landing_page_url) : []),
  ])

const canonical = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => toWorkId(text) ?? [])),
]

function toFacts(work: Work): Facts {
  const abstract = abstractOf(work.abstract_inverted_index ?? {})
  const citations = toCount(work.cited_by_count)
  const pdf = [work.best_oa_location?.pdf_url, work.open_access?.oa_url]
    .map(toSecureAddress)
    .find((address) => address !== undefined && /\.pdf$/i.test(new URL(address).pathname))
  return {
    url: work.id,
    ...(abstract !== null && { abstract }),
    ...(citations !== undefined && { citations }),
    ...(pdf !== undefined && { pdf_url: pdf }),
  }
}

/** The words in the order of their positions, which may have gaps. Null for a text that is no abstract. */
function abstractOf(index: Readonly<Record<string, readonly number[]>>): string | null {
  const count = Object.values(index).reduce((sum, positions) => sum + positions.length, 0)
  if (count > ABSTRACT_MAX) return null
  const words = Object.entries(index).flatMap(([word, positions]) => positions.map((at) => ({ word, at })))
  const text = toAbstract(
    words
      .toSorted((one, other) => one.at - other.at)
      .map(({ word }) => word)
      .join(' '),
  )
  if (text === undefined || text.length < ABSTRACT_MIN || text.length > ABSTRACT_MAX) return null
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters >= LETTERS_MIN * text.length ? text : null
}
