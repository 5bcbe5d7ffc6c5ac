import { now } from '#api/platform/clock.ts'
import { escapeXml } from './arxivState.ts'
import { serveSimulated, type SimulatedService } from './simulatedService.ts'

/** A paper of the archive. */
export interface SimEprint {
  /** "2026/1981" */
  number: string
  title: string
  creators: string[]
  subject?: string
  description?: string
  /** When it was posted. */
  postedAt: string
  /** When it was changed last; absent for a paper that never was. */
  changedAt?: string
}

export type EprintFault = 'refused' | 'blocked' | 'html' | 'truncated' | 'looping-token' | 'ended-token' | 'hang'

export interface EprintSimulator extends SimulatedService<EprintFault> {
  papers: SimEprint[]
  pageSize: number
  /** The archive's `dc:date` is that of the last change: it is not known whether it is that of the first one. */
  hasChangeDates: boolean
  /** The last page of a list is an empty one with an empty token. */
  hasEmptyEnd: boolean
}

const xml = { 'content-type': 'text/xml;charset=utf-8' }

/** By fault; the others change the right answer. */
export const EPRINT_FAULTS = {
  refused: () => new Response('Service Unavailable', { status: 503 }),
  blocked: () => new Response('<html><body>403 Forbidden</body></html>', { status: 403 }),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  truncated: () => new Response('<?xml version="1.0"?><OAI-PMH><ListRecords><record>', { headers: xml }),
  'ended-token': () => answer('<error code="badResumptionToken">The token has expired.</error>'),
} satisfies Partial<Record<EprintFault, () => Response>>

const answer = (body: string) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${now().toISOString().slice(0, 19)}Z</responseDate>${body}</OAI-PMH>`,
    { headers: xml },
  )

const changed = (paper: SimEprint) => paper.changedAt ?? paper.postedAt
const field = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<dc:${name}>${escapeXml(text)}</dc:${name}>`

/** Serves the OAI-PMH service of the IACR Cryptology ePrint Archive on a local port, as closely as it is known. */
export function startEprintSimulator({ papers = [] as SimEprint[], port = 0 } = {}): EprintSimulator {
  function respond({ searchParams }: URL, fault?: EprintFault): Response {
    if (searchParams.get('verb') === 'Identify')
      return answer('<Identify><repositoryName>Cryptology ePrint Archive</repositoryName></Identify>')
    if (searchParams.get('verb') === 'GetRecord') return respondRecord(searchParams.get('identifier') ?? '')
    const token = searchParams.get('resumptionToken')
    const [from = '', start = '0'] = token === null ? [searchParams.get('from') ?? ''] : token.split(' ')
    const found = simulator.papers
      .filter((paper) => changed(paper) >= from && new Date(changed(paper)) <= now())
      .toSorted((one, other) => (changed(one) < changed(other) ? -1 : 1))
    if (found.length === 0) return answer('<error code="noRecordsMatch">No matching records</error>')
    const end = Number(start) + simulator.pageSize
    const records = found.slice(Number(start), end).map((paper) => render(paper, changed(paper)))
    const hasMore = simulator.hasEmptyEnd ? records.length > 0 : end < found.length
    const next = fault === 'looping-token' ? `${from} 0` : hasMore ? `${from} ${end}` : ''
    return answer(
      `<ListRecords>${records.join('')}<resumptionToken completeListSize="${found.length}">${next}</resumptionToken></ListRecords>`,
    )
  }

  function respondRecord(identifier: string): Response {
    const found = simulator.papers.find(
      (paper) => `oai:eprint.iacr.org:${paper.number}` === identifier && new Date(paper.postedAt) <= now(),
    )
    if (found === undefined)
      return answer('<error code="idDoesNotExist">The value of the identifier argument is unknown.</error>')
    return answer(`<GetRecord>${render(found, changed(found))}</GetRecord>`)
  }

  function render({ number, title, creators, subject, description, postedAt }: SimEprint, datestamp: string): string {
    return (
      `<record><header><identifier>oai:eprint.iacr.org:${number}</identifier><datestamp>${datestamp}</datestamp></header>` +
      '<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      field('identifier', `https://eprint.iacr.org/${number}`) +
      field('title', title) +
      creators.map((creator) => field('creator', creator)).join('') +
      field('subject', subject) +
      field('description', description) +
      field('date', simulator.hasChangeDates ? datestamp : postedAt) +
      '</oai_dc:dc></metadata></record>'
    )
  }

  const replaced = EPRINT_FAULTS as Partial<Record<EprintFault, () => Response>>
  const service = serveSimulated<EprintFault>({
    port,
    respond: (url, plan) => (plan && replaced[plan.fault]?.()) ?? respond(url, plan?.fault),
  })
  const simulator: EprintSimulator = Object.assign(service, {
    papers,
    pageSize: 100,
    hasChangeDates: false,
    hasEmptyEnd: false,
  })
  return simulator
}

const SUBJECTS = ['Public-key cryptography', 'Cryptographic protocols', 'Foundations', 'Attacks and cryptanalysis']

/** `count` papers posted on `day`, with consecutive numbers from `first` on, with invented titles. */
export const simEprints = (count: number, day: string, first: number, changes: Partial<SimEprint> = {}): SimEprint[] =>
  Array.from({ length: count }, (_, index) => ({
    number: `${day.slice(0, 4)}/${String(first + index).padStart(3, '0')}`,
    title: `Lanterns from lattices ${first + index}`,
    creators: ['Mirela Quillfeather', 'Tomás Óðinsson'],
    subject: SUBJECTS[index % SUBJECTS.length]!,
    description: 'We build lanterns whose light is $\\mathbb{Z}_q$-linear.',
    postedAt: `${day}T${String(8 + (index % 12)).padStart(2, '0')}:01:45Z`,
    ...changes,
  }))
