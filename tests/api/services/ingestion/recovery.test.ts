import { describe, expect, test } from 'bun:test'
import { ARXIV_ZONE, instantOf } from '#api/platform/clock.ts'
import { makeWorld, type WorldOptions } from '#tests/simulators/world.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { beginWorld, liveThrough, PHASES, spanOf, type Outage } from '#tests/api/support/outages.ts'
import { findDifferences, makeReaders, report } from '#tests/api/support/worldCheck.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'

const life = useLifetime()

/** Weekdays without announcement: the first is not in the product's calendar, the second is. */
const HOLIDAYS = ['2026-10-12', '2026-11-26']
/** Small enough for the suite, large enough that each batch has held, replaced and cross-listed papers. */
const SMALL: Pick<WorldOptions, 'perDay' | 'heldShare'> = { perDay: 24, heldShare: 0.12 }
const WORLD = sized({ short: SMALL, long: SMALL, everything: {} })

/** A day read in part, one not read at all, and the unknown holiday. */
const SHORT: Outage[] = [{ of: 'the product', phase: 'between two feeds', day: '2026-10-08', days: 5, back: '13:00' }]

const BEGINS = ['2026-10-09', '2026-10-13', '2026-10-30', '2026-11-25']
const ENDS = ['13:00', '22:45', '00:20', '06:00']
const MATRIX: Outage[] = [1, 3, 10, 30].flatMap((days, row) =>
  PHASES.flatMap((phase, column) =>
    (['the product', 'arXiv'] as const)
      .filter((of) => of === 'the product' || phase !== 'in delivery')
      .map((of, at) => ({
        of,
        phase,
        // 30 days from the last of these days are longer than the calendar's year.
        day: BEGINS[(row + column + at) % (days === 30 ? 2 : BEGINS.length)] ?? '',
        days,
        back: ENDS[(row + 2 * column + at) % ENDS.length] ?? '',
      })),
  ),
)

/** The long run has those of a day; the longest run those of up to 30 days, too. */
const OUTAGES = sized({
  short: SHORT,
  long: [...SHORT, ...MATRIX.filter(({ days }) => days === 1)],
  everything: [...SHORT, ...MATRIX],
})

const name = ({ of, phase, day, days, back }: Outage) => `${of} off ${phase} of ${day} for ${days} days until ${back}`

describe('From healthy feeds, every reader gets every announced paper once, on its day', () => {
  const variants: [string, Omit<WorldOptions, 'seed'>][] = [
    ['over a holiday that the calendar lacks', { from: '2026-10-07', until: '2026-10-14', holidays: HOLIDAYS }],
    ['on a day that the calendar takes for a holiday', { from: '2026-11-20', until: '2026-12-01' }],
    ['for 60 days', { from: '2026-09-28', until: '2026-12-01', holidays: HOLIDAYS }],
  ]
  test.each(variants.slice(0, sized({ short: 1, long: 2, everything: 3 })))('%s', async (_, options) => {
    const world = makeWorld({ ...WORLD, seed: WORLD_SEED, ...options })
    const [, from = ''] = world.days
    await beginWorld(life, world, from)
    const readers = await makeReaders()
    await life.turnOn()
    await life.liveUntil(instantOf(options.until, '23:30', ARXIV_ZONE))
    const { simulator } = life
    const differences = await findDifferences({ world, readers, simulator, from, until: options.until })
    expect(report(WORLD_SEED, differences)).toBe('')
  })
})

describe('After an outage, every reader has every announced paper once, on its day', () => {
  test.each(OUTAGES.map((outage): [string, Outage] => [name(outage), outage]))('%s', async (_, outage) => {
    const isShuffled = MATRIX.indexOf(outage) % 3 === 2
    const world = makeWorld({
      ...WORLD,
      ...spanOf(outage),
      seed: WORLD_SEED,
      holidays: HOLIDAYS,
      shuffled: isShuffled,
    })
    expect(report(WORLD_SEED, await liveThrough(life, world, outage))).toBe('')
  })
})
