import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseDoi } from '../../text/doi.ts'
import { splitDoiVersion } from '../../text/doiVersions.ts'
import type { Facts } from '../enriching.ts'
import { limitLinks, readEntries, type FactEntry } from '../factEntries.ts'
import { toAbstract, toCount, toWorkId } from '../factValues.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'
import { checkIsWhole, type SearchPage } from '../termSearch.ts'

/** In characters. */
const ERROR_MAX = 80
/** The links between a preprint and its article. All other corrections and comments are about another work. */
const LINK_TYPES = new Map<string, NonNullable<Facts['links']>[number]['type']>([
  ['Preprint of', 'preprint-of'],
  ['Preprint in', 'has-preprint'],
])
/** By collection: the identifiers that are those of other services, too. */
const PREFIXES = new Map([
  ['MED', 'pmid:'],
  ['PMC', 'pmc:'],
])

/** The fields of a record that are read. Others, and absent ones, are fine. */
export const Result = Type.Object({
  id: Type.String({ pattern: '^[\\w.:-]{1,40}$' }),
  /** The collection that it is in: "MED", "PMC", "PPR". */
  source: Type.String({ pattern: '^[A-Z]{2,5}$' }),
  doi: Text,
  pmid: Text,
  pmcid: Text,
  abstractText: Text,
  citedByCount: maybe(Type.Number()),
  /** Of a preprint, each version of which is a record. */
  versionNumber: maybe(Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,4}$' })])),
  commentCorrectionList: maybe(Type.Object({ commentCorrection: maybe(Type.Array(Type.Unknown())) })),
})
type Result = Static<typeof Result>

const Correction = Type.Object({ id: Type.String(), source: Type.String(), type: Type.String() })

export const Answer = Type.Object({
  hitCount: Type.Integer({ minimum: 0 }),
  resultList: Type.Object({ result: Type.Array(Type.Unknown()) }),
})
const Failed = Type.Object({ errCode: Type.Union([Type.Number(), Type.String()]), errMsg: Text })

/**
 * Parses an answer of the search with `resultType=core`. Of the versions of a preprint the newest comes first. A record
 * that cannot be used is returned with the reason. Throws SyntaxError for anything else.
 */
export function parseEuropepmc(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): SearchPage {
  const answer = parseJson(body)
  if (Value.Check(Failed, answer))
    throw new SyntaxError(`it says “${(answer.errMsg ?? String(answer.errCode)).slice(0, ERROR_MAX)}”`)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of records')
  const items = answer.resultList.result
  const size = { count: items.length, total: answer.hitCount }
  checkIsWhole(size)
  return { ...readEntries(inOrder(items), { schema: Result, invalidUtf8, read: toEntry }), ...size }
}

/** The newest version first, then what is from PubMed. The order of the answer decides nothing. */
const inOrder = (items: readonly unknown[]): unknown[] =>
  items
    .map((item) => ({ item, ...rankOf(item) }))
    .toSorted((a, b) => b.version - a.version || b.fromPubmed - a.fromPubmed || (a.id < b.id ? -1 : 1))
    .map(({ item }) => item)

const rankOf = (item: unknown) =>
  Value.Check(Result, item)
    ? { version: Number(item.versionNumber ?? 0), fromPubmed: Number(item.source === 'MED'), id: item.id }
    : { version: 0, fromPubmed: 0, id: '' }

function toEntry(item: Result): FactEntry {
  const abstract = toAbstract(item.abstractText)
  const citations = toCount(item.citedByCount)
  const links = linksIn(item)
  return {
    ids: idsOf(item),
    facts: {
      url: pageOf(item),
      ...(abstract !== undefined && { abstract }),
      ...(citations !== undefined && { citations }),
      ...(links.length > 0 && { links }),
    },
  }
}

export const pageOf = ({ id, source }: Pick<Result, 'id' | 'source'>): string =>
  `https://europepmc.org/article/${source}/${id}`

/** A DOI of the servers of OSF is that of a paper of Crossref, and an id of OSF for other sources. */
export function idsOf({
  id,
  source,
  doi,
  pmid,
  pmcid,
}: Pick<Result, 'id' | 'source' | 'doi' | 'pmid' | 'pmcid'>): string[] {
  const work = toWorkId(doi)
  const parsed = work === undefined ? null : parseDoi(doi ?? '')
  const ids = [
    parsed === null ? undefined : `doi:${splitDoiVersion(parsed).key}`,
    work,
    toWorkId(`pmid:${pmid}`),
    toWorkId(`pmc:${pmcid}`),
    idIn(source, id),
  ]
  return [...new Set(ids.filter((one) => one !== undefined))]
}

function idIn(source: string, id: string): string | undefined {
  const prefix = PREFIXES.get(source)
  return prefix === undefined ? undefined : toWorkId(prefix + id)
}

function linksIn({ commentCorrectionList }: Result): NonNullable<Facts['links']> {
  const links = (commentCorrectionList?.commentCorrection ?? []).flatMap((one) => {
    if (!Value.Check(Correction, one)) return []
    const type = LINK_TYPES.get(one.type)
    const to = idIn(one.source, one.id)
    return type === undefined || to === undefined ? [] : [{ type, to }]
  })
  return limitLinks(links)
}
