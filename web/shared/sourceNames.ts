import { nameOfServer } from './preprintServers.ts'

/** Names of the sources of papers by their ids. */
export const sourceNames: Readonly<Record<string, string>> = { arxiv: 'arXiv', crossref: 'Crossref' }

const serverOf = (categoryId: string): string | undefined => nameOfServer(categoryId.split('.')[0]!)
/** Categories of arXiv, as "cs.LG", "hep-th", "cond-mat.mes-hall"; the ids of searches have digits. */
const isOfArxiv = (id: string): boolean => serverOf(id) === undefined && /^[a-z-]+(\.[A-Za-z-]+)?$/.test(id)

/** Whether they have subjects of preprint servers, which announce papers at weekends, too. */
export const followsServer = (categoryIds: readonly string[]): boolean =>
  categoryIds.some((id) => serverOf(id) !== undefined)

/** Names of the sources that announce papers of these categories and searches, each once; arXiv without any. */
export function announcingNames(categoryIds: readonly string[]): string[] {
  const servers = new Set(categoryIds.flatMap((id) => serverOf(id) ?? []))
  return servers.size === 0 || categoryIds.some(isOfArxiv) ? ['arXiv', ...servers] : [...servers]
}

/**
 * The name of the source that can be asked for a paper, by its id or the address of a page about it; undefined when there
 * is none.
 */
export function lookUpNameOf(ref: string): string | undefined {
  if (/^(?:arxiv:.|(?:doi:)?10\.48550\/arxiv|https?:\/\/([\w-]+\.)*arxiv\.org\/)/i.test(ref))
    return sourceNames['arxiv']
  return /^(?:doi:|https?:\/\/.*\b)10\.\d{4,9}(?:\/|%2f)/i.test(ref) ? sourceNames['crossref'] : undefined
}
