import { expect, test } from 'bun:test'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { setClock } from '#api/platform/clock.ts'
import { log } from '#api/platform/log.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { wipeAndRefetch } from '#api/services/ingestion/wipeAndRefetch.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { batch, dump, usePipeline } from '#tests/api/support/pipeline.ts'
import { countPapers, readContents, resetDatabase, restoreContents } from '#tests/support/database.ts'
import { sized } from '#tests/support/longRun.ts'

const { simulator, product, work, run } = usePipeline()
const WEDNESDAY = '2026-11-18'
const COLLECTIONS = ['papers', 'announcements']

class Interruption extends Error {}

/** A job context that interrupts the run at save number `saveNumber`, before or after the checkpoint is stored. */
function runUntil(saveNumber: number, when: 'before' | 'after', checkpoint: unknown = null) {
  const stored = { checkpoint, saves: 0 }
  const run: JobContext = {
    id: 'interrupted',
    log,
    signal: new AbortController().signal,
    checkpoint,
    progress: async () => undefined,
    async save(next) {
      stored.saves += 1
      if (stored.saves === saveNumber && when === 'before') throw new Interruption()
      stored.checkpoint = structuredClone(next)
      if (stored.saves === saveNumber) throw new Interruption()
    },
    count: () => undefined,
    problem: () => undefined,
    share: async () => undefined,
  }
  return { run, stored }
}

async function begin(): Promise<void> {
  await resetDatabase()
  // With this watermark the changes are not read: the papers are only in the feeds, so a lost page is detected.
  await recordSuccess('arxiv', { watermark: '2026-11-17' })
}

/** The short run interrupts each save at one of the moments, in turn. */
const momentsOf = (saveNumber: number) =>
  sized({ short: [saveNumber % 2 === 0 ? 'before' : 'after'], long: ['before', 'after'] } as const)

/**
 * Interrupts `work` before and after every save and resumes it from the stored checkpoint. Calls `check` after each
 * interruption and at each end.
 */
async function interruptEverywhere(
  prepare: () => Promise<void>,
  work: (run: JobContext) => Promise<unknown>,
  check: (at: string) => Promise<void>,
): Promise<void> {
  for (let saveNumber = 1; ; saveNumber += 1)
    for (const when of momentsOf(saveNumber)) {
      await prepare()
      const first = runUntil(saveNumber, when)
      const interrupted = await work(first.run).then(
        () => false,
        (error: unknown) => error instanceof Interruption,
      )
      if (!interrupted) {
        expect(saveNumber).toBeGreaterThan(4)
        return
      }
      await check(`interrupted ${when} save ${saveNumber}`)
      await work(runUntil(0, 'before', first.stored.checkpoint).run)
      await check('ended')
    }
}

test('An ingestion interrupted at any save ends with the same library as an uninterrupted one', async () => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  for (const [index, category] of ['cs.LG', 'math.PR', 'quant-ph', 'stat.ML'].entries())
    simulator.papers.push(...batch(6, WEDNESDAY, 10_001 + 100 * index, { categories: [category] }))
  await begin()
  await ingest(product, {}, runUntil(0, 'before').run)
  const expected = await dump(COLLECTIONS)
  await interruptEverywhere(
    begin,
    (run) => ingest(product, {}, run),
    async (at) => {
      if (at === 'ended') expect(await dump(COLLECTIONS)).toEqual(expected)
    },
  )
})

test('A wipe-and-refetch interrupted at any save never removes a paper that it keeps in the end', async () => {
  simulator.papers.push(...batch(2, '2026-10-14', 10_001), ...batch(3, WEDNESDAY, 20_001))
  const worker = work()
  for (const day of ['2026-10-14', WEDNESDAY]) {
    setClock(new Date(`${day}T05:30:00Z`))
    await run('ingest')
  }
  expect(await countPapers()).toBe(5)
  // A running worker stores heartbeats.
  await worker.stop()
  const contents = await readContents()
  await interruptEverywhere(
    () => restoreContents(contents),
    async (context) => {
      await wipeAndRefetch(product, context)
      return undefined
    },
    async (at) => {
      if (at === 'ended') expect(await countPapers()).toBe(3)
      else expect(await countPapers()).toBeGreaterThanOrEqual(3)
    },
  )
})
