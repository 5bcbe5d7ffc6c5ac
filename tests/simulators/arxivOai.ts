import { listSets, setsOf, visibleAt, escapeXml, isoSeconds, type Seen } from './arxivState.ts'
import { renderMetadata, formats } from './arxivOaiFormats.ts'
import type { SimPaper } from './simPapers.ts'

interface OaiRequest {
  papers: readonly SimPaper[]
  fields: URLSearchParams
  at: Date
  pageSize: number
  /** Every resumption token is rejected as expired. */
  tokensExpired: boolean
  /** Every page after the first returns the token that requested it. */
  tokensLoop: boolean
}

/** An OAI-PMH error, which is sent with HTTP status 200. */
class OaiError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const refuse = (reason: string) =>
  new OaiError(
    'badArgument',
    `The request includes illegal arguments or is missing required arguments. Reason: ${reason}`,
  )

const allowed: Record<string, { required: string[]; optional: string[] }> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: ['resumptionToken'] },
  ListIdentifiers: { required: ['metadataPrefix'], optional: ['from', 'until', 'set', 'resumptionToken'] },
  ListRecords: { required: ['metadataPrefix'], optional: ['from', 'until', 'set', 'resumptionToken'] },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
}

const EARLIEST = '2005-09-16'
/** Records get their datestamp about 22:30 Eastern, this long after the announcement. */
const DELAY_MS = 150 * 60_000
const visibleTo = (papers: readonly SimPaper[], at: Date) => visibleAt(papers, new Date(at.getTime() - DELAY_MS))

/** The response of the OAI-PMH service to the query parameters `fields`. */
export function respondToOai(request: OaiRequest): Response {
  const { fields, at } = request
  const verb = fields.get('verb') ?? ''
  let body: string
  let showFields = true
  try {
    checkFields(verb, fields)
    body = `    <${verb}>\n${renderVerb(verb, request)}    </${verb}>\n`
  } catch (error) {
    if (!(error instanceof OaiError)) throw error
    showFields = ['noRecordsMatch', 'idDoesNotExist', 'cannotDisseminateFormat'].includes(error.code)
    body = `    <error code='${error.code}'>${escapeXml(error.message)}</error>\n`
  }
  const shown = showFields ? [...fields].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('') : ''
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" 
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
    <responseDate>${isoSeconds(at)}</responseDate>
                <request${shown}>http://oaipmh.arxiv.org/oai</request>


${body}</OAI-PMH>`,
    { headers: { 'content-type': 'text/xml' } },
  )
}

function checkFields(verb: string, fields: URLSearchParams): void {
  const rules = allowed[verb]
  if (!rules)
    throw new OaiError(
      'badVerb',
      'Value of the verb argument is not a legal OAI-PMH verb, the verb argument is missing, or the verb argument is repeated.',
    )
  const names = [...fields.keys()].filter((name) => name !== 'verb')
  if (names.includes('resumptionToken') && rules.optional.includes('resumptionToken')) {
    if (names.length > 1) throw refuse('resumptionToken is an exclusive argument')
    return
  }
  for (const name of names)
    if (![...rules.required, ...rules.optional].includes(name)) throw refuse(`argument ${name} is not allowed`)
  for (const name of rules.required) if (!names.includes(name)) throw refuse(`missing argument ${name}`)
}

function renderVerb(verb: string, request: OaiRequest): string {
  const { fields, papers, at } = request
  if (verb === 'Identify') return identify
  if (verb === 'ListMetadataFormats')
    return formats
      .map(
        (prefix) =>
          `        <metadataFormat>\n            <metadataPrefix>${prefix}</metadataPrefix>\n        </metadataFormat>\n`,
      )
      .join('')
  if (verb === 'ListSets')
    return listSets()
      .map(
        ([spec, name]) =>
          `        <set>\n            <setSpec>${spec}</setSpec>\n            <setName>${escapeXml(name)}</setName>\n        </set>\n`,
      )
      .join('')
  if (verb !== 'GetRecord') return renderList(verb, request)
  const id = (fields.get('identifier') ?? '').replace(/^oai:arXiv\.org:/, '')
  const seen = visibleTo(papers, at).find(({ paper }) => paper.id === id)
  if (!seen)
    throw new OaiError(
      'idDoesNotExist',
      'The value of the identifier argument is unknown or illegal in this repository.',
    )
  return renderRecord(seen, checkFormat(fields.get('metadataPrefix')))
}

function renderList(verb: string, { papers, fields, at, pageSize, tokensExpired, tokensLoop }: OaiRequest): string {
  const token = fields.get('resumptionToken')
  const query = token === null ? fields : new URLSearchParams(decodeURIComponent(token))
  if (token !== null && (tokensExpired || query.get('verb') !== verb || !/^\d+$/.test(query.get('skip') ?? '')))
    throw new OaiError('badResumptionToken', 'The value of the resumptionToken argument is invalid or expired.')
  const prefix = checkFormat(query.get('metadataPrefix'))
  const { from, until, set } = readWindow(query, at)
  const matching = visibleTo(papers, at)
    .filter(({ datestamp }) => datestamp >= from && datestamp <= until)
    .filter(({ paper }) => set === null || setsOf(paper).some((one) => one === set || one.startsWith(`${set}:`)))
    .toSorted((one, other) => (one.datestamp + one.paper.id < other.datestamp + other.paper.id ? -1 : 1))
    .slice(Number(query.get('skip') ?? 0))
  if (matching.length === 0)
    throw new OaiError(
      'noRecordsMatch',
      'The combination of the values of the from, until, set and metadataPrefix arguments results in an empty list.',
    )
  const page = matching.slice(0, pageSize)
  const rendered = page.map((seen) => (verb === 'ListRecords' ? renderRecord(seen, prefix) : renderHeader(seen)))
  const last = page.at(-1)
  if (!last || matching.length <= pageSize)
    return rendered.join('') + (token === null ? '' : '        <resumptionToken/>\n')
  // As at arXiv, the token pages by date: `from` is the datestamp of the last record, `skip` the offset in that day.
  const skippedBefore = last.datestamp === from ? Number(query.get('skip') ?? 0) : 0
  const skip = skippedBefore + page.filter(({ datestamp }) => datestamp === last.datestamp).length
  const next = new URLSearchParams({
    verb,
    metadataPrefix: prefix,
    from: last.datestamp,
    ...(query.has('until') ? { until } : {}),
    ...(set ? { set } : {}),
    skip: String(skip),
  })
  const tomorrow = new Date(at)
  tomorrow.setUTCHours(24, 0, 0, 0)
  const value = tokensLoop && token !== null ? token : encodeURIComponent(next.toString())
  return `${rendered.join('')}        <resumptionToken expirationDate='${isoSeconds(tomorrow)}'>${value}</resumptionToken>\n`
}

function readWindow(query: URLSearchParams, at: Date): { from: string; until: string; set: string | null } {
  const today = at.toISOString().slice(0, 10)
  const from = query.get('from') ?? EARLIEST
  const until = query.get('until') ?? today
  for (const day of [from, until])
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
      throw refuse('date format must be YYYY-MM-DD')
  if (from < EARLIEST) throw refuse('start date too early')
  if (query.has('until') && until > today) throw refuse('until date too late')
  if (from > until) throw refuse('until date must be greater than or equal to from date')
  const set = query.get('set')
  if (set !== null && !listSets().some(([spec]) => spec === set)) throw refuse('Set does not exist')
  return { from, until, set }
}

function checkFormat(prefix: string | null): string {
  if (prefix !== null && formats.includes(prefix)) return prefix
  throw new OaiError(
    'cannotDisseminateFormat',
    'The metadata format identified by the value given for the metadataPrefix argument is not supported by the item or by the repository.',
  )
}

const renderHeader = ({ paper, datestamp }: Seen) => `                <header>
        <identifier>oai:arXiv.org:${paper.id}</identifier>
        <datestamp>${datestamp}</datestamp>
${setsOf(paper)
  .map((set) => `            <setSpec>${set}</setSpec>\n`)
  .join('')}    </header>
`

const renderRecord = (seen: Seen, prefix: string) => `                    <record>
${renderHeader(seen)}
            <metadata>
${renderMetadata(seen, prefix)}
            </metadata>
        </record>
`

const identify = `        <repositoryName>arXiv</repositoryName>
        <baseURL>https://oaipmh.arxiv.org/oai</baseURL>
        <protocolVersion>2.0</protocolVersion>
        <adminEmail>help@arxiv.org</adminEmail>
        <earliestDatestamp>${EARLIEST}</earliestDatestamp>
        <deletedRecord>persistent</deletedRecord>
        <granularity>YYYY-MM-DD</granularity>
`
