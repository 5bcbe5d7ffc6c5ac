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
