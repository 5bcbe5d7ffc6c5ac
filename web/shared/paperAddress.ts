/** Path of a paper's page: "/paper/arxiv:2611.90001". A slash in the id stays a slash. */
export const paperPath = (id: string): string =>
  `/paper/${id
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/')}`

/** The id in the path of a paper's page. An id without a source is one of arXiv's; it may have a version. */
export const paperIdAt = (path: string): string => (/^[a-z]+:/.test(path) ? path : `arxiv:${path.replace(/v\d+$/, '')}`)

/** Copies the address of a paper's page. */
export const copyPaperLink = (id: string): Promise<void> =>
  navigator.clipboard.writeText(`${location.origin}${paperPath(id)}`)
