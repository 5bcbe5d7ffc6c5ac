import { afterEach, beforeEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import type { SourcePage } from '#api/sources/source.ts'
import { startArxivSimulator, type ArxivOptions } from '#tests/simulators/arxiv.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { simPaper, type SimPaper } from '#tests/simulators/simPapers.ts'

export const DAY = '2026-11-20'
export const { signal } = new AbortController()

/** A source and a simulated arXiv for each test, on a Friday morning after the batch was announced. */
export function useArxiv() {
  const stops: (() => unknown)[] = []
  beforeEach(() => setClock(new Date(`${DAY}T12:00:00Z`)))
  afterEach(async () => {
    setClock(null)
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(papers: SimPaper[], options: ArxivOptions & { gapMs?: number } = {}) {
    const arxiv = startArxivSimulator({ papers, ...options })
    stops.push(() => arxiv.stop())
    const source = createArxivSource({
      ...arxiv,
      gapMs: options.gapMs ?? 0,
      rateLimit: localRateLimit(),
      contactEmail: 'ada@example.org',
      retries: { basePauseMs: 1, tries: 3 },
    })
    return { arxiv, source }
  }
}

/** Reads all pages to the end. */
export async function collect(pages: AsyncIterable<SourcePage>) {
  const read: SourcePage[] = []
  for await (const page of pages) read.push(page)
  const records = read.flatMap((page) => page.records)
  return {
    pages: read,
    records,
    ids: records.map(({ source_id }) => source_id),
    rejected: read.flatMap((page) => page.rejected),
  }
}

/** Returns the code and message of the error that a failed read throws. */
export const sentenceOf = (pages: AsyncIterable<SourcePage>) =>
  collect(pages).then(
    () => 'no failure',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

/** A paper with all fields. */
export const full = simPaper({
  id: '2611.10001',
  title: String.raw`Counting Lanterns & Fog: <5 nm at $\epsilon < 0.2$ by Erd\H{o}s`,
  abstract: 'First paragraph with $5 and $6.\n  Second paragraph. Code: https://github.com/example/lantern.',
  authors: [
    { name: 'Mirela Quillfeather', affiliation: 'Institute of Invented Studies, Nowhere' },
    { name: 'Tomás Óðinsson' },
  ],
  categories: ['cs.CV', 'cs.SY', 'math.NA', 'I.2.7'],
  versions: [{ at: new Date('2026-11-19T16:02:44Z') }],
  comment: '12 pages; accepted',
  journal_ref: 'J. Imaginary Vis. 3 (2026) 11-29',
  dois: ['10.5555/JIV.2026.0011', '10.5555/second'],
})
