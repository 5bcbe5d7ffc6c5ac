import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ARXIV_ZONE, instantOf } from '#api/platform/clock.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { loadDay } from '#tests/simulators/simPapers.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { beginWorld } from '#tests/api/support/outages.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'

const FILE = 'arxiv-2025-09-10.jsonl.gz'
const isHere = hasRealData(FILE, 'six real days read from OAI-PMH alone')
const life = useLifetime()

/** The full days of the file that are compared, with one before and one after them. */
const DAYS = ['2025-09-03', '2025-09-04', '2025-09-05', '2025-09-08', '2025-09-09', '2025-09-10']
const [BEFORE, AFTER] = ['2025-09-01', '2025-09-11']
const READERS: Record<string, string[]> = {
  ada: ['cs.LG'],
  bela: ['cs.CV', 'cs.RO'],
  cleo: ['stat.ML', 'eess.AS', 'quant-ph', 'math.OC'],
  dora: ['cs.AI', 'cs.CL', 'cs.CR', 'cs.CV', 'cs.HC', 'cs.IR', 'cs.LG', 'cs.RO', 'cs.SE'],
}

/** Lives through the days; the product is off for all that are compared if `onlyChanges`. */
async function live({ onlyChanges }: { onlyChanges: boolean }): Promise<Map<string, string>> {
  const days = [BEFORE, ...DAYS, AFTER]
  const listed = (await Promise.all(days.map((day) => loadDay(join(REAL_DATA, FILE), day)))).flat()
  // A few papers are listed again on a later day.
  const papers = [...new Map(listed.toReversed().map((paper) => [paper.id, paper])).values()].toReversed()
  await beginWorld(life, { seed: 0, papers, days }, BEFORE)
  const readers = new Map<string, string>()
  for (const [name, categories] of Object.entries(READERS)) readers.set((await makeReader(name, categories))._id, name)
  await life.turnOn()
  await life.liveUntil(instantOf('2025-09-02', '23:30', ARXIV_ZONE))
  if (onlyChanges) await life.turnOff()
  await life.liveUntil(instantOf(AFTER, '00:05', ARXIV_ZONE))
  if (onlyChanges) await life.turnOn()
  await life.liveUntil(instantOf(AFTER, '23:30', ARXIV_ZONE))
  const keys = [...readers].flatMap(([id, name]) => DAYS.map((day) => ({ id, name, day })))
  const deliveries = await Promise.all(
    keys.map(async ({ id, name, day }) => {
      const delivery = await findDelivery(id, day)
      if (delivery === null) return []
      const ids = [...delivery.cards.map(({ paper_id }) => paper_id), ...delivery.places.below_cut]
      return [[`${name} ${day}`, ids.toSorted().join(' ')] as const]
    }),
  )
  return new Map(deliveries.flat())
}

/** What each reader has to get, straight from the file. */
async function readRaw({ onlyChanges }: { onlyChanges: boolean }): Promise<Map<string, string>> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(join(REAL_DATA, FILE)).bytes()))
  const rows = text
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as { id: string; categories: string[]; crawl_date: string })
  const firstOn = new Map<string, string>()
  for (const { id, crawl_date } of rows.toSorted((one, other) => (one.crawl_date < other.crawl_date ? -1 : 1)))
    if (!firstOn.has(bare(id))) firstOn.set(bare(id), crawl_date)
  const idsOf = (day: string, chosen: readonly string[]) => {
    const found = rows.filter(({ id, crawl_date, categories }) => {
      const isFirst = crawl_date === day && firstOn.get(bare(id)) === day
      // A late cross-list: OAI-PMH does not say on which day an old paper got a category.
      if (onlyChanges && !/^250[89]\./.test(id)) return false
      return isFirst && categories.some((code) => chosen.includes(code))
    })
    return [...new Set(found.map(({ id }) => `arxiv:${bare(id)}`))].toSorted().join(' ')
  }
  return new Map(
    Object.entries(READERS).flatMap(([name, chosen]) =>
      DAYS.map((day): [string, string] => [`${name} ${day}`, idsOf(day, chosen)]),
    ),
  )
}

const bare = (id: string) => id.replace(/v\d+$/, '')

test.skipIf(!isHere).each([
  ['the feeds', false],
  ['OAI-PMH after an outage', true],
])('Six real days read from %s give every reader the papers of the raw file, on their days', async (_, onlyChanges) => {
  const got = await live({ onlyChanges })
  for (const [key, ids] of await readRaw({ onlyChanges }))
    expect(`${key}: ${got.get(key) ?? ''}`).toBe(`${key}: ${ids}`)
})
