import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { findSeeds } from '#api/store/readers/tasteSeeds.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useZotero } from '#tests/api/support/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'
import { sized } from '#tests/support/longRun.ts'

const { connection, connect, simulator, settle, state, stopWorkers, sync, work, works } = useZotero()
/** 20,000 papers of a library are many years of reading. */
const ITEMS = sized({ short: 300, long: 20_000 })
const BATCH = 50

const arxiv = (number: number) =>
  simItem(number, { DOI: '', archiveID: '', extra: `arXiv:${paperId(number).slice(6)} [cs.LG]` })
const seeds = async () => {
  const user = await findUserByUid('uid-ada')
  return (await findSeeds(user!._id)).filter(({ kind }) => kind === 'zotero').map(({ key }) => key)
}

async function restart(): Promise<void> {
  await stopWorkers()
  work()
}

test(`A library of ${ITEMS} items is read whole and each item once, whatever interrupts each of its pages`, async () => {
  for (let from = 1; from <= ITEMS + 40; from += 1_000)
    await storePapers(Array.from({ length: Math.min(1_000, ITEMS + 41 - from) }, (_, at) => from + at))
  const { library } = simulator
  const keys = Array.from({ length: ITEMS }, (_, at) => library.add(arxiv(at + 1)))
  let added = ITEMS
  let restarts = Promise.resolve()
  let page = 0
  /** One for each page, in turn. */
  const interruptions = [
    () => void (restarts = restarts.then(restart)),
    () => simulator.fail('rate-limited', { retryAfter: '0' }),
    () => simulator.fail('backoff', { retryAfter: '0' }),
    // An item of a page that was read, one of a page to come, a new one, and one that is deleted and comes back.
    () => library.edit(keys[page % 10] ?? '', { date: '2026' }),
    () => library.edit(keys.at(-1 - (page % 10)) ?? '', { date: '2026' }),
    () => added < ITEMS + 20 && keys.push(library.add(arxiv(++added))),
    () => simulator.fail('truncated'),
    () => simulator.fail('unavailable'),
    () => library.addCollection(`Part ${page}`),
  ]
  simulator.onAnswer = (path) => {
    if (path.endsWith('/items')) interruptions[page++ % interruptions.length]?.()
  }
  await connect()
  await settle()
  // A job ends after some failures, and the next one goes on an hour later.
  while ((await state())?.last?.outcome !== 'done') await sync()
  await restarts
  simulator.onAnswer = null
  expect(page).toBeGreaterThanOrEqual(ITEMS / BATCH)
  await sync()
  await sync()

  const wanted = Array.from({ length: added }, (_, at) => paperId(at + 1)).toSorted()
  expect((await seeds()).toSorted()).toEqual(wanted)
  expect(await state()).toMatchObject({
    last: { outcome: 'done' },
    failing_since: null,
    counts: { papers: added, waiting: 0, problems: 0, questions: 0 },
  })
  expect(works.requests).toEqual([])
  // Pages that were stored are not asked for again: a restart repeats the one at hand, and a change one item.
  const asked = simulator.requests.filter(({ url, status }) => url.includes('itemKey=') && status === 200)
  expect(asked.length).toBeLessThan((ITEMS / BATCH) * 2)
  expect(await mongoose.connection.collection('zotero_items').countDocuments()).toBe(library.items.size)

  simulator.requests.length = 0
  library.add(arxiv(++added))
  await sync()
  expect(simulator.requests.map(({ status }) => status)).toEqual([200, 200])
  expect(await seeds()).toHaveLength(added)
  simulator.requests.length = 0
  await connection().sync.post()
  await settle()
  expect(simulator.requests.map(({ status }) => status)).toEqual([304])
})
