import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { loadDay } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { dump, simulateArxiv, waitUntil } from '#tests/api/support/pipeline.ts'

const FILE = 'arxiv-2025-09-10.jsonl.gz'
const file = join(REAL_DATA, FILE)
const isHere = hasRealData(FILE, 'a whole real day through the pipeline')

const DAY = '2025-09-03'
/** The longest list of a day. */
const CUT = 300
const KEPT = [
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

/** Id and categories of the papers of the day, read without a line of the product or the simulator. */
async function readRaw(): Promise<{ id: string; categories: string[] }[]> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(file).bytes()))
  const rows = text.trim().split('\n')
  const papers = rows.map((row) => JSON.parse(row) as { id: string; categories: string[]; crawl_date: string })
  return papers.filter(({ crawl_date }) => crawl_date === DAY)
}

/** Asks for a fetching and waits until nothing is left to do. */
async function fetchAll(): Promise<Record<string, number>> {
  const admin = as('admin').admin
  const { data: job } = await admin['fetch-all-sources'].post({}, { query: {} })
  const isQuiet = async () => {
    const { data } = await admin.jobs.get({ query: { limit: 100 } })
    return data?.items.every(({ state }) => state !== 'queued' && state !== 'running') ?? false
  }
  await waitUntil(isQuiet)
  const { data } = await admin.jobs({ id: job?.id ?? '' }).get()
  expect(data).toMatchObject({ state: 'succeeded', counters: { quarantined: 0 } })
  return data?.counters ?? {}
}

test.skipIf(!isHere)(
  'A whole real announcement reaches each reader as the raw file has it, and a second fetching changes nothing',
  async () => {
    setClock(new Date(`${DAY}T06:00:00Z`))
    const raw = await readRaw()
    simulator.papers.push(...(await loadDay(file, DAY)))
    const readers = {
      ada: ['cs.LG'],
      bela: ['cs.CV', 'cs.RO'],
      // Categories that no paper of the day has for its primary one.
      cleo: ['stat.ML', 'eess.AS', 'quant-ph', 'math.OC'],
      // More than the longest list of a day.
      dora: ['cs.AI', 'cs.CL', 'cs.CR', 'cs.CV', 'cs.HC', 'cs.IR', 'cs.LG', 'cs.RO', 'cs.SE'],
    }
    for (const [name, category_ids] of Object.entries(readers)) await as(name).users.me.put({ category_ids })
    const worker = startWorker(product, { pollMs: 20, retryMs: 1 })
    try {
      expect((await fetchAll())['new']).toBe(raw.length)
      for (const [name, chosen] of Object.entries(readers)) {
        const announced = raw.filter(({ categories }) => categories.some((code) => chosen.includes(code)))
        const ids = announced.map(({ id }) => `arxiv:${id}`).toSorted()
        expect(ids.length).toBeGreaterThan(name === 'dora' ? CUT : 0)
        const me = as(name).users.me
        const { data: dashboard } = await me.dashboard.get({ query: {} })
        expect(dashboard?.day).toBe(DAY)
        expect(dashboard?.ledger).toEqual({
          announced: ids.length,
          shown: Math.min(ids.length, CUT),
          below_cut: Math.max(0, ids.length - CUT),
          seen_before: 0,
          older_version: 0,
          cross_list: 0,
          muted: 0,
        })
        const { data: list } = await me.ledger({ day: DAY })({ where: 'announced' }).get()
        expect(list?.items.map(({ id }) => id).toSorted()).toEqual(ids)
        const { data: delivered } = await me['delivered-cards'].get({ query: { skip: 0, limit: 999 } })
        const shown = delivered?.items.map(({ paper }) => paper.id) ?? []
        expect(new Set(shown).size).toBe(Math.min(ids.length, CUT))
        expect(shown.filter((id) => !ids.includes(id))).toEqual([])
      }
      const before = await dump(KEPT)
      expect(await fetchAll()).toMatchObject({ new: 0, updated: 0 })
      expect(await dump(KEPT)).toEqual(before)
    } finally {
      await worker.stop()
      setClock(null)
    }
  },
)
