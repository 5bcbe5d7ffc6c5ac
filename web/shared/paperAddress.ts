/** Path of a paper's page: "/paper/arxiv:2611.90001". A slash in the id stays a slash. */
export const paperPath = (id: string): string =>
  `/paper/${id
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/')}`

/** The id, DOI or address in the path of a paper's page. An id without a source is one of arXiv's; it may have a version. */
export function paperIdAt(path: string): string {
  const ref = path.replace(/\/+$/, '')
  if (/^10\.\d{4,}\//.test(ref)) return `doi:${ref}`
  return /^(?!arxiv:)[a-z]+:/i.test(ref) ? ref : `arxiv:${ref.replace(/^arxiv:/i, '').replace(/v\d+$/, '')}`
}

/** Copies the address of a paper's page. */
export const copyPaperLink = (id: string): Promise<void> =>
  navigator.clipboard.writeText(`${location.origin}${paperPath(id)}`)
