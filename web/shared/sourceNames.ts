/** Names of the sources of papers by their ids. */
export const sourceNames: Readonly<Record<string, string>> = { arxiv: 'arXiv', crossref: 'Crossref' }

/**
 * The name of the source that can be asked for a paper, by its id or the address of a page about it; undefined when there
 * is none.
 */
export function lookUpNameOf(ref: string): string | undefined {
  if (/^(?:arxiv:.|(?:doi:)?10\.48550\/arxiv|https?:\/\/([\w-]+\.)*arxiv\.org\/)/i.test(ref))
    return sourceNames['arxiv']
  return /^(?:doi:|https?:\/\/.*\b)10\.\d{4,9}(?:\/|%2f)/i.test(ref) ? sourceNames['crossref'] : undefined
}
