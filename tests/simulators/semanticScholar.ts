import { hasWords } from './quotedWords.ts'
import { serveSimulated, type Plan, type SimRequest, type SimulatedService } from './simulatedService.ts'

export type SemanticScholarFault =
  | 'rate-limited'
  | 'failed'
  | 'timed-out'
  | 'forbidden'
  | 'html'
  | 'truncated'
  | 'other-json'
  | 'short'
  | 'rotated'
  | 'redirect-outside'
  | 'redirect-inside'
  | 'hang'

/** A paper as Semantic Scholar keeps it, in its own field names. */
export type SimScholarPaper = { paperId: string; externalIds: Record<string, unknown> | null } & Record<string, unknown>

export type SimCitingPaper = { paperId: string | null } & Record<string, unknown>

export interface SemanticScholarSimulator extends SimulatedService<SemanticScholarFault> {
  papers: SimScholarPaper[]
  /** By `paperId`, what is answered about the papers that cite it, in order; without `paperId` for an unmatched text. */
  citations: Map<string, SimCitingPaper[]>
  /** API keys that are accepted. */
  keys: Set<string>
  /** What a request without a key gets. */
  withoutKey: 'rate-limited' | 'forbidden'
  /** By an id as it is asked for ("DOI:10.5555/a") the `paperId` of the record that it was merged into. */
  merged: Map<string, string>
  /** Of an answer, in bytes. */
  sizeMax: number
  /** A batch of more ids than these is not read in time. */
  idsInTime: number
  /** Requests with a key that follow on each other sooner are refused, in milliseconds. */
  gapMs: number
}

/** All fields of a paper, in the order in which they are sent. */
const FIELDS: readonly string[] = (
  'paperId externalIds corpusId publicationVenue url title abstract venue year referenceCount citationCount ' +
  'influentialCitationCount isOpenAccess openAccessPdf fieldsOfStudy s2FieldsOfStudy tldr publicationTypes publicationDate ' +
  'journal citationStyles embedding authors citations references textAvailability'
).split(' ')
const IDS_MAX = 500
/** Papers of one answer of a search. */
const SEARCH_MAX = 100
/** Of the citations of a paper, as offset and limit together, and in one answer. */
const CITATIONS_MAX = 10_000
const CITATIONS_PAGE = 1_000
/** What ids begin with, and the field of `externalIds` with the rest. */
const ID_FIELDS: Readonly<Record<string, string>> = {
  ARXIV: 'ArXiv',
  DOI: 'DOI',
  PMID: 'PubMed',
  PMCID: 'PubMedCentral',
  CORPUSID: 'CorpusId',
}
const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }

/** Whether a field is asked for, itself or a field of its entries. */
const isAsked = (name: string, fields: readonly string[]): boolean =>
  fields.some((one) => one === name || one.startsWith(`${name}.`))

/** Answers are written by Python, with spaces and in ASCII. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => `${write(name)}: ${write(one)}`)
      .join(', ')}}`
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const answer = (value: unknown) => new Response(`${write(value)}\n`, { headers: json })
const refuse = (error: string, status = 400) =>
  new Response(`${JSON.stringify({ error })}\n`, { status, headers: json })
/** What the gateway before the service says. */
const gateway = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ message }), { status, headers: { ...json, ...headers } })

const rateLimited = (retryAfter?: string) =>
  new Response(
    JSON.stringify({
      message:
        'Too Many Requests. Please wait and try again or apply for a key for higher rate limits. https://www.semanticscholar.org/product/api#api-key-form',
      code: '429',
    }),
    { status: 429, headers: { ...json, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) } },
  )

/** By fault; the others change the right answer. */
const FAULTS: Partial<Record<SemanticScholarFault, (plan: Plan<SemanticScholarFault>) => Response>> = {
  'rate-limited': ({ retryAfter }) => rateLimited(retryAfter),
  failed: () => gateway(500, 'Internal Server Error'),
  'timed-out': () => gateway(504, 'Endpoint request timed out'),
  forbidden: () => gateway(403, 'Forbidden'),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: html }),
  'other-json': () => answer({ total: 0, offset: 0 }),
  'redirect-outside': () =>
    new Response(null, { status: 307, headers: { location: 'http://169.254.169.254/paper/batch' } }),
}

/** Serves the Graph API of Semantic Scholar on a local port, as closely as its behaviour is known. */
export function startSemanticScholarSimulator({
  papers = [],
  port = 0,
}: { papers?: SimScholarPaper[]; port?: number } = {}): SemanticScholarSimulator {
  function find(id: string): SimScholarPaper | undefined {
    const merged = simulator.merged.get(id)
    if (merged !== undefined) return simulator.papers.find(({ paperId }) => paperId === merged)
    const [, scheme = '', rest = ''] = /^(\w+):(.+)$/.exec(id) ?? []
    const field = ID_FIELDS[scheme.toUpperCase()]
    if (field === undefined) return simulator.papers.find(({ paperId }) => paperId === id)
    return simulator.papers.find(
      ({ externalIds }) => String(externalIds?.[field] ?? '').toLowerCase() === rest.toLowerCase(),
    )
  }

  const select = (paper: SimScholarPaper, fields: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      FIELDS.filter((name) => name === 'paperId' || isAsked(name, fields)).map((name) => [
        name,
        name === 'references' ? selectNested(paper[name], fields) : (paper[name] ?? null),
      ]),
    )

  /** The references of a paper with the fields that were asked for, "references.paperId". */
  function selectNested(list: unknown, fields: readonly string[]): unknown {
    const names = fields.flatMap((name) => (name.startsWith('references.') ? [name.slice('references.'.length)] : []))
    return Array.isArray(list)
      ? list.map((one: SimScholarPaper) => select(one, names.length > 0 ? names : ['title']))
      : null
  }

  /** One page of the papers that cite a paper. */
  function respondCitations(paper: SimScholarPaper, parameters: URLSearchParams, fault?: SemanticScholarFault) {
    const [offset, limit] = [Number(parameters.get('offset') ?? 0), Number(parameters.get('limit') ?? 100)]
    if (limit > CITATIONS_PAGE || offset + limit >= CITATIONS_MAX)
      return refuse('offset + limit must be < 10000 and limit <= 1000')
    const fields = (parameters.get('fields') ?? 'title').split(',')
    const all = simulator.citations.get(paper.paperId) ?? []
    const next = offset + limit < all.length ? offset + limit : undefined
    const data = all
      .slice(offset, offset + limit)
      .map((one) => ({ citingPaper: select(one as SimScholarPaper, fields) }))
    const text = `${write({ offset, next, data })}\n`
    return new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : text, { headers: json })
  }

  function respondBatch(fields: readonly string[], body: string, fault?: SemanticScholarFault): Response {
    const { ids } = JSON.parse(body) as { ids: string[] }
    if (ids.length > IDS_MAX) return refuse(`Too many ids given: ${IDS_MAX} at most`)
    if (ids.length > simulator.idsInTime) return gateway(504, 'Endpoint request timed out')
    const found = ids.map(find)
    // Also for a single id that is malformed, whatever the others are.
    if (found.every((paper) => paper === undefined) || ids.some((id) => !/^\w+:\S+$|^[0-9a-f]{40}$/.test(id)))
      return refuse('No valid paper ids given')
    const entries = found.map((paper) => (paper === undefined ? null : select(paper, fields)))
    if (fault === 'short') entries.pop()
    if (fault === 'rotated') entries.push(entries.shift() ?? null)
    const text = `${write(entries)}\n`
    if (text.length > simulator.sizeMax) return refuse('Response would exceed maximum size')
    return new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : text, { headers: json })
  }

  function respond(url: URL, { method, headers, json: body, startedAt }: SimRequest, fault?: SemanticScholarFault) {
    const key = headers['x-api-key']
    if (key === undefined) return simulator.withoutKey === 'forbidden' ? gateway(403, 'Forbidden') : rateLimited()
    if (!simulator.keys.has(key)) return gateway(403, 'Forbidden')
    const before = simulator.requests.at(-2)?.endedAt ?? Number.NEGATIVE_INFINITY
    if (startedAt - before < simulator.gapMs) return rateLimited()
    if (fault === 'redirect-inside')
      return new Response(null, { status: 307, headers: { location: `/v2${url.pathname}${url.search}` } })
    const path = url.pathname.replace(/^\/v2(?=\/)/, '')
    const fields = (url.searchParams.get('fields') ?? 'title').split(',')
    const unknown = fields.filter((name) => !FIELDS.includes(name.split('.')[0] ?? ''))
    if (unknown.length > 0) return refuse(`Unrecognized or unsupported fields: [${unknown.join(', ')}]`)
    if (method === 'POST' && path === '/paper/batch') return respondBatch(fields, body ?? '{"ids":[]}', fault)
    if (path === '/paper/search') {
      const words = (url.searchParams.get('query') ?? '').split(/\s+/).filter(Boolean)
      const limit = Number(url.searchParams.get('limit') ?? SEARCH_MAX)
      if (limit > SEARCH_MAX) return refuse('limit must be <= 100')
      const found = simulator.papers.filter(({ title }) => hasWords(String(title), words))
      const data = found.slice(0, limit).map((one) => select(one, fields))
      return answer({
        total: found.length,
        offset: 0,
        ...(found.length > limit && { next: limit }),
        ...(data.length > 0 && { data }),
      })
    }
    const [, wanted = '', list] = /^\/paper\/(.*?)(\/citations)?$/.exec(path) ?? []
    const id = decodeURIComponent(wanted)
    const paper = find(id)
    if (paper !== undefined && list !== undefined) return respondCitations(paper, url.searchParams, fault)
    return paper === undefined ? refuse(`Paper with id ${id} not found`, 404) : answer(select(paper, fields))
  }

  const service = serveSimulated<SemanticScholarFault>({
    port,
    respond: (url, plan, _request, sent) => (plan && FAULTS[plan.fault]?.(plan)) ?? respond(url, sent, plan?.fault),
  })
  const simulator: SemanticScholarSimulator = Object.assign(service, {
    papers,
    citations: new Map<string, SimCitingPaper[]>(),
    keys: new Set(['invented-key']),
    withoutKey: 'rate-limited' as const,
    merged: new Map<string, string>(),
    sizeMax: 10 * 1024 * 1024,
    idsInTime: IDS_MAX,
    gapMs: 0,
  })
  return simulator
}

/** An invented paper on arXiv, with `changes`. */
export function simScholarPaper(number: number, changes: Partial<SimScholarPaper> = {}): SimScholarPaper {
  const paperId = String(number).padStart(40, '0f3e')
  const arxiv = `2609.${90_000 + number}`
  return {
    paperId,
    externalIds: { ArXiv: arxiv, DOI: `10.48550/arXiv.${arxiv}`, CorpusId: 999_000_000 + number },
    corpusId: 999_000_000 + number,
    url: `https://www.semanticscholar.org/paper/${paperId}`,
    title: `Counting Lanterns, part ${number}`,
    abstract: 'We introduce LanternBench. It counts lanterns “by night”.',
    venue: '',
    year: 2026,
    referenceCount: 30,
    citationCount: 2,
    influentialCitationCount: 0,
    isOpenAccess: true,
    openAccessPdf: { url: `https://arxiv.org/pdf/${arxiv}`, status: 'GREEN', license: 'CCBY' },
    fieldsOfStudy: ['Computer Science'],
    s2FieldsOfStudy: [{ category: 'Computer Science', source: 's2-fos-model' }],
    tldr: { model: 'tldr@v2.0.0', text: 'A benchmark for counting lanterns at night.' },
    publicationDate: '2026-09-21',
    authors: [{ authorId: '999', name: 'Mirela Quillfeather' }],
    references: null,
    ...changes,
  }
}
