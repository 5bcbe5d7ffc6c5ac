import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { createCrossrefSource } from '#api/sources/crossref/crossref.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startCrossrefSimulator, type SimWork } from '#tests/simulators/crossref.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { Sources } from '#api/sources/sources.ts'

/** A simulated arXiv that announced three papers on `day`, as the only source, without its long pauses. */
export function startArxiv(day: string) {
  const simulator = startArxivSimulator({ papers: simBatch(3, day) })
  const { rssUrl, oaiUrl, apiUrl, htmlUrl } = simulator
  const arxiv = createArxivSource({
    rssUrl,
    oaiUrl,
    apiUrl,
    htmlUrl,
    gapMs: 0,
    retries: { tries: 2, basePauseMs: 1, pauseMaxMs: 2, breakerFailures: 1_000_000 },
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
  })
  return { simulator, sources: new Sources([arxiv]) }
}

/** A simulated Crossref with `works`, without pauses. */
export function startCrossref(works: SimWork[]) {
  const simulator = startCrossrefSimulator({ works })
  const crossref = createCrossrefSource({
    apiUrl: simulator.apiUrl,
    gapMs: 0,
    retries: { tries: 2, basePauseMs: 1, pauseMaxMs: 2, breakerFailures: 1_000_000 },
    rateLimit: mongoRateLimit(),
  })
  return { simulator, crossref }
}
