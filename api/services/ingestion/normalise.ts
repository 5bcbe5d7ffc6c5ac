import type { Paper } from '../../contract/papers.ts'
import type { SourceRecord } from '../../sources/source.ts'
import type { PaperInput } from '../../store/papers/paperWrites.ts'
import { toSegments, toTitleSegments } from '../../text/segments.ts'
import { serverArchives } from '../../text/taxonomy/taxonomy.ts'

/** Since this month (YYMM), arXiv provides an HTML page for most new papers. */
const HTML_SINCE = '2312'

/** Converts a record of a source to a paper to store: adds text segments and links, and fills missing fields. */
export function normalise(record: SourceRecord): PaperInput {
  const {
    id,
    abstract,
    code_url: _code,
    pdf_url: _pdf,
    unknown_categories: _unknown,
    authors,
    citations,
    ...rest
  } = record
  return {
    ...rest,
    _id: id,
    abstract: abstract ?? '',
    title_segments: toTitleSegments(record.title),
    abstract_segments: toSegments(abstract ?? ''),
    authors: authors.map(({ name, affiliation, orcid }) => ({
      name,
      ...(affiliation && { affiliation }),
      ...(orcid && { orcid }),
    })),
    urls: linksOf(record),
    metrics: citations === undefined ? {} : { citations },
    sample: record.source_interface === 'sample',
  }
}

function linksOf(record: SourceRecord): Paper['urls'] {
  const { source, doi, code_url: code } = record
  // The DOIs of invented papers may be assigned to real papers later.
  const isInvented = source === 'sample'
  return { ...pagesOf(record), ...(code && { code }), ...(doi && !isInvented && { doi: toDoiLink(doi) }) }
}

function pagesOf({ source, source_id, version, doi, ids, pdf_url: pdf, withdrawn }: SourceRecord): Paper['urls'] {
  // Invented papers have no web page; example.org is reserved for examples (RFC 2606).
  if (source === 'sample') return { abs: `https://example.org/samples/${encodeURIComponent(source_id)}` }
  if (source === 'arxiv') {
    const versionedId = version === null ? source_id : `${source_id}v${version}`
    const hasHtml = version !== null && !withdrawn && /^\d{4}\./.test(source_id) && source_id.slice(0, 4) >= HTML_SINCE
    return {
      abs: `https://arxiv.org/abs/${versionedId}`,
      // Instead of the PDF of a withdrawn version arXiv has a page that says that there is none.
      ...(!withdrawn && { pdf: `https://arxiv.org/pdf/${versionedId}` }),
      ...(hasHtml && { html: `https://arxiv.org/html/${versionedId}` }),
    }
  }
  if (source === 'eprint') {
    const [year, number = ''] = source_id.split('/')
    const abs = `https://eprint.iacr.org/${year}/${number.padStart(3, '0')}`
    return { abs, pdf: `${abs}.pdf` }
  }
  if (source === 'openreview')
    return { abs: `https://openreview.net/forum?id=${source_id}`, ...(pdf !== undefined && { pdf }) }
  if (source === 'feed') return { abs: source_id, ...(pdf !== undefined && { pdf }) }
  if (serverArchives.has(source)) {
    // A server's site asks robots to stay away, but it forms the address of each view from the DOI and the version.
    const abs = `https://www.${source}.org/content/${encodePath(source_id)}${version === null ? '' : `v${version}`}`
    return { abs, pdf: `${abs}.full.pdf`, html: `${abs}.full` }
  }
  if (source === 'pubmed') {
    const pmc = ids?.find((id) => id.startsWith('pmc:'))?.slice(4)
    const html = pmc === undefined ? {} : { html: `https://pmc.ncbi.nlm.nih.gov/articles/PMC${pmc}/` }
    return { abs: `https://pubmed.ncbi.nlm.nih.gov/${source_id}/`, ...html }
  }
  return { abs: toDoiLink(doi ?? source_id), ...(pdf !== undefined && { pdf }) }
}

const toDoiLink = (doi: string) => `https://doi.org/${encodePath(doi)}`

/** The DOI's own "#" and "?" would begin other parts of the address. */
const encodePath = (doi: string) => encodeURI(doi).replaceAll(/[#?]/g, encodeURIComponent)
