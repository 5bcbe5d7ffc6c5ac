import { parseArxivId } from '../../text/arxivId.ts'
import { parseDoi } from '../../text/doi.ts'

/** What a query names when it is an id or an address rather than words. */
export interface NamedPaper {
  /** The natural id it would be stored under. */
  id: string
  doi: string | null
}

/** Reads a query that is one arXiv id, DOI, PubMed id or the address of a paper, in any form; null for all others. */
export function readNamedPaper(text: string): NamedPaper | null {
  const query = text.trim().replace(/^["'<([]+|["'>)\],;]+$/g, '')
  if (query === '' || /\s/.test(query.replace(/^(arxiv|doi|pmid):\s+/i, '$1:'))) return null
  const arxiv = parseArxivId(query) ?? parseArxivId(pathOf(query).replace(/v\d+$/i, ''))
  if (arxiv) return { id: `arxiv:${arxiv.id}`, doi: null }
  // Publishers put the DOI into the path of the page.
  const doi = parseDoi(query) ?? parseDoi(/\b10\.\d{4,9}\/[^?#]+/.exec(query)?.[0] ?? '')
  if (doi !== null) return { id: `doi:${doi}`, doi }
  const pmid = /^(?:pmid:\s*|https?:\/\/(?:www\.)?pubmed\.ncbi\.nlm\.nih\.gov\/)(\d{1,9})\/?$/i.exec(query)?.[1]
  return pmid === undefined ? null : { id: `pmid:${pmid}`, doi: null }
}

/** The last parts of an address of a site that shows arXiv's papers under their ids; empty for all else. */
function pathOf(query: string): string {
  const path = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?((?:abs|pdf|html|papers?)\/)([^?#]+)/i.exec(query)?.[2] ?? ''
  return path.replace(/\.pdf$/i, '')
}
