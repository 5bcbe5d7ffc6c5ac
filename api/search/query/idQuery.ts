import { parseArxivId, type ArxivId } from '../../text/arxivId.ts'
import { parseDoi } from '../../text/doi.ts'
import { splitDoiVersion } from '../../text/doiVersions.ts'
import { canonicalPageAddress } from '../../text/feedAddress.ts'
import { canonicalWorkId } from '../../text/workIds.ts'
import { readSiteAddress } from './siteAddress.ts'
import { toPlainSigns } from './typography.ts'

/** The paper that a query refers to by its id or URL. */
export interface PaperReference {
  /** The id under which the paper would be stored, such as "arxiv:2611.01234". */
  id: string
  doi: string | null
}

/** A number of the IACR archive by itself, as it is printed: with three digits at least, as "2026/7" is a month. */
const EPRINT_NUMBER = /^(?:199[6-9]|20\d{2})\/\d{3,5}$/

/**
 * Parses a query that is a single arXiv id, DOI, PubMed, PMC or OpenReview id, number of the IACR archive or URL of a paper,
 * or a line of arXiv that starts with the id: "arXiv:2611.01234v2 [cs.LG]". Returns null for all other queries.
 */
export function parsePaperReference(text: string): PaperReference | null {
  const query = toPlainSigns(text)
    .trim()
    .replace(/^(arxiv:\s*\S+)\s+[[(].*$/is, '$1')
    .replace(/^["'<([]+|["'>)\],;.]+$/g, '')
  if (query === '' || /\s/.test(query.replace(/^(arxiv|doi|pmid):\s+/i, '$1:'))) return null
  const named = readSiteAddress(query)
  if (named !== null) return parsePaperReference(named)
  const inUrl = idInUrl(query).replace(/v\d+$/i, '')
  const arxiv = parseArxivId(query) ?? idInArxivAddress(query) ?? parseArxivId(inUrl)
  if (arxiv) return { id: `arxiv:${arxiv.id}`, doi: null }
  const doi = /^https?:\/\//i.test(query)
    ? parseDoi(doiInAddress(query))
    : (parseDoi(query) ?? parseDoi(/\b10\.\d{4,9}\/[^?#]+/.exec(query)?.[0] ?? ''))
  // A percent-encoded DOI of arXiv.
  const registered = doi === null ? null : parseArxivId(doi)
  if (registered) return { id: `arxiv:${registered.id}`, doi: null }
  if (doi !== null) return { id: `doi:${splitDoiVersion(doi).key}`, doi }
  const whole = canonicalWorkId(query)
  // Its addresses have the id in a parameter.
  if (whole?.startsWith('openreview:')) return { id: whole, doi: null }
  const id = canonicalWorkId(EPRINT_NUMBER.test(query) ? `eprint:${query}` : query.replace(/[?#].*$/, ''))
  // A shorter number is a word: "PMC2".
  return id !== null && /^(?:pmid|eprint):|^pmc:\d{4}/.test(id) ? { id, doi: null } : null
}

/**
 * What is asked for by a text when the library lacks it: the id of the paper that the text names, or the address of the page
 * that it is, in canonical form. Null for any other text.
 */
export const parseLookUpId = (text: string): string | null =>
  parsePaperReference(text)?.id ?? canonicalPageAddress(text)

/** Returns the first id in an address of arXiv: of any page of a paper, or of its line in a listing ("#2611.01234"). */
function idInArxivAddress(query: string): ArxivId | null {
  const path = /^(?:https?:\/\/)?(?:[\w-]+\.)*arxiv\.org\/(.+)$/is.exec(query)?.[1]?.replaceAll(/%2f/gi, '/') ?? ''
  const candidates = path.matchAll(/(?<![\w.])(?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?!\d)/gi)
  for (const [candidate] of candidates) {
    const id = parseArxivId(candidate)
    if (id) return id
  }
  return null
}

/** What publishers append to the DOI in the address of a page: which view of the paper it is. */
const VIEW =
  /(?:\/(?:full|fulltext|abstract|abs|pdf|epdf|epub|html|xml|meta|references|figures|summary|download)|\.pdf)\/?$/i

/** Publishers use the DOI in the path or the query of the address of the paper's page; empty without one. */
function doiInAddress(address: string): string {
  // The resolver's own address ends with the DOI, whatever that ends with.
  const registered = /^https?:\/\/(?:dx\.|www\.)?doi\.org\/([^?#]+)/i.exec(address)?.[1]
  if (registered !== undefined) return registered
  const text = address.replaceAll(/%2f/gi, '/')
  const [path = '', ...parameters] = text.split('?')
  const inPath = /\b10\.\d{4,9}\/[^#]+/.exec(path)?.[0]
  return (inPath ?? /\b10\.\d{4,9}\/[^&#]+/.exec(parameters.join('?'))?.[0] ?? '').replace(VIEW, '').replace(/\/$/, '')
}

/** Returns the id part of a URL of a site that shows arXiv papers under their arXiv ids; empty for other text. */
function idInUrl(query: string): string {
  const path = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?((?:abs|pdf|html|papers?)\/)([^?#]+)/i.exec(query)?.[2] ?? ''
  return path.replace(/\.pdf$/i, '')
}
