import { isOfCrossref, nameOfServer } from './preprintServers.ts'

/** Names of the sources of papers by their ids. */
export const sourceNames: Readonly<Record<string, string>> = {
  arxiv: 'arXiv',
  crossref: 'Crossref',
  pubmed: 'PubMed',
  feed: 'Feeds',
  openreview: 'OpenReview',
}

/** The name of a source other than arXiv. */
const nameOfOther = (source: string): string | undefined =>
  source === 'arxiv' ? undefined : (sourceNames[source] ?? nameOfServer(source))
const announcingOf = (categoryId: string): string | undefined =>
  nameOfOther(isOfCrossref(categoryId) ? 'crossref' : categoryId.split('.')[0]!)
/** Categories of arXiv, as "cs.LG", "hep-th", "cond-mat.mes-hall"; the ids of searches have digits. */
const isOfArxiv = (id: string): boolean => announcingOf(id) === undefined && /^[a-z-]+(\.[A-Za-z-]+)?$/.test(id)

/** Whether a source has a day for each day of the week: preprint servers, Crossref, PubMed, OpenReview and feeds, unlike arXiv. */
export const announcesDaily = (source: string): boolean => nameOfOther(source) !== undefined

/** Whether papers of these categories are announced at weekends, too: not those of arXiv alone. */
export const followsDaily = (categoryIds: readonly string[]): boolean =>
  categoryIds.some((id) => announcingOf(id) !== undefined)

/** Names of the sources that announce papers of these categories and searches, each once; arXiv without any. */
export function announcingNames(categoryIds: readonly string[]): string[] {
  const others = new Set(categoryIds.flatMap((id) => announcingOf(id) ?? []))
  return others.size === 0 || categoryIds.some(isOfArxiv) ? ['arXiv', ...others] : [...others]
}

/** The host of the page that is read to find out which paper it is about; undefined for an id, or an address with one in it. */
export const pageHostOf = (ref: string): string | undefined =>
  nameOfIdSource(ref) === undefined && /^https?:\/\//i.test(ref) && URL.canParse(ref)
    ? new URL(ref).hostname
    : undefined

/**
 * What can be asked for a paper, by its id or the address of a page about it: the name of a source, or the page; undefined
 * when there is nothing.
 */
export function lookUpNameOf(ref: string): string | undefined {
  const host = pageHostOf(ref)
  return host === undefined ? nameOfIdSource(ref) : `the page at ${host}`
}

function nameOfIdSource(ref: string): string | undefined {
  if (/^(?:arxiv:.|(?:doi:)?10\.48550\/arxiv|https?:\/\/([\w-]+\.)*arxiv\.org\/)/i.test(ref))
    return sourceNames['arxiv']
  if (/^(?:pmid:\s*|https?:\/\/(?:www\.)?pubmed\.ncbi\.nlm\.nih\.gov\/)\d{1,9}\/?$/i.test(ref))
    return sourceNames['pubmed']
  if (/^(?:pmc:\d|PMC\d{4}|https?:\/\/.*\/PMC\d+(?:\.\d+)?\/?$)/i.test(ref)) return sourceNames['pubmed']
  if (/^(?:eprint:|https?:\/\/(?:www\.)?eprint\.iacr\.org\/(?:\w+\/)*)\d{4}\/\d/i.test(ref))
    return nameOfServer('eprint')
  if (/^(?:openreview:|https?:\/\/openreview\.net\/(?:forum|pdf)\?(?:[^#\s]*&)?id=)[\w-]+/i.test(ref))
    return sourceNames['openreview']
  return /^(?:doi:|https?:\/\/.*\b)10\.\d{4,9}(?:\/|%2f)/i.test(ref) ? sourceNames['crossref'] : undefined
}
