import { afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { IndexFile } from '#api/search/indexFile.ts'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { catchUp, followPapers } from '#api/services/search/indexing.ts'
import { rebuildIndex } from '#api/services/search/rebuildIndex.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { INDEX_REBUILD, raiseCounter, readCounter } from '#api/store/papers/counters.ts'
import { ENGINES } from '#tests/api/support/engines.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { checkSearchIndex, useFolders } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import { testMongo } from '#tests/support/mongod.ts'
import { runScript } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { as, product } = useApp()
const newFolder = useFolders()
const workers: Worker[] = []
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())))

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
/** As many database commands, one after the other, as give other work of this process the time to go on. */
const giveTime = async () => {
  for (let n = 0; n < 20; n++) await readCounter('none')
}

/** Runs `work` while the index is updated in the background. */
async function follow(index: SearchIndex, work: () => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const following = followPapers({ index }, stop.signal)
  try {
    await work()
  } finally {
    stop.abort()
    await following
  }
}

const start = () => as('admin').admin['rebuild-index'].post()

describe('POST /admin/rebuild-index', () => {
  test('builds the index again, in a job that only an admin starts, once at a time, and that is in the audit log', async () => {
    await storePapers(numbers(600))
    await catchUp(product)
    // As if papers were missing in it.
    await product.index.remove(['arxiv:2611.00001', 'arxiv:2611.00002'])
    expect((await as('ada').admin['rebuild-index'].post()).status).toBe(403)
    const { data, status } = await start()
    expect([status, data?.kind]).toEqual([202, 'rebuild-index'])
    const second = await start()
    expect(second.error?.value).toMatchObject({ error: { code: 'already-running', job_id: data?.id } })
    workers.push(startWorker(product, { pollMs: 20, retryMs: 1 }))
    await follow(product.index, async () => {
      await waitUntil(async () => (await findJob(data?.id ?? ''))?.state === 'succeeded')
      expect(await product.index.state()).toMatchObject({ size: 600, rebuild: 1 })
      const again = await start()
      await waitUntil(async () => (await findJob(again.data?.id ?? ''))?.state === 'succeeded')
      expect(await product.index.state()).toMatchObject({ size: 600, rebuild: 2 })
    })
    const audit = await as('admin').admin.audit.get({ query: { action: 'POST /api/admin/rebuild-index' } })
    expect(audit.data?.total).toBeGreaterThanOrEqual(2)
  })
})

describe.each(ENGINES)('The index in $name', ({ open }) => {
  test('is built again once for each request, by the process that fills it, with its progress', async () => {
    const index = open()
    await storePapers(numbers(600))
    await follow(index, async () => {
      // OpenSearch does not answer while it begins an index.
      await waitUntil(async () => (await index.state().catch(() => null))?.indexedThrough)
      const steps: unknown[] = []
      const saved: unknown[] = []
      const run = {
        ...createJobContext(),
        progress: async (step: unknown) => void steps.push(step),
        save: async (checkpoint: unknown) => void saved.push(checkpoint),
      }
      await rebuildIndex({ index }, run)
      expect(saved).toEqual([{ rebuild: 1 }])
      expect(steps[0]).toEqual({ done: 0, total: 600, unit: 'papers', step: 'building the search index' })
      expect(steps.at(-1)).toMatchObject({ done: 600, total: 600 })
      expect(await index.state()).toMatchObject({ size: 600, rebuild: 1 })
      // The job was taken over after its worker was killed.
      await rebuildIndex({ index }, { ...run, checkpoint: { rebuild: 1 } })
      expect([await readCounter(INDEX_REBUILD), (await index.state()).rebuild]).toEqual([1, 1])
    })
    await index.close()
  })

  test('has every paper when it counts as complete, while two callers fill it', async () => {
    const inner = open()
    await storePapers(numbers(600))
    const stop = new AbortController()
    let following: Promise<void> | undefined
    const sizes: number[] = []
    let puts = 0
    const index: SearchIndex = {
      ...inner,
      async put(papers) {
        puts += 1
        // Some papers are written, and the others of the library are not yet.
        if (puts === 2) {
          await raiseCounter(INDEX_REBUILD, 1)
          following = followPapers({ index }, stop.signal)
          await giveTime()
        }
        await inner.put(papers)
      },
      async rebuild(number) {
        await inner.rebuild(number)
        await giveTime()
      },
      async markCurrent(at) {
        await inner.markCurrent(at)
        sizes.push((await inner.state()).size)
      },
    }
    await catchUp({ index })
    await waitUntil(async () => {
      const { rebuild, indexedThrough } = await inner.state()
      return rebuild === 1 && indexedThrough !== null
    })
    stop.abort()
    await following
    expect(new Set(sizes)).toEqual(new Set([600]))
    await inner.close()
  })
})

test('The health says how far the new index is', async () => {
  await storePapers([1, 2])
  await catchUp(product)
  await product.index.rebuild(1)
  expect(await checkSearchIndex(product)).toEqual({
    state: 'unknown',
    message: 'It is being filled: 0 of about 2 papers.',
  })
})

test('A process that is killed while it builds the index again loses no paper', async () => {
  const folder = newFolder()
  const count = 3_000
  await storePapers(numbers(count))
  const uri = new URL(await testMongo())
  uri.pathname = `/${mongoose.connection.name}`
  /** The product's process that fills the index. `put` is its function that writes papers. */
  const programWith = (put: string) => `
    import { openDatabase } from '#api/store/database.ts'
    import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
    import { followPapers } from '#api/services/search/indexing.ts'
    await openDatabase(${JSON.stringify(uri.href)})
    const inner = openSqliteIndex({ folder: ${JSON.stringify(folder)} })
    await followPapers({ index: { ...inner, put: ${put} } }, new AbortController().signal)`
  // It does not go on after the first papers of the new index, so that it is killed there on any machine.
  const held = `async (papers) => {
    await inner.put(papers)
    if ((await inner.state()).rebuild === 1) await new Promise(() => {})
  }`
  const file = new IndexFile(folder)
  {
    await using first = runScript(programWith(held))
    await waitUntil(() => file.state.indexedThrough)
    await raiseCounter(INDEX_REBUILD, 1)
    await waitUntil(() => file.state.rebuild === 1 && file.state.size > 0)
    await first.kill('SIGKILL')
  }
  const killed = file.state
  expect(killed).toMatchObject({ indexedThrough: null, rebuild: 1 })
  await using second = runScript(programWith('inner.put'))
  await waitUntil(() => file.state.indexedThrough)
  await second.kill('SIGKILL')
  expect(killed.size).toBeLessThan(count)
  expect(file.state).toMatchObject({ size: count, rebuild: 1 })
  file.close()
})
