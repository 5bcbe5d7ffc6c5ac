/** Pages of works, by what their canonical ids begin with. */
const PAGES: Readonly<Record<string, string>> = {
  arxiv: 'https://arxiv.org/abs/',
  doi: 'https://doi.org/',
  pmid: 'https://pubmed.ncbi.nlm.nih.gov/',
}

/** The public page of a work by its canonical id, "arxiv:2609.90001"; null for an id without one that is known here. */
export function linkOfWork(id: string): string | null {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.+)$/s.exec(id) ?? []
  const page = PAGES[scheme]
  // The slashes of a DOI and of an old arXiv id are parts of the path.
  return page === undefined ? null : page + rest.split('/').map(encodeURIComponent).join('/')
}
