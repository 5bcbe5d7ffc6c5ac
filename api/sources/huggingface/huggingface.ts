import { createApiService, type ApiService, type ServiceOptions } from '../apiService.ts'
import type { EnrichmentByList, Facts, FactsPage } from '../enriching.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { withParameters } from '../probes.ts'
import type { EnrichingSource } from '../source.ts'

export type HuggingfaceSource = EnrichingSource & { readonly enrichment: EnrichmentByList }

/** The API allows 500 requests in five minutes without a key. */
const GAP_MIN_MS = 700
const REQUESTS_PER_DAY = 500
/** Votes grow for days. */
const DAYS = 7
/** Papers of one page at most. A day has 20 to 60. */
const PAGE_MAX = 100
const PAGES_MAX = 5

/** The daily papers of Hugging Face: votes, comments, code and a summary of papers of arXiv, by the day of the list (UTC). */
export function createHuggingfaceSource(options: ServiceOptions): HuggingfaceSource {
  const { base, ...service } = createApiService(
    {
      id: 'hf',
      name: 'Hugging Face',
      host: /(^|\.)huggingface\.co$/,
      gapMinMs: GAP_MIN_MS,
      requestsPerDay: REQUESTS_PER_DAY,
      key: 'optional',
      keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
      probe: { request: withParameters({ limit: '1' }, '/api/daily_papers'), expected: /^\s*\[/ },
    },
    options,
  )
  return {
    ...base,
    enrichment: { kind: 'lists', days: DAYS, readList: (day, { signal }) => readList(day, service, signal) },
  }
}

/**
 * Reads the list of `day`, which is empty on most weekends. Throws "source-unavailable", also for a day of which there can
 * be no list: it is answered with 400.
 */
async function readList(
  day: string,
  { fetcher, addressOf }: Omit<ApiService, 'base'>,
  signal: AbortSignal,
): Promise<FactsPage> {
  const facts = new Map<string, Facts>()
  const rejected: FactsPage['rejected'] = []
  for (let page = 0; ; page += 1) {
    if (page === PAGES_MAX) {
      rejected.push({ reason: `the list goes on after ${PAGES_MAX * PAGE_MAX} papers`, raw: day })
      return { facts, rejected }
    }
    const address = await addressOf('/api/daily_papers', {
      date: day,
      limit: String(PAGE_MAX),
      ...(page > 0 && { p: String(page) }),
    })
    const answer = await fetcher.get(address, {
      signal,
      read: ({ body, invalidUtf8 }) => parseResponse('dailyPapers', body, { invalidUtf8 }),
    })
    for (const entry of answer.entries) for (const id of entry.ids) facts.set(id, entry.facts)
    rejected.push(...answer.rejected)
    if (answer.count < PAGE_MAX) return { facts, rejected }
  }
}
