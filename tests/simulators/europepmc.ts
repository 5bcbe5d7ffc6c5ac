import { now } from '#api/platform/clock.ts'
import { hasWords, readQuotedWords } from './quotedWords.ts'
import { serveJson, type JsonAnswer, type JsonService } from './jsonService.ts'

export type EuropepmcFault = 'error' | 'no-list' | 'drifting-count' | 'short'

/** A record. Keys that are undefined are absent, as in the service. */
export interface SimResult {
  id: string
  source: string
  doi?: string
  pmid?: string
  pmcid?: string
  title?: string
  abstractText?: string
  citedByCount?: number
  versionNumber?: number
  /** "Preprint of" and "Preprint in" others. */
  corrections?: { id: string; source: string; type: string }[]
  /** When it was indexed: it is not found before. */
  firstIndexDate?: string
  /** Fields that replace the right ones. */
  changes?: Record<string, unknown>
}

export interface EuropepmcSimulator extends JsonService<EuropepmcFault> {
  results: SimResult[]
}

const PAGE_SIZE_MAX = 1_000
const TITLE = 'Invented kinases in imaginary cells.'

/** Words in quotes are searched for in the title alone. */
const hasAll =
  (words: readonly string[]) =>
  ({ title = TITLE }: SimResult): boolean =>
    hasWords(title, words)

/** Serves the search of Europe PMC on a local port, as closely as its behaviour is known. */
export function startEuropepmcSimulator({ results = [] as SimResult[], port = 0 } = {}): EuropepmcSimulator {
  function respond({ pathname, searchParams }: URL, _request: Request, fault?: string): JsonAnswer {
    if (pathname !== '/search') return { status: 404, body: '', headers: { 'content-type': 'text/html' } }
    const query = searchParams.get('query') ?? ''
    if (searchParams.get('format') !== 'json')
      return { body: '<?xml version="1.0"?><responseWrapper/>', headers: { 'content-type': 'application/xml' } }
    const version = '6.9'
    if (fault === 'error' || query === '') return { body: { version, errCode: 404, errMsg: 'No query was given.' } }
    const words = readQuotedWords(query)
    const terms = words === null ? query.split(' OR ').map(readTerm) : [hasAll(words)]
    const at = now().toISOString().slice(0, 10)
    const found = simulator.results
      .filter(({ firstIndexDate }) => (firstIndexDate ?? '') <= at)
      .filter((result) => terms.some((matches) => matches(result)))
    const pageSize = Math.min(Number(searchParams.get('pageSize') ?? 25), PAGE_SIZE_MAX)
    const page = found.slice(0, pageSize)
    const sent = fault === 'short' ? page.slice(1) : page
    const request = {
      queryString: query,
      resultType: searchParams.get('resultType') ?? 'lite',
      cursorMark: '*',
      pageSize,
      sort: '',
      synonym: false,
    }
    return {
      body: {
        version,
        hitCount: found.length + (fault === 'drifting-count' ? 3 : 0),
        ...(page.length > 0 && { nextCursorMark: 'AoIIQAAAACg0' }),
        request,
        ...(fault !== 'no-list' && {
          resultList: {
            result: sent.map((result) =>
              request.resultType === 'core' ? render(result) : { id: result.id, source: result.source },
            ),
          },
        }),
      },
    }
  }

  const simulator: EuropepmcSimulator = Object.assign(
    serveJson<EuropepmcFault>({ port, respond, tooMany: 'Too Many Requests' }),
    { results },
  )
  return simulator
}

/** Whether a record fits a term. One that is none of these finds nothing, as a bad query often does. */
function readTerm(term: string): (result: SimResult) => boolean {
  const [, field, quoted, bare] = /^(DOI|EXT_ID|PMCID):(?:"([^"]+)"|(\S+))$/.exec(term) ?? []
  const value = (quoted ?? bare ?? '').toLowerCase()
  if (field === 'DOI') return ({ doi }) => doi?.toLowerCase() === value
  if (field === 'EXT_ID') return ({ id }) => id.toLowerCase() === value
  if (field === 'PMCID') return ({ pmcid }) => pmcid?.toLowerCase() === value
  return () => false
}

const render = ({
  id,
  source,
  doi,
  pmid,
  pmcid,
  title = TITLE,
  abstractText,
  citedByCount = 0,
  versionNumber,
  corrections,
  firstIndexDate = '2026-09-23',
  changes,
}: SimResult) => ({
  id,
  source,
  pmid,
  pmcid,
  doi,
  title,
  authorString: 'Quillfeather M, Odinsson T.',
  authorList: {
    author: [
      {
        fullName: 'Quillfeather M',
        firstName: 'Mirela',
        lastName: 'Quillfeather',
        initials: 'M',
        authorId: { type: 'ORCID', value: '0000-0002-1825-0097' },
        authorAffiliationDetailsList: { authorAffiliation: [{ affiliation: 'Institute of Invented Studies' }] },
      },
    ],
  },
  pubYear: '2026',
  abstractText,
  pubTypeList: { pubType: [source === 'PPR' ? 'Preprint' : 'Journal Article'] },
  ...(source === 'PPR' && { bookOrReportDetails: { publisher: 'bioRxiv', yearOfPublication: 2026 } }),
  ...(source === 'MED' && { journalInfo: { journal: { title: 'Journal of Invented Medicine' } } }),
  versionNumber,
  ...(corrections && {
    commentCorrectionList: { commentCorrection: corrections.map((one) => ({ ...one, orderIn: 1 })) },
  }),
  isOpenAccess: 'N',
  inEPMC: 'N',
  hasPDF: 'N',
  citedByCount,
  license: 'cc by',
  firstIndexDate,
  firstPublicationDate: '2026-09-21',
  ...changes,
})
