import { expect, test } from 'bun:test'
import { addDays, ARXIV_ZONE, instantOf } from '#api/platform/clock.ts'
import { deriveDays } from '#api/sources/arxiv/numbering.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'
import { visibleAt } from '#tests/simulators/arxivState.ts'
import { makeWorld } from '#tests/simulators/world.ts'

/** Weeks of a simulated arXiv, without the rest of the product: many more worlds than the tests of recovery can have. */
const SEEDS = sized({ short: 2, long: 20, everything: 60 })
const [FROM, UNTIL] = ['2026-09-28', '2026-12-01']
const HOLIDAYS = ['2026-10-12', '2026-11-26']
const BEGINS = ['2026-10-09', '2026-10-13', '2026-10-30']

test.each(Array.from({ length: SEEDS }, (_, n) => WORLD_SEED + n))(
  'The days of all papers of outages of 1, 3, 10 and 30 days follow from their numbers, seed %d',
  (seed) => {
    const { papers } = makeWorld({ seed, from: FROM, until: UNTIL, holidays: HOLIDAYS })
    for (const [begin, days] of BEGINS.flatMap((day) => [1, 3, 10, 30].map((length) => [day, length] as const))) {
      const isMissed = (day: string) => day >= begin && day < addDays(begin, days)
      const seen = visibleAt(papers, instantOf(addDays(begin, days), '06:00', ARXIV_ZONE))
      const announced = seen.map(({ paper, version, datestamp }) => ({
        on: paper.announced[0]?.on ?? '',
        source_id: paper.id,
        published_at: paper.versions[0]?.at ?? null,
        public_by: datestamp,
        versions: paper.versions.slice(0, version).map(({ at }, n) => ({ version: n + 1, at })),
      }))
      const derived = deriveDays(
        announced.map(({ on, ...paper }) => ({ ...paper, announced_on: on >= FROM && !isMissed(on) ? on : null })),
      )
      const missed = announced.filter(({ on }) => isMissed(on))
      expect(missed.length).toBeGreaterThan(0)
      const wrong = missed.filter(({ on, source_id }) => derived.get(source_id)?.arrived_on !== on)
      expect({ begin, days, wrong: wrong.map(({ source_id }) => source_id) }).toEqual({ begin, days, wrong: [] })
    }
  },
)
