import { parseArxivId } from './arxivId.ts'
import { parseDoi } from './doi.ts'
import { splitDoiVersion } from './doiVersions.ts'
import { decodeEscapes } from './percentEncoding.ts'

/** DOIs that authors and tests write where they have none, and those of a figure, a supplement or a review of a paper. */
const NO_WORK = /^10\.(?:0000|1234)\/|^10\.5555\/12345678$|\.s\d{3}$|\.g\d{3}$|^10\.\d+\/.*\/(?:review|decision)\d*$/

/** Forms of identifiers that are none of arXiv and no DOI, as text or as the address of the work's page. */
const FORMS: readonly [RegExp, (...parts: string[]) => string][] = [
  [
    /^(?:pmid:\s*|https?:\/\/(?:www\.)?(?:pubmed\.)?ncbi\.nlm\.nih\.gov\/(?:pubmed\/)?)0*([1-9]\d{0,8})\/?$/i,
    (id) => `pmid:${id}`,
  ],
  [/^(?:pmc:|https?:\/\/\S+\/)?\s*PMC0*(\d+)(?:\.\d+)?(?:\/(?:pdf\/\S*)?)?$/i, (id) => `pmc:${id}`],
  [/^pmc:0*(\d+)$/i, (id) => `pmc:${id}`],
  [
    /^(?:eprint:|https?:\/\/(?:www\.)?eprint\.iacr\.org\/(?:archive\/versions\/)?|Cryptology ePrint Archive,? Paper )((?:199|20\d)\d)\/0*([1-9]\d{0,4})(?:\.pdf|\/)?$/i,
    (year, number) => `eprint:${year}/${number}`,
  ],
  [/^(?:openreview:|https?:\/\/openreview\.net\/(?:forum|pdf)\?(?:[^#\s]*&)?id=)([\w-]+)/i, (id) => `openreview:${id}`],
  [
    /^(?:hal:|https?:\/\/[\w.-]*hal\.science\/)?((?:hal|tel|halshs|inria)-\d+)(?:v\d+)?$/i,
    (id) => `hal:${id.toLowerCase()}`,
  ],
  [
    /^(?:osf:|https?:\/\/osf\.io\/(?:preprints\/\w+\/)?)([a-z0-9]{5,})(?:_v\d+)?\/?$/i,
    (id) => `osf:${id.toLowerCase()}`,
  ],
  // The hash of the address of a page.
  [/^url:([\da-f]{24})$/, (hash) => `url:${hash}`],
  [/^(inspire|bibcode|dblp):(\S+)$/i, (scheme, id) => `${scheme.toLowerCase()}:${id}`],
]

/** In characters. No identifier of a work is as long; one text after the other is searched for its end. */
const LENGTH_MAX = 2_000

/**
 * Returns an identifier of a work in the one form that is compared: "arxiv:2609.90001", "doi:10.5555/a", "osf:ab3de",
 * without the version of a preprint. Null for any other text, and for ids that are never those of one work: placeholders,
 * figures, supplements, ids of services that merge and split works.
 */
export function canonicalWorkId(text: string): string | null {
  if (text.length > LENGTH_MAX) return null
  const bare = decodeEscapes(text.normalize('NFKC').trim()).replace(/^[<([\].,;"\s]+|[>)\].,;"\s]+$/g, '')
  const arxiv = parseArxivId(bare.replace(/\s*\[[\w.-]+$/, '').replace(/^abs\//i, ''))
  if (arxiv !== null) return `arxiv:${arxiv.id}`
  for (const [form, write] of FORMS) {
    const found = form.exec(bare)
    if (found) return write(...found.slice(1))
  }
  const inAddress = /^https?:\/\//i.test(bare) ? (/\b10\.\d{4,9}\/[^?#]+/.exec(bare)?.[0] ?? '') : bare
  const doi = parseDoi(inAddress)
  return doi === null || NO_WORK.test(doi) ? null : workIdOfDoi(doi)
}

/** The servers of OSF have DOIs with the id of OSF, DataCite's DOIs of arXiv that of arXiv. */
function workIdOfDoi(doi: string): string {
  const arxiv = parseArxivId(doi)
  if (arxiv !== null) return `arxiv:${arxiv.id}`
  const osf = /^10\.\d+\/osf\.io\/([a-z0-9]{5,})(?:_v\d+)?$/.exec(doi)?.[1]
  return osf === undefined ? `doi:${splitDoiVersion(doi).key}` : `osf:${osf}`
}

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
