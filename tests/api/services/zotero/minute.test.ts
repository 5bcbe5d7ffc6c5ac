import { afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { requestZoteroSyncs } from '#api/services/zotero/syncSchedule.ts'
import { joinItems, partItems } from '#api/store/readers/joinedItems.ts'
import { paperId } from '#tests/api/support/library.ts'
import { useSending } from '#tests/api/support/zoteroSending.ts'
import { sized } from '#tests/support/longRun.ts'

const { change, connectToSend, list, product, run, save, sent, settle, simulator, stopWorkers, sync } = useSending()
const LIBRARIES = sized({ short: 500, long: 5_000 })
const MINUTE_MS = 60_000

const collection = (name: string) => mongoose.connection.collection<{ _id: string }>(name)
const queued = () => collection('jobs').countDocuments({ open: true, kind: 'sync-zotero' })
const after = (ms: number) => setClock(new Date(Date.now() + ms))

afterEach(async () => {
  await mongoose.connection.db!.setProfilingLevel('off')
  await collection('system.profile').drop()
})

/** The commands of one call of the rule, in order. */
async function profile() {
  const { db } = mongoose.connection
  await db!.setProfilingLevel('off')
  await collection('system.profile').drop()
  await db!.setProfilingLevel('all')
  await requestZoteroSyncs(product)
  await db!.setProfilingLevel('off')
  const found = await db!.collection('system.profile').find().sort({ ts: 1 }).toArray()
  return found.map(({ ns, op, docsExamined = 0, keysExamined = 0 }) => ({
    on: `${op} ${String(ns).replace(/^[^.]*\./, '')}`,
    docsExamined: Number(docsExamined),
    keysExamined: Number(keysExamined),
  }))
}

const item = { tags: ['night'], notes: 'Own words' }
/** Changes of the list, given the ids of the items of the papers 1 and 2. */
const CHANGES: [string, (one: string, two: string) => Promise<unknown>][] = [
  ['a paper is saved', () => save(3)],
  ['a tag is added', (one) => change(one, { tags: ['night', 'late'] })],
  ['a note is written', (one) => change(one, { notes: 'Other words' })],
  ['a paper is removed', (one) => list()({ id: one }).delete()],
  ['a removed paper is restored', (_one, two) => list()({ id: two }).restore.post()],
  ['papers are removed together', (one) => list().changes.post({ ids: [one], removed: true })],
  ['papers are restored together', (_one, two) => list().changes.post({ ids: [two], removed: false })],
  ['papers are tagged together', (one) => list().changes.post({ ids: [one], add_tag: 'late' })],
  ['a tag is taken off together', (one) => list().changes.post({ ids: [one], remove_tag: 'night' })],
]

describe('In a minute', () => {
  test.each(CHANGES)('the library is queued when %s', async (_name, make) => {
    await connectToSend()
    const [one, two] = [await save(1, item), await save(2, item)]
    await list()({ id: two }).delete()
    await sync()
    await run()
    await stopWorkers()
    after(20 * MINUTE_MS)
    await requestZoteroSyncs(product)
    expect(await queued()).toBe(0)
    const { error } = ((await make(one, two)) ?? {}) as { error?: unknown }
    expect(error ?? null).toBeNull()
    after(20 * MINUTE_MS + 1_000)
    await requestZoteroSyncs(product)
    expect(await queued()).toBe(1)
  })

  test('the library is queued when two of its papers become one, or two again', async () => {
    await connectToSend()
    for (const number of [1, 2]) await save(number, item)
    await sync()
    await run()
    for (const [minutes, make] of [
      [20, () => joinItems([paperId(1), paperId(2)])],
      [40, () => partItems([[paperId(1)], [paperId(2)]])],
    ] as const) {
      after(minutes * MINUTE_MS)
      await requestZoteroSyncs(product)
      expect(await queued()).toBe(0)
      await stopWorkers()
      await make()
      await requestZoteroSyncs(product)
      expect(await queued()).toBe(1)
      await run()
      await run()
    }
  })

  test('a change that was made while the library was being sent is not left until the next hour', async () => {
    await connectToSend()
    await save(1)
    simulator.onRequest = async ({ method }) => {
      if (method !== 'POST') return undefined
      simulator.onRequest = null
      await save(2)
      // It cannot be queued now, and the next call looks no further back than the overlap.
      await requestZoteroSyncs(product)
      after(15 * MINUTE_MS)
      await requestZoteroSyncs(product)
      after(30 * MINUTE_MS)
      return undefined
    }
    await run()
    expect(sent()).toHaveLength(1)
    await run()
    expect(sent()).toHaveLength(2)
  })

  test('the change of a list is found after a crash: it was stored with its time, and how far was read after the jobs', async () => {
    await connectToSend()
    await save(1)
    await settle()
    await stopWorkers()
    const order = (await profile())
      .map(({ on }) => on)
      .filter((on) => /(jobs|counters)$/.test(on) && !on.startsWith('query'))
    expect(order).toEqual(['command jobs', 'update counters'])
  })

  test(`${LIBRARIES} libraries that get saved papers cost no more than those of the readers who changed their lists`, async () => {
    await connectToSend()
    const one = await save(1)
    await sync()
    await run()
    const library = await collection('zotero_libraries').findOne()
    const saved = await collection('reading_list').findOne({ _id: one })
    const ids = Array.from({ length: LIBRARIES }, (_, at) => `reader-${at}`)
    await collection('zotero_libraries').insertMany(ids.map((_id) => ({ ...library, _id })))
    await collection('reading_list').insertMany(
      ids.map((user_id) => ({ ...saved, _id: `item of ${user_id}`, user_id, changed_at: new Date(0) })),
    )
    await stopWorkers()
    after(20 * MINUTE_MS)
    await requestZoteroSyncs(product)
    const atRest = await profile()
    expect(atRest.map(({ on }) => on)).toEqual([
      'query counters',
      'command reading_list',
      'query zotero_libraries',
      'update counters',
    ])
    const examined = (commands: typeof atRest) =>
      commands.reduce((sum, { docsExamined, keysExamined }) => sum + docsExamined + keysExamined, 0)
    expect(examined(atRest)).toBeLessThan(10)

    const changed = ids.slice(0, 3).map((id) => `item of ${id}`)
    await collection('reading_list').updateMany(
      { _id: { $in: changed } },
      { $set: { changed_at: new Date(Date.now() + 20 * MINUTE_MS) } },
    )
    const few = await profile()
    expect(await queued()).toBe(3)
    // Of the lists an index alone is read.
    expect(few.find(({ on }) => on === 'command reading_list')).toMatchObject({ docsExamined: 0 })
    expect(examined(few)).toBeLessThan(40)
  })
})
