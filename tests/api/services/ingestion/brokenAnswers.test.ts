import { expect, test } from 'bun:test'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { setClock } from '#api/platform/clock.ts'
import { log } from '#api/platform/log.ts'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { wipeAndRefetch } from '#api/services/ingestion/wipeAndRefetch.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { batch, dump, useLibrary } from '#tests/api/support/pipeline.ts'
import { emptyDatabase, countPapers } from '#tests/support/database.ts'

const { simulator, product, run } = useLibrary()
const WEDNESDAY = '2026-11-18'
const KEPT = ['papers', 'announcements']

class Cut extends Error {}

/** A run that is cut off at its save number `cutAt`, just before or just after that was kept. */
function runUntil(cutAt: number, when: 'before' | 'after', checkpoint: unknown = null) {
  const kept = { checkpoint, saves: 0 }
  const run: JobContext = {
    id: 'cut',
    log,
    signal: new AbortController().signal,
    checkpoint,
    progress: async () => undefined,
    async save(next) {
      kept.saves += 1
      if (kept.saves === cutAt && when === 'before') throw new Cut()
      kept.checkpoint = structuredClone(next)
      if (kept.saves === cutAt) throw new Cut()
    },
    count: () => undefined,
  }
  return { run, kept }
}

async function begin(): Promise<void> {
  await emptyDatabase()
  await seedCategories()
  // Changes are up to date: what a feed tells is told by no other way, and a lost page would be missed.
  await recordSuccess('arxiv', { watermark: '2026-11-17' })
}

/** Cuts `work` off at every save, before and after, and goes on from what was kept; `check` looks at each cut and end. */
async function cutEverywhere(
  prepare: () => Promise<void>,
  work: (run: JobContext) => Promise<unknown>,
  check: (at: string) => Promise<void>,
): Promise<void> {
  for (let cutAt = 1; ; cutAt += 1)
    for (const when of ['before', 'after'] as const) {
      await prepare()
      const first = runUntil(cutAt, when)
      const cut = await work(first.run).then(
        () => false,
        (error: unknown) => error instanceof Cut,
      )
      if (!cut) {
        expect(cutAt).toBeGreaterThan(4)
        return
      }
      await check(`cut ${when} save ${cutAt}`)
      await work(runUntil(0, 'before', first.kept.checkpoint).run)
      await check('ended')
    }
}

test('Fetching that is cut off at any save ends with the library of one that was not', async () => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  for (const [place, category] of ['cs.LG', 'math.PR', 'quant-ph', 'stat.ML'].entries())
    simulator.papers.push(...batch(6, WEDNESDAY, 10_001 + 100 * place, { categories: [category] }))
  await begin()
  await ingest(product, {}, runUntil(0, 'before').run)
  const whole = await dump(KEPT)
  await cutEverywhere(
    begin,
    (run) => ingest(product, {}, run),
    async (at) => {
      if (at === 'ended') expect(await dump(KEPT)).toEqual(whole)
    },
  )
})

test('Wiping that is cut off at any save never leaves less than what it keeps in the end', async () => {
  simulator.papers.push(...batch(2, '2026-10-14', 10_001), ...batch(3, WEDNESDAY, 20_001))
  const refill = async () => {
    await emptyDatabase()
    await seedCategories()
    for (const day of ['2026-10-14', WEDNESDAY]) {
      setClock(new Date(`${day}T05:30:00Z`))
      await run('ingest')
    }
    expect(await countPapers()).toBe(5)
  }
  await cutEverywhere(
    refill,
    async (cut) => {
      await wipeAndRefetch(product, cut)
      return undefined
    },
    async (at) => {
      if (at === 'ended') expect(await countPapers()).toBe(3)
      else expect(await countPapers()).toBeGreaterThanOrEqual(3)
    },
  )
})
