import { addDays, ARXIV_ZONE, dayIn, instantOf, now } from '#api/platform/clock.ts'
import type { World } from '#tests/simulators/world.ts'
import type { useLifetime } from './lifetime.ts'
import { findDifferences, makeReaders } from './worldCheck.ts'
import { sized } from '#tests/support/longRun.ts'
import type { Difference } from './compareDeliveries.ts'

export const PHASES = [
  'before the feeds',
  'between two feeds',
  'before the changes',
  'before the fill',
  'in delivery',
] as const
export type Phase = (typeof PHASES)[number]

export interface Outage {
  of: 'the product' | 'arXiv'
  phase: Phase
  /** The announcement day on which it begins. */
  day: string
  /** Days until it ends, at `back` Eastern. */
  days: number
  back: string
}

const LOOK_BACK_DAYS = 10
const DAYS_AROUND = 4
/** The days of them that the product lives through, each of which takes a second or more. */
const DAYS_LIVED_AROUND = sized({ short: 1, long: 2, everything: DAYS_AROUND })

/** First and last day of a world that holds `outage` with some days around it. */
export const spanOf = ({ day, days }: Outage) => ({
  from: addDays(day, -DAYS_AROUND - 1),
  until: addDays(day, days + DAYS_AROUND),
})

/**
 * Lives through `outage`, and some days before and after it, with three readers. When it was longer than the look-back, an admin
 * fetches the days before that. Returns what the readers got differently from what was announced.
 */
export async function liveThrough(
  life: ReturnType<typeof useLifetime>,
  world: World,
  outage: Outage,
): Promise<Difference[]> {
  const { simulator } = life
  const from = addDays(outage.day, -DAYS_LIVED_AROUND)
  const until = addDays(outage.day, outage.days + DAYS_LIVED_AROUND)
  const backAt = instantOf(addDays(outage.day, outage.days), outage.back, ARXIV_ZONE)
  await beginWorld(life, world, from)
  const readers = await makeReaders()
  await life.turnOn()
  if (outage.phase === 'before the feeds') {
    await life.liveUntil(instantOf(addDays(outage.day, -1), '23:30', ARXIV_ZONE))
    await begin()
  } else {
    await life.liveUntil(instantOf(outage.day, '00:00', ARXIV_ZONE))
    arm()
    await life.liveUntil(instantOf(outage.day, '23:30', ARXIV_ZONE))
    // Nothing of the phase happened on that day.
    await begin()
  }
  await life.liveUntil(backAt)
  await end()
  if (outage.days > LOOK_BACK_DAYS) await backfill(life, addDays(outage.day, -1))
  await life.liveUntil(instantOf(until, '23:30', ARXIV_ZONE))
  return findDifferences({ world, readers, simulator, from, until })

  async function begin(): Promise<void> {
    simulator.onRequest = null
    life.hooks.onReaderDelivered = null
    if (outage.of === 'arXiv') await simulator.down()
    else await life.turnOff()
  }

  async function end(): Promise<void> {
    if (outage.of === 'arXiv') simulator.up()
    else await life.turnOn()
  }

  /** Begins the outage in the middle of the day's work. */
  function arm(): void {
    let feeds = 0
    let isOut = false
    if (outage.phase === 'in delivery') life.hooks.onReaderDelivered = life.turnOffNow
    simulator.onRequest = ({ door }) => {
      if (door === 'rss') feeds += 1
      isOut ||= outage.phase === 'between two feeds' && feeds === 3
      isOut ||= outage.phase === 'before the changes' && door === 'oai'
      isOut ||= outage.phase === 'before the fill' && door === 'api'
      if (!isOut) return undefined
      if (outage.of === 'the product') life.turnOffNow()
      return new Response('Service Unavailable', { status: 503 })
    }
  }
}

/** Puts the world on the simulated arXiv, and sets the clock to the first minutes of `day`. */
export async function beginWorld(life: ReturnType<typeof useLifetime>, world: World, day: string): Promise<void> {
  life.simulator.papers.length = 0
  life.simulator.papers.push(...world.papers)
  await life.begin(instantOf(day, '00:05', ARXIV_ZONE))
}

/** What an admin does about days that are older than the look-back. */
async function backfill(life: ReturnType<typeof useLifetime>, from: string): Promise<void> {
  await life.run('ingest', { source: 'arxiv', from, until: dayIn(ARXIV_ZONE, now()) })
}
