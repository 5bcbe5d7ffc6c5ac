import type { PaperKind, PaperNotice } from '../../contract/papers.ts'
import type { Folded, JoinedRecord } from '../../store/papers/joins.ts'
import { foldFacts } from './foldFacts.ts'

/** Sources whose PDF is linked, the best first. Others come after them. */
const PDF_SOURCES = ['arxiv', 'biorxiv', 'medrxiv', 'eprint']
/** Sources whose abstract is shown if the paper was seen first without one. */
const ABSTRACT_SOURCES = ['arxiv', 'biorxiv', 'medrxiv', 'eprint', 'pubmed', 'crossref']
const PUBLISHED = new Set<PaperKind | undefined>(['article', 'proceedings'])
const LENGTHS = { day: 10, month: 7, year: 4 }

/**
 * What a paper has from its other records and from other services, or loses: in place of these fields of `home`, the record
 * that was stored first. `disbelieved` are ids that it must not be linked to; `notices` are those about the paper. Null if
 * there is nothing to change.
 */
export function fold(
  home: JoinedRecord,
  others: readonly JoinedRecord[],
  disbelieved: ReadonlySet<string>,
  notices: readonly PaperNotice[] = [],
): Folded | null {
  const joined = foldRecords(home, others, disbelieved)
  const facts = foldFacts([home, ...others], { metrics: home.metrics, urls: home.urls, ...joined })
  if (joined === null && Object.keys(facts).length === 0 && notices.length === 0) return null
  return { ...joined, ...facts, ...(notices.length > 0 && { notices: [...notices] }) }
}

function foldRecords(
  home: JoinedRecord,
  others: readonly JoinedRecord[],
  disbelieved: ReadonlySet<string>,
): Folded | null {
  const records = [home, ...others.toSorted((one, other) => (one._id < other._id ? -1 : 1))]
  const ownDoi = home.doi !== null && home.source === 'arxiv' && disbelieved.has(`doi:${home.doi}`) ? null : home.doi
  if (others.length === 0) return ownDoi === home.doi ? null : { doi: null, urls: withoutDoi(home.urls) }
  const published = records.filter(({ kind }) => PUBLISHED.has(kind))
  // A feed says less of an article than the register of its DOI.
  const article = published.find(({ source }) => source !== 'feed') ?? published[0]
  const doi = article?.doi ?? ownDoi
  const withPdf = first(records, PDF_SOURCES, ({ urls }) => urls.pdf !== undefined)
  const withAbstract = chooseAbstract(home, records)
  const dated = records
    .filter(({ published_at }) => published_at !== null)
    .toSorted((one, other) => Number(one.published_at) - Number(other.published_at))[0]
  const primary = records.flatMap(({ primary_category }) => primary_category ?? [])[0] ?? null
  const codes = records.flatMap(({ categories }) => categories)
  const withdrawn = records.find((record) => record.withdrawn)
  const cited = [article, ...records].find((record) => record?.metrics.citations !== undefined)
  const venue = article?.venue ?? home.venue
  return {
    ...(article?.kind && { kind: article.kind }),
    doi,
    ...(venue && { venue: { ...venue, ...(article && dateOf(article)) } }),
    journal_ref: article?.journal_ref ?? records.find(({ journal_ref }) => journal_ref !== null)?.journal_ref ?? null,
    urls: {
      ...withoutDoi(home.urls),
      ...(withPdf?.urls.pdf && { pdf: withPdf.urls.pdf }),
      ...optional('html', records),
      ...optional('code', records),
      ...(article?.urls.doi ? { doi: article.urls.doi } : doi !== null && optional('doi', [home])),
    },
    // That of the PDF that is linked: licences of two records are never mixed.
    license: (withPdf ?? home).license,
    metrics: { ...home.metrics, ...cited?.metrics },
    categories: [...new Set([...(primary === null ? [] : [primary]), ...codes])],
    primary_category: primary,
    comment: records.find(({ comment }) => comment !== null)?.comment ?? null,
    published_at: dated?.published_at ?? null,
    published_precision: dated?.published_precision ?? null,
    ...(withAbstract && {
      abstract: withAbstract.abstract,
      abstract_segments: withAbstract.abstract_segments,
      abstract_from: withAbstract.abstract_from ?? null,
    }),
    ...(withdrawn && { withdrawn: true, ...(withdrawn.withdrawn_by && { withdrawn_by: withdrawn.withdrawn_by }) }),
    other_days: daysOf(others),
  }
}

const hasOwn = ({ abstract, abstract_from }: JoinedRecord) => abstract !== '' && abstract_from === undefined

/** The record whose abstract is shown instead of that of `home`: one of its source before one that a service gave. */
function chooseAbstract(home: JoinedRecord, records: readonly JoinedRecord[]): JoinedRecord | undefined {
  if (hasOwn(home)) return undefined
  const given = home.abstract === '' ? records.find(({ abstract }) => abstract !== '') : undefined
  return first(records, ABSTRACT_SOURCES, hasOwn) ?? given
}

/** The record of the best source that has what is wanted. */
function first(records: readonly JoinedRecord[], sources: readonly string[], has: (record: JoinedRecord) => boolean) {
  const rank = ({ source }: JoinedRecord) => (sources.includes(source) ? sources.indexOf(source) : sources.length)
  return records.filter(has).toSorted((one, other) => rank(one) - rank(other))[0]
}

const withoutDoi = (urls: JoinedRecord['urls']): JoinedRecord['urls'] => ({
  abs: urls.abs,
  ...optional('pdf', [{ urls }]),
  ...optional('html', [{ urls }]),
  ...optional('code', [{ urls }]),
})

function optional(name: 'pdf' | 'html' | 'code' | 'doi', records: readonly Pick<JoinedRecord, 'urls'>[]) {
  const found = records.find(({ urls }) => urls[name] !== undefined)?.urls[name]
  return found === undefined ? {} : { [name]: found }
}

const dateOf = ({ published_at, published_precision = 'day' }: JoinedRecord) =>
  published_at === null ? {} : { published_on: published_at.toISOString().slice(0, LENGTHS[published_precision]) }

/** The days on which other records were announced: deliveries of these may have shown the paper. */
const daysOf = (records: readonly JoinedRecord[]): string[] => [
  ...new Set(
    records.flatMap(({ announcements, former_days = [] }) => [...announcements.map(({ on }) => on), ...former_days]),
  ),
]
