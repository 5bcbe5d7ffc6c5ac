import { describe, expect, test } from 'bun:test'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { UPSTREAM_FAULTS } from '#tests/simulators/upstreamFaults.ts'
import { liveWithFaults, smallWorld, type Faulty } from '#tests/api/support/faultyDay.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'

const life = useLifetime()
const world = smallWorld(WORLD_SEED)

const alone = UPSTREAM_FAULTS.flatMap((fault) => fault.doors.map((door): Faulty => [{ fault, door }]))
/** The faults that the short run has time for, and those of each longer one: the ways in which a day can be damaged. */
const SHORT = new Set(['HTML from one archive, rss'])
const LONG = new Set([
  ...SHORT,
  'Latin-1 without a declaration, rss',
  'half of the feed, rss',
  'ever new tokens with the same records, oai',
])

const onDoor = (wanted: string) => alone.filter(([one]) => one?.door === wanted)

/** Each fault of the feeds once, with a fault of OAI-PMH drawn for it. */
function drawPairs(): Faulty[] {
  const random = new RandomNumbers(WORLD_SEED)
  return onDoor('rss').map((feed) => [...feed, ...random.pick(onDoor('oai'))])
}

const name = (faulty: Faulty) => faulty.map(({ fault, door }) => `${fault.name}, ${door}`).join(' and ')
const named = (cases: readonly Faulty[]) => cases.map((faulty): [string, Faulty] => [name(faulty), faulty])

test('At least 60 faults are tried', () => {
  expect(UPSTREAM_FAULTS.length).toBeGreaterThanOrEqual(60)
  expect(named(alone).filter(([one]) => LONG.has(one))).toHaveLength(LONG.size)
})

describe('A day with a fault of arXiv costs no reader a paper, and the next day is read as ever', () => {
  const cases = sized({
    short: named(alone).filter(([one]) => SHORT.has(one)),
    // A twentieth of the others, and the next seed has another one; without those that wait for time limits, for hours.
    long: named(alone).filter(
      ([one, [part]], index) => LONG.has(one) || (part?.fault.times === undefined && index % 20 === WORLD_SEED % 20),
    ),
    everything: named([...alone, ...drawPairs()]),
  })
  test.each(cases)('%s', async (_, faulty) => {
    expect(await liveWithFaults(life, world, faulty)).toBe('')
  })
})
