import { expect, test } from 'bun:test'
import { ARXIV_ZONE, dayIn, instantOf } from '#api/platform/clock.ts'
import { makeWorld } from '#tests/simulators/world.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { beginWorld } from '#tests/api/support/outages.ts'
import { createSource } from '#tests/api/support/pipeline.ts'
import { makeReaders } from '#tests/api/support/worldCheck.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'

const life = useLifetime()
const world = makeWorld({ seed: WORLD_SEED, from: '2026-09-14', until: '2026-09-18', perDay: 12 })
/** The longest run has the gap that arXiv asks for. */
const GAP_MS = sized({ short: 30, long: 30, everything: 3_000 })
const LAST_DAY = sized({ short: '2026-09-16', long: '2026-09-17' })
/** Nine feeds, changes and exact times, each read at most twice more, and the feeds once more in between. */
const REQUESTS_PER_DAY_MAX = 60
const HOUR_MS = 3_600_000

/** From 00:05 of the second announcement day to 23:30 of `until`. */
async function live(until: string): Promise<void> {
  await beginWorld(life, world, world.days[1] ?? '')
  await makeReaders()
  life.sources.set('arxiv', createSource(life.simulator, { gapMs: GAP_MS }))
  await life.turnOn()
  await life.liveUntil(instantOf(until, '23:30', ARXIV_ZONE))
}

test(`Until ${LAST_DAY} arXiv gets one request at a time, with a pause between them, few, and conditional ones`, async () => {
  await live(LAST_DAY)
  const { simulator } = life
  expect(simulator.maxConcurrentRequests).toBe(1)
  expect(Math.min(...simulator.gaps())).toBeGreaterThanOrEqual(GAP_MS)
  const perDay = [...Map.groupBy(simulator.requests, ({ at }) => dayIn(ARXIV_ZONE, at)).values()].map(
    ({ length }) => length,
  )
  expect(Math.max(...perDay)).toBeLessThanOrEqual(REQUESTS_PER_DAY_MAX)

  // A feed that was read before is requested only in case it has changed.
  const feeds = simulator.requests.filter(({ door }) => door === 'rss')
  const repeats = [...Map.groupBy(feeds, ({ url }) => url).values()].flatMap(([, ...again]) => again)
  expect(repeats.length).toBeGreaterThan(0)
  const log = [
    `requests per day: ${perDay.join(', ')}`,
    `at once: ${simulator.maxConcurrentRequests}`,
    `smallest gap: ${Math.min(...simulator.gaps()).toFixed(1)} ms`,
    `conditional: ${repeats.filter(({ conditional }) => conditional).length} of ${repeats.length} repeats`,
  ]
  console.log(log.join('; '))
  expect(
    repeats.filter(({ conditional }) => !conditional).map(({ url, at }) => `${url} at ${at.toISOString()}`),
  ).toEqual([])
})

test('An arXiv that asks for two hours of rest gets them, on all of its interfaces', async () => {
  let askedAt: Date | null = null
  life.simulator.onRequest = ({ door, at }) => {
    if (door !== 'oai' || askedAt !== null) return undefined
    askedAt = at
    return new Response('busy', { status: 429, headers: { 'retry-after': '7200' } })
  }
  await live('2026-09-15')
  expect(askedAt).not.toBeNull()
  const rested = life.simulator.requests.filter(({ at }) => askedAt !== null && at > askedAt)
  const early = rested.filter(({ at }) => at.getTime() < (askedAt?.getTime() ?? 0) + 2 * HOUR_MS)
  expect(early.map(({ url, at }) => `${url.slice(0, 40)} at ${at.toISOString()}`)).toEqual([])
})
