import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { loadDay } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { dump, simulateArxiv } from '#tests/api/support/pipeline.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const FILE = 'arxiv-2025-09-10.jsonl.gz'
const file = join(REAL_DATA, FILE)
const isHere = hasRealData(FILE, 'a whole real day through the pipeline')

const DAY = '2025-09-03'
/** Most cards of a delivery. */
const CARDS_MAX = 300
const COLLECTIONS = [
  'papers',
  'announcements',
  'deliveries',
  'interactions',
  'quarantine',
  'counters',
  'users',
  'categories',
  'outbox',
]

const { simulator, sources } = simulateArxiv()
const { as, product } = useApp({ sources })
afterAll(() => simulator.stop())

/** Reads id and categories of the papers of the day without code of the product or the simulator. */
async function readRaw(): Promise<{ id: string; categories: string[] }[]> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(file).bytes()))
  const rows = text.trim().split('\n')
  const papers = rows.map((row) => JSON.parse(row) as { id: string; categories: string[]; crawl_date: string })
  return papers.filter(({ crawl_date }) => crawl_date === DAY)
}

/** Starts an ingestion of all sources, waits until no job is open, and returns the counters of the ingestion. */
async function fetchAll(): Promise<Record<string, number>> {
  const admin = as('admin').admin
  const { data: job } = await admin['fetch-all-sources'].post({}, { query: {} })
  const areJobsDone = async () => {
    const { data } = await admin.jobs.get({ query: { limit: 100 } })
    return data?.items.every(({ state }) => state !== 'queued' && state !== 'running') ?? false
  }
  await waitUntil(areJobsDone)
  const { data } = await admin.jobs({ id: job?.id ?? '' }).get()
  expect(data).toMatchObject({ state: 'succeeded', counters: { quarantined: 0 } })
  return data?.counters ?? {}
}

test.skipIf(!isHere)(
  'A whole real announcement is delivered to each reader as in the raw file, and a second ingestion changes nothing',
  async () => {
    setClock(new Date(`${DAY}T06:00:00Z`))
    const raw = await readRaw()
    simulator.papers.push(...(await loadDay(file, DAY)))
    const readers = {
      ada: ['cs.LG'],
      bela: ['cs.CV', 'cs.RO'],
      // Categories that are not the primary category of any paper of the day.
      cleo: ['stat.ML', 'eess.AS', 'quant-ph', 'math.OC'],
      // More papers than a delivery may have cards.
      dora: ['cs.AI', 'cs.CL', 'cs.CR', 'cs.CV', 'cs.HC', 'cs.IR', 'cs.LG', 'cs.RO', 'cs.SE'],
    }
    for (const [name, category_ids] of Object.entries(readers)) await as(name).users.me.put({ category_ids })
    const worker = startWorker(product, { pollMs: 20, retryMs: 1 })
    try {
      expect((await fetchAll())['new']).toBe(raw.length)
      for (const [name, chosen] of Object.entries(readers)) {
        const announced = raw.filter(({ categories }) => categories.some((code) => chosen.includes(code)))
        const ids = announced.map(({ id }) => `arxiv:${id}`).toSorted()
        expect(ids.length).toBeGreaterThan(name === 'dora' ? CARDS_MAX : 0)
        const me = as(name).users.me
        const { data: dashboard } = await me.dashboard.get({ query: {} })
        expect(dashboard?.day).toBe(DAY)
        expect(dashboard?.ledger).toEqual({
          announced: ids.length,
          shown: Math.min(ids.length, CARDS_MAX),
          below_cut: Math.max(0, ids.length - CARDS_MAX),
          seen_before: 0,
          saved_before: 0,
          dismissed_before: 0,
          older_version: 0,
          cross_list: 0,
          muted: 0,
        })
        const { data: list } = await me.ledger({ day: DAY })({ where: 'announced' }).get()
        expect(list?.items.map(({ id }) => id).toSorted()).toEqual(ids)
        const { data: delivered } = await me['delivered-cards'].get({ query: { skip: 0, limit: 999 } })
        const shown = delivered?.items.map(({ paper }) => paper.id) ?? []
        expect(new Set(shown).size).toBe(Math.min(ids.length, CARDS_MAX))
        expect(shown.filter((id) => !ids.includes(id))).toEqual([])
      }
      const before = await dump(COLLECTIONS)
      expect(await fetchAll()).toMatchObject({ new: 0, updated: 0 })
      expect(await dump(COLLECTIONS)).toEqual(before)
    } finally {
      await worker.stop()
      setClock(null)
    }
  },
)
