import { now } from '#api/platform/clock.ts'
import { readQuery } from './pubmedQuery.ts'
import { hasAbstract, renderArticle, type SimArticle } from './simArticles.ts'
import { serveSimulated, type SimulatedService } from './simulatedService.ts'

export type PubmedFault =
  | 'refused'
  | 'blocked'
  | 'html'
  | 'rate-limited'
  | 'search-failed'
  | 'error'
  | 'truncated'
  | 'short'
  | 'hang'

export interface PubmedSimulator extends SimulatedService<PubmedFault> {
  articles: SimArticle[]
  /** PMIDs that a search finds and efetch leaves out. */
  hidden: Set<string>
  /** Words that are not in the index. */
  unknown: Set<string>
  /** Queries that contain this text fail. */
  failing: string | null
  /** API keys that are accepted. */
  keys: Set<string>
}

/** Ids of one answer at most. */
const RETMAX = 10_000
const json = { 'content-type': 'application/json; charset=UTF-8' }
const xml = { 'content-type': 'text/xml; charset=UTF-8' }

const rateLimited = (retryAfter?: string) =>
  new Response('{"error":"API rate limit exceeded","api-key":"203.0.113.7","count":"4","limit":"3"}', {
    status: 429,
    headers: { ...json, 'x-ratelimit-limit': '3', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
  })

/** By fault; the others change the right answer. */
export const PUBMED_FAULTS = {
  refused: () => new Response('Service Unavailable', { status: 503 }),
  blocked: () => new Response('<html><body>403 Forbidden</body></html>', { status: 403 }),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  // JSON, whatever was asked for.
  'rate-limited': rateLimited,
  'search-failed': () =>
    Response.json({ header: { type: 'esearch' }, esearchresult: { ERROR: 'Search Backend failed: read failed' } }),
  error: () => Response.json({ error: 'error forwarding request', 'api-key': '203.0.113.7' }),
} satisfies Partial<Record<PubmedFault, (retryAfter?: string) => Response>>

/** Serves the programs esearch and efetch of NCBI for PubMed on a local port, as closely as their behaviour is known. */
export function startPubmedSimulator({ articles = [] as SimArticle[], port = 0 } = {}): PubmedSimulator {
  function respond(url: URL, fault?: PubmedFault): Response {
    const key = url.searchParams.get('api_key')
    if (key !== null && !simulator.keys.has(key))
      return Response.json(
        { error: 'API key invalid', 'api-key': key, type: 'api', status: 'unknown' },
        { status: 400, headers: json },
      )
    if (url.pathname === '/esearch.fcgi') return respondSearch(url.searchParams, fault)
    if (url.pathname === '/efetch.fcgi') return respondRecords(url.searchParams, fault)
    return new Response('Not Found', { status: 404 })
  }

  function respondSearch(fields: URLSearchParams, fault?: PubmedFault): Response {
    const term = fields.get('term') ?? ''
    if (simulator.failing !== null && term.includes(simulator.failing)) return PUBMED_FAULTS['search-failed']()
    const { matches, understood, notFound } = readQuery(term, simulator.unknown)
    const at = now()
    const found = simulator.articles
      .filter((article) => (article.visibleFrom ?? at) <= at && matches(article, hasAbstract(article, at)))
      // The most recent first.
      .toSorted((one, other) => Number(other.pmid) - Number(one.pmid))
    const start = Number(fields.get('retstart') ?? 0)
    const end = Math.min(start + Number(fields.get('retmax') ?? 20), RETMAX)
    const ids = found.slice(start, end).map(({ pmid }) => pmid)
    const sent = fault === 'short' ? ids.slice(1) : ids
    const body = JSON.stringify({
      header: { type: 'esearch', version: '0.3' },
      esearchresult: {
        count: String(found.length),
        retmax: String(sent.length),
        retstart: String(start),
        idlist: sent,
        translationset: [],
        querytranslation: understood,
        ...(notFound.length > 0 && { errorlist: { phrasesnotfound: notFound, fieldsnotfound: [] } }),
        ...(found.length === 0 && {
          warninglist: { phrasesignored: [], quotedphrasesnotfound: [], outputmessages: ['No items found.'] },
        }),
      },
    })
    return new Response(fault === 'truncated' ? body.slice(0, body.length / 2) : body, { headers: json })
  }

  function respondRecords(fields: URLSearchParams, fault?: PubmedFault): Response {
    const wanted = new Set(fields.get('id')?.split(','))
    const found = simulator.articles.filter(({ pmid }) => wanted.has(pmid) && !simulator.hidden.has(pmid))
    const body =
      '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" ' +
      '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n' +
      `<PubmedArticleSet>${found.map((article) => renderArticle(article, now())).join('')}</PubmedArticleSet>`
    return new Response(fault === 'truncated' ? body.slice(0, body.length / 2) : body, { headers: xml })
  }

  const replaced = PUBMED_FAULTS as Partial<Record<PubmedFault, (retryAfter?: string) => Response>>
  const service = serveSimulated<PubmedFault>({
    port,
    respond: (url, plan) => (plan && replaced[plan.fault]?.(plan.retryAfter)) ?? respond(url, plan?.fault),
  })
  const simulator: PubmedSimulator = Object.assign(service, {
    articles,
    hidden: new Set<string>(),
    unknown: new Set<string>(),
    failing: null,
    keys: new Set<string>(),
  })
  return simulator
}
