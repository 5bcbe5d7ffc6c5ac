/**
 * Path of a paper's page: "/paper/arxiv:2611.90001". A slash in the id stays a slash; those of an address do not, because
 * two in a row would become one.
 */
export const paperPath = (id: string): string =>
  /^https?:/i.test(id)
    ? `/paper/${encodeURIComponent(id)}`
    : `/paper/${id
        .split('/')
        .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
        .join('/')}`

/** The id, DOI or address in the path of a paper's page. An id without a source is one of arXiv's; it may have a version. */
export function paperIdAt(path: string): string {
  if (/^https?:\/\//i.test(path)) return path
  const ref = path.replace(/\/+$/, '')
  if (/^PMC\d{4,}$/i.test(ref)) return `pmc:${ref.slice('PMC'.length)}`
  if (/^(?:199\d|20\d{2})\/\d{3,5}$/.test(ref)) return `eprint:${ref}`
  if (/^10\.\d{4,}\//.test(ref)) return `doi:${ref}`
  return /^(?!arxiv:)[a-z]+:/i.test(ref) ? ref : `arxiv:${ref.replace(/^arxiv:/i, '').replace(/v\d+$/, '')}`
}

/** Copies the address of a paper's page. */
export const copyPaperLink = (id: string): Promise<void> =>
  navigator.clipboard.writeText(`${location.origin}${paperPath(id)}`)
