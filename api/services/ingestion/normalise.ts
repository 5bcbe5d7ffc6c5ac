import type { Paper } from '../../contract/papers.ts'
import type { SourceRecord } from '../../sources/source.ts'
import type { PaperInput } from '../../store/papers/papers.ts'
import { toSegments } from '../../text/segments.ts'

/** From this month on arXiv makes an HTML page of most new papers. */
const HTML_SINCE = '2312'

/** A record of a source as the library keeps it: with segments and links, and without gaps. */
export function normalise(record: SourceRecord): PaperInput {
  const { id, abstract, code_url: _code, authors, ...rest } = record
  return {
    ...rest,
    _id: id,
    abstract: abstract ?? '',
    title_segments: toSegments(record.title),
    abstract_segments: toSegments(abstract ?? ''),
    authors: authors.map(({ name, affiliation, orcid }) => ({
      name,
      ...(affiliation && { affiliation }),
      ...(orcid && { orcid }),
    })),
    urls: linksOf(record),
    metrics: {},
    sample: record.source_interface === 'sample',
  }
}

function linksOf(record: SourceRecord): Paper['urls'] {
  const { source, doi, code_url: code } = record
  // The DOIs of invented papers may be somebody's one day.
  const isInvented = source === 'sample'
  return { ...pagesOf(record), ...(code && { code }), ...(doi && !isInvented && { doi: toDoiLink(doi) }) }
}

function pagesOf({ source, source_id, version, doi, withdrawn }: SourceRecord): Paper['urls'] {
  // Invented papers have no page anywhere; example.org is kept free for such addresses (RFC 2606).
  if (source === 'sample') return { abs: `https://example.org/samples/${encodeURIComponent(source_id)}` }
  if (source === 'arxiv') {
    const place = version === null ? source_id : `${source_id}v${version}`
    const hasHtml = version !== null && !withdrawn && /^\d{4}\./.test(source_id) && source_id.slice(0, 4) >= HTML_SINCE
    return {
      abs: `https://arxiv.org/abs/${place}`,
      pdf: `https://arxiv.org/pdf/${place}`,
      ...(hasHtml && { html: `https://arxiv.org/html/${place}` }),
    }
  }
  if (source === 'pubmed') return { abs: `https://pubmed.ncbi.nlm.nih.gov/${source_id}/` }
  return { abs: toDoiLink(doi ?? source_id) }
}

const toDoiLink = (doi: string) => `https://doi.org/${encodeURI(doi)}`
