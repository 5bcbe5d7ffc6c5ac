import { afterEach, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { findSeeds } from '#api/store/readers/tasteSeeds.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { ALL, useZotero } from '#tests/api/support/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { as, connection, simulator, settle, state } = useZotero()
const PROCESS = new URL(import.meta.resolve('#tests/api/support/zoteroProcess.ts')).pathname
/** Requests after which the worker is killed, each time in another phase. */
const KILLS = 6
const SAVED = 120

const children = new Set<Bun.Subprocess>()
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([...children].map(({ exited }) => exited))
  children.clear()
})

function startProcess(): Bun.Subprocess {
  const child = Bun.spawn([process.execPath, PROCESS], {
    env: {
      ...process.env,
      MONGODB_URI: `mongodb://${mongoose.connection.host}:${mongoose.connection.port}/${mongoose.connection.name}`,
      ZOTERO_URL: simulator.apiUrl,
      PAPERDAWN_SECRET: 'a secret of the tests that is long enough',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  children.add(child)
  return child
}

test('A worker that is killed right after the disconnection leaves nothing of the library', async () => {
  await storePapers([1])
  simulator.library.add(simItem(1, { DOI: '', extra: `arXiv:${paperId(1).slice(6)}` }))
  await connection().put(ALL)
  const user = await findUserByUid('uid-ada')
  const items = mongoose.connection.collection('zotero_items')
  const child = startProcess()
  simulator.onRequest = async ({ url }) => {
    if (!url.includes('itemKey=')) return undefined
    simulator.onRequest = null
    await connection().delete()
    // A write that was under way: the connection was looked at before, and the items are stored after it has ended.
    await items.insertOne({ user_id: user!._id, key: 'ABCD2345' })
    child.kill('SIGKILL')
    return undefined
  }
  await child.exited
  expect(await items.countDocuments()).toBe(1)
  startProcess()
  await settle()
  expect(await items.countDocuments()).toBe(0)
  expect(await findSeeds(user!._id)).toEqual([])
})

test('A worker that is killed at any request loses nothing and sends nothing twice', async () => {
  const numbers = Array.from({ length: SAVED }, (_, at) => at + 1)
  await storePapers([...numbers, ...numbers.map((number) => 1_000 + number)])
  const { library } = simulator
  for (const number of numbers)
    library.add(simItem(number, { DOI: '', extra: `arXiv:${paperId(1_000 + number).slice(6)}` }))
  const collection = library.addCollection('Paperdawn')
  await connection().put({ ...ALL, push_to: collection, push_notes: true })
  for (const number of numbers)
    await as('ada').users.me['reading-list'].post({
      paper_id: paperId(number),
      tags: [`tag ${number}`],
      notes: number % 10 === 0 ? `Note ${number}` : '',
    })

  let child = startProcess()
  let kills = 0
  const killAfter = (count: number) => {
    let left = count
    simulator.onAnswer = () => {
      left -= 1
      if (left > 0) return
      simulator.onAnswer = null
      kills += 1
      child.kill('SIGKILL')
    }
  }
  for (let at = 1; at <= KILLS; at++) {
    killAfter(3 + (at % 4))
    await child.exited
    child = startProcess()
  }
  simulator.onAnswer = null
  await settle()
  await connection().sync.post()
  await settle()

  expect(kills).toBe(KILLS)
  const sent = library.top().filter(({ data }) => data.itemType === 'preprint')
  expect(sent.map(({ data }) => data['title']).toSorted()).toEqual(
    numbers.map((number) => `Paper ${number} on lanterns`).toSorted(),
  )
  for (const { key, data } of sent)
    expect(library.tagsOf(key)).toEqual([`tag ${/\d+/.exec(String(data['title']))?.[0]}`, 'paperdawn'])
  const notes = [...library.items.values()].filter(({ data }) => data.itemType === 'note')
  expect(notes.map(({ data }) => data['note'])).toHaveLength(SAVED / 10)
  const user = await findUserByUid('uid-ada')
  expect((await findSeeds(user!._id)).filter(({ kind }) => kind === 'zotero')).toHaveLength(SAVED)
  await waitUntil(async () => (await state())?.last?.outcome === 'done')
  expect((await state())?.counts).toMatchObject({ papers: SAVED, sent: SAVED, problems: 0, questions: 0 })
})
