import { canonicalWorkId } from '../../text/workIds.ts'

/** What a record is, for joining. "notice" is a retraction or correction, "post" a page that is no paper. */
export type RecordKind =
  | 'preprint'
  | 'article'
  | 'proceedings'
  | 'chapter'
  | 'report'
  | 'thesis'
  | 'review'
  | 'notice'
  | 'post'
  | 'other'

/** How a link was declared, the surest first. */
export type LinkedBy = 'source' | 'publisher' | 'author' | 'third'
export type LinkType = 'preprint-of' | 'has-preprint' | 'version-of' | 'same-as'

/** One record as far as joining looks at it. */
export interface JoinRecord {
  /** The id it is stored under, which is one of its own ids. */
  id: string
  source: string
  kind: RecordKind
  /** Every identifier of this work in canonical form. */
  own_ids: readonly string[]
  /** `to` is an identifier in canonical form. */
  links: readonly { type: LinkType; to: string; by: LinkedBy }[]
  title: string
  abstract: string
  /** Names of the authors. */
  authors: readonly string[]
  /** When it was published; null if that is not known. */
  published_at: Date | null
  /** Absent for an instant. */
  published_precision?: 'day' | 'month' | 'year' | undefined
}

/** Where a record is published: a preprint of one server is not another preprint of it. */
export function serverOf({ id }: Pick<JoinRecord, 'id'>): string {
  const [scheme = '', rest = ''] = id.split(/:(.*)/s)
  if (scheme !== 'doi') return scheme
  const registrant = rest.split('/')[0] ?? ''
  // bioRxiv and medRxiv changed theirs.
  return registrant === '10.64898' ? '10.1101' : registrant
}

/** The canonical ids among `texts`, each once and in their order; other texts are dropped. */
export const canonicalIds = (texts: readonly (string | null | undefined)[]): string[] =>
  [...new Set(texts.flatMap((text) => (text == null ? [] : (canonicalWorkId(text) ?? []))))].toSorted()

/** Whether a record never joins another: it is about a paper, or no paper. */
export const staysAlone = ({ kind }: Pick<JoinRecord, 'kind'>): boolean =>
  kind === 'notice' || kind === 'other' || kind === 'review'

const isPublished = ({ kind }: JoinRecord) => kind === 'article' || kind === 'proceedings'

/** Whether one is a preprint and the other is published. */
export const arePreprintAndArticle = (a: JoinRecord, b: JoinRecord): boolean =>
  (a.kind === 'preprint' && isPublished(b)) || (b.kind === 'preprint' && isPublished(a))

/** The ids of which a paper has at most one each, by their kind: arXiv, ePrint, PubMed, the DOI of an article. */
export function uniqueIdsOf(record: JoinRecord): Record<'arxiv' | 'eprint' | 'pmid' | 'article', string[]> {
  const of = (scheme: string) => record.own_ids.filter((id) => id.startsWith(`${scheme}:`))
  return {
    arxiv: of('arxiv'),
    eprint: of('eprint'),
    pmid: record.kind === 'article' ? of('pmid') : [],
    article: isPublished(record) ? of('doi') : [],
  }
}
