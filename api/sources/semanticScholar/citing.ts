import type { ApiService } from '../apiService.ts'
import type { Citations, Citing, ReferencesPage } from '../enriching.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { CITATION_FIELDS, REFERENCE_FIELDS, type CitationsAnswer } from './citationLists.ts'
import { isTooLarge, knowsNone, toAskedIds, type Asked } from './requests.ts'

/** Half of the new papers of a day have their list at once, others after some days or never. */
const ASKED_ON_DAYS = [0, 1, 3, 7, 14, 30]
/** An answer may have 10 MB, and a paper hundreds of references. */
const BATCH_MAX = 50
/** References make the answers slow: a time-out (504) with more papers than these is too large a request. */
const HALVED_MIN = 5
const PAGE = 1_000
/** The service refuses to go on to the 10,000th citation of a paper. */
const CITATIONS_MAX = 9_999

/** Which papers cite which, as Semantic Scholar knows it. */
export const createCiting = (service: ApiService): Citing => ({
  askedOnDays: ASKED_ON_DAYS,
  batchMax: BATCH_MAX,
  async readReferences(papers, { signal }) {
    const asked = toAskedIds(papers)
    return asked.length === 0 ? joinReferences([]) : readReferences(asked, service, signal)
  },
  async readCitations(paper, { signal }) {
    const [asked] = toAskedIds([paper])
    return asked === undefined
      ? { citing: null, isCut: false, requests: 0, rejected: [] }
      : readCitations(asked.id, service, signal)
  },
})

/** Asks for the references of the papers of one request, and in two halves when the answer would be too large. */
async function readReferences(asked: Asked, service: ApiService, signal: AbortSignal): Promise<ReferencesPage> {
  const papers = asked.map(({ paper }) => paper)
  const page = await service.fetcher.get(await service.addressOf('/paper/batch', { fields: REFERENCE_FIELDS }), {
    signal,
    json: { ids: asked.map(({ id }) => id) },
    acceptIf: (answer) => isTooLarge(answer, asked.length, HALVED_MIN) || knowsNone(answer),
    read(answer) {
      if (isTooLarge(answer, asked.length, HALVED_MIN)) return null
      if (knowsNone(answer)) return joinReferences([])
      return parseResponse('semanticScholarReferences', answer.body, { papers, invalidUtf8: answer.invalidUtf8 })
    },
  })
  if (page !== null) return page
  const [first] = asked
  if (asked.length === 1 && first !== undefined)
    return { references: new Map(), rejected: [{ reason: 'it is larger than an answer may be', raw: first.id }] }
  const middle = Math.ceil(asked.length / 2)
  const half = await readReferences(asked.slice(0, middle), service, signal)
  return joinReferences([half, await readReferences(asked.slice(middle), service, signal)])
}

const joinReferences = (pages: readonly ReferencesPage[]): ReferencesPage => ({
  references: new Map(pages.flatMap(({ references }) => [...references])),
  rejected: pages.flatMap(({ rejected }) => rejected),
})

/** Reads the citations of one paper, page by page, at most as many as the service lists. */
async function readCitations(id: string, service: ApiService, signal: AbortSignal): Promise<Citations> {
  const found: Citations = { citing: [], isCut: false, requests: 0, rejected: [] }
  for (let offset = 0; ;) {
    const page = await readPage(id, { offset, limit: Math.min(PAGE, CITATIONS_MAX - offset) }, service, signal)
    found.requests++
    if (page === null) return { ...found, citing: null }
    found.citing?.push(...page.citing)
    found.rejected.push(...page.rejected)
    if (page.next === null) return found
    if (page.next >= CITATIONS_MAX) return { ...found, isCut: true }
    offset = page.next
  }
}

/** Null for a paper that the service does not know. */
async function readPage(
  id: string,
  { offset, limit }: { offset: number; limit: number },
  service: ApiService,
  signal: AbortSignal,
): Promise<CitationsAnswer | null> {
  // The slashes of a DOI are parts of the path, as the service writes them.
  const path = id.split('/').map(encodeURIComponent).join('/').replace('%3A', ':')
  const parameters = { fields: CITATION_FIELDS, offset: String(offset), limit: String(limit) }
  return service.fetcher.get(await service.addressOf(`/paper/${path}/citations`, parameters), {
    signal,
    accept: [404],
    async read({ status, body, invalidUtf8 }) {
      if (status !== 404) return parseResponse('semanticScholarCitations', body, { offset, invalidUtf8 })
      if (/^\s*\{\s*"error"/.test(body)) return null
      throw new SyntaxError('it has no such page')
    },
  })
}
