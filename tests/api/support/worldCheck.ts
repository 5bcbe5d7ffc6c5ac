import { ARXIV_ZONE, dayIn } from '#api/platform/clock.ts'
import { findDelivery, findDeliveryDays } from '#api/store/readers/deliveries.ts'
import type { ArxivSimulator } from '#tests/simulators/arxiv.ts'
import { expectFor } from '#tests/simulators/oracle.ts'
import type { World } from '#tests/simulators/world.ts'
import { compareDeliveries, type DeliveredDay, type Difference } from './compareDeliveries.ts'
import { makeReader } from './readers.ts'

/** Readers of large and small archives, of an aliased category, and of categories that are rarely the primary one. */
export const READERS: Readonly<Record<string, string[]>> = {
  ada: ['cs.LG', 'stat.ML'],
  bela: ['math.PR', 'cs.NA', 'hep-th'],
  cleo: ['astro-ph.GA', 'eess.SY', 'quant-ph'],
}

/** Creates the readers. Returns their ids by name. */
export async function makeReaders(): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [name, categories] of Object.entries(READERS)) ids.set(name, (await makeReader(name, categories))._id)
  return ids
}

interface Check {
  world: World
  readers: ReadonlyMap<string, string>
  simulator: ArxivSimulator
  /** First and last announcement day to compare. */
  from: string
  until: string
}

/** Every difference between the deliveries of all readers and what the world announced to them. */
export async function findDifferences({ world, readers, simulator, from, until }: Check): Promise<Difference[]> {
  const days = world.days.filter((day) => day >= from && day <= until)
  const readOn = daysReadFromFeeds(simulator)
  const differences: Difference[] = []
  for (const [reader, id] of readers) {
    const categories = READERS[reader] ?? []
    const delivered = await readDeliveries(id)
    // A delivery of a day without announcement is compared as well: nothing is due on it.
    const others = [...delivered.keys()].filter((day) => day >= from && day <= until && !days.includes(day))
    const expected = expectFor(world.papers, categories, world.days.findLast((day) => day < from) ?? from)
    differences.push(
      ...compareDeliveries({
        reader,
        expected,
        delivered,
        days: [...days, ...others].toSorted(),
        wasAnnouncementRead: (day) => readOn.has(day),
      }),
    )
  }
  return differences
}

/** The Eastern days on which every feed that was requested was sent correctly. */
export function daysReadFromFeeds({ requests }: ArxivSimulator): Set<string> {
  const feeds = requests.filter(({ door }) => door === 'rss')
  const byDay = Map.groupBy(feeds, ({ at }) => dayIn(ARXIV_ZONE, at))
  const names = new Set(feeds.map(({ url }) => url))
  return new Set(
    [...byDay].flatMap(([day, all]) => {
      const correct = all.filter(({ status, altered }) => !altered && (status === 200 || status === 304))
      const sent = new Set(correct.map(({ url }) => url))
      return sent.size === names.size ? [day] : []
    }),
  )
}

/** The deliveries of a reader by day, oldest first. */
export async function readDeliveries(userId: string): Promise<Map<string, DeliveredDay>> {
  const days = (await findDeliveryDays(userId)).map(({ on }) => on).toSorted()
  const records = await Promise.all(days.map((day) => findDelivery(userId, day)))
  return new Map(
    records.flatMap((record) => {
      if (record === null) return []
      const { day, cards, places, ledger } = record
      return [[day, { cards: cards.map((card) => card.paper_id), places, ledger }] as const]
    }),
  )
}

/** The differences in words, with the seed, counted by kind. Empty when there are none. */
export function report(seed: number, differences: readonly Difference[], shown = 12): string {
  if (differences.length === 0) return ''
  const kinds = Map.groupBy(differences, ({ kind }) => kind)
  const counts = [...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(', ')
  const lines = [...kinds.values()].flatMap((all) => all.slice(0, Math.ceil(shown / kinds.size)))
  return [`WORLD_SEED=${seed}: ${counts}`, ...lines.map(({ text }) => text)].join('\n')
}
