import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { saveToList } from '#api/services/readingList/readingList.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { article, bring } from '#tests/api/services/joining/joinedWorld.ts'
import { batch, dump, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { countPapers } from '#tests/support/database.ts'

const { simulator, product, run } = usePipeline()
const OLD = '2026-10-14'
const WEDNESDAY = '2026-11-18'
const nightOf = (day: string) => setClock(new Date(`${day}T05:30:00Z`))
const READERS = ['users', 'reading_list', 'deliveries', 'interactions']

/** Stores three old papers (one on a reading list, one delivered) and five of this week. */
async function fillLibrary() {
  nightOf(OLD)
  simulator.papers.push(...batch(1, OLD, 10_001), ...batch(2, OLD, 10_002, { categories: ['math.AG'] }))
  const ada = await makeReader('ada', ['cs.LG'])
  await run('ingest')
  await saveToList(ada, { paper_id: 'arxiv:2611.10002', notes: 'to be read' })
  nightOf(WEDNESDAY)
  simulator.papers.push(...batch(5, WEDNESDAY, 20_001))
  await run('ingest')
  expect(await countPapers()).toBe(8)
  return ada
}

describe('Wipe and refetch', () => {
  test('removes old papers without references, and no data of readers', async () => {
    const ada = await fillLibrary()
    expect((await findDelivery(ada._id, OLD))?.cards).toHaveLength(1)
    await catchUp(product)
    expect((await product.index.state()).size).toBe(8)
    const before = await dump(READERS)
    const job = await run('wipe-and-refetch')
    expect(job).toMatchObject({ state: 'succeeded', counters: { removed: 1 } })
    expect(await findPaper('arxiv:2611.10003')).toBeNull()
    for (const kept of ['arxiv:2611.10001', 'arxiv:2611.10002', 'arxiv:2611.20001'])
      expect(await findPaper(kept)).not.toBeNull()
    expect(await dump(READERS)).toEqual(before)
    await catchUp(product)
    expect((await product.index.state()).size).toBe(7)
  })

  test('keeps all records of a paper that a reader saved', async () => {
    await fillLibrary()
    nightOf(OLD)
    await bring(product, article({ links: [{ type: 'has-preprint', to: 'arxiv:2611.10002', by: 'publisher' }] }))
    nightOf(WEDNESDAY)
    await run('wipe-and-refetch')
    expect(await findPaper('arxiv:2611.10002')).toMatchObject({ doi: '10.5555/a', kind: 'article' })
  })

  test('removes nothing while the source is down', async () => {
    await fillLibrary()
    await simulator.down()
    expect(await run('wipe-and-refetch')).toMatchObject({ state: 'failed' })
    simulator.up()
    expect(await countPapers()).toBe(8)
  })

  test('removes nothing when the source returns too few papers', async () => {
    await fillLibrary()
    simulator.papers.splice(5)
    const job = await run('wipe-and-refetch')
    expect(job.state).toBe('partial')
    expect(job.error).toStartWith('Nothing was removed: of 5 papers')
    expect(await countPapers()).toBe(8)
  })

  test('can be repeated', async () => {
    await fillLibrary()
    await run('wipe-and-refetch')
    const before = await dump(['papers', 'announcements', ...READERS].filter((name) => name !== 'papers'))
    expect(await run('wipe-and-refetch')).toMatchObject({ state: 'succeeded', counters: { new: 0, updated: 0 } })
    expect(await dump(Object.keys(before))).toEqual(before)
    expect(await countPapers()).toBe(7)
  })
})
