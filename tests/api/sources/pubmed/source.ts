import { afterEach, beforeEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { createPubmedSource, type PubmedOptions } from '#api/sources/pubmed/pubmed.ts'
import { parsePubmed } from '#api/sources/pubmed/records.ts'
import { startPubmedSimulator } from '#tests/simulators/pubmed.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { renderArticle, simArticle, type SimArticle } from '#tests/simulators/simArticles.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const DOCTYPE =
  '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/x.dtd">'

/** An answer of efetch with these records. */
export const listOf = (...records: string[]): string =>
  `<?xml version="1.0" ?>\n${DOCTYPE}\n<PubmedArticleSet>${records.join('\n')}</PubmedArticleSet>`

export const xmlOf = (changes: Partial<SimArticle> = {}): string => renderArticle(simArticle(changes), NOW)

/** The record of an article with `changes`, with its XML changed. Throws the reason when it is rejected. */
export function readOne(changes: Partial<SimArticle> = {}, change = (xml: string) => xml) {
  const { records, rejected } = parsePubmed(listOf(change(xmlOf(changes))))
  const [record] = records
  if (record === undefined) throw new Error(rejected[0]?.reason)
  return record
}

export const { signal } = new AbortController()
/** Announcement days. */
export const [SUN, MON, TUE] = ['2026-11-22', '2026-11-23', '2026-11-24'] as const

/**
 * A source and a simulated PubMed with these articles for each test, on Tuesday in New York. `queries` are those that are
 * stored, by the code of their category.
 */
export function usePubmed() {
  const stops: (() => unknown)[] = []
  beforeEach(() => setClock(NOW))
  afterEach(async () => {
    setClock(null)
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(
    articles: SimArticle[],
    queries: Record<string, string> = { 'pubmed.a': 'lanterns[ti]' },
    options: Partial<PubmedOptions> = {},
  ) {
    const simulator = startPubmedSimulator({ articles })
    stops.push(() => simulator.stop())
    const source = createPubmedSource({
      apiUrl: simulator.apiUrl,
      gapMs: 0,
      contactEmail: 'ada@example.org',
      rateLimit: localRateLimit(),
      retries: { basePauseMs: 1, tries: 2 },
      readQueries: async (codes) => new Map(Object.entries(queries).filter(([code]) => codes.includes(code))),
      ...options,
    })
    const read = (reading: Partial<Parameters<typeof source.announcements.readDays>[0]> = {}) =>
      source.announcements.readDays({ categories: Object.keys(queries), from: TUE, until: TUE, signal, ...reading })
    /** The fields of the forms that a program was sent. */
    const asked = (program: 'esearch' | 'efetch', field: string) =>
      simulator.requests.flatMap(({ url }) => {
        const { pathname, searchParams } = new URL(url, simulator.apiUrl)
        return pathname === `/${program}.fcgi` ? [searchParams.get(field) ?? ''] : []
      })
    return { simulator, source, read, asked }
  }
}
