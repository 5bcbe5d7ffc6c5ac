import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { useApp } from '#tests/support/app.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'

const { as } = useApp()
const DAYS = ['2026-11-19', '2026-11-20']

const me = () => as('ada').users.me
const readForMe = () => countCommands(() => as('ada').papers['for-me'].get({ query: {} }))

/** Stores two days of papers, and opens the newest one, which makes its cards. */
async function openDay(): Promise<void> {
  await storePapers([1, 2], { announced_on: DAYS[0]! })
  await storePapers([3, 4, 5], { announced_on: DAYS[1]! })
  for (const day of DAYS) await recordDay(day)
  await me().put({ category_ids: ['cs.LG'] })
  await me().dashboard.get({ query: {} })
}

/** The commands that the database gets for `use`, by collection. */
async function countCommands(use: () => Promise<{ status: number }>): Promise<Record<string, number>> {
  const db = mongoose.connection.db!
  await db
    .collection('system.profile')
    .drop()
    .catch(() => undefined)
  await db.command({ profile: 2 })
  expect((await use()).status).toBe(200)
  await db.command({ profile: 0 })
  const sent = await db.collection('system.profile').find().toArray()
  const names = sent.map(({ ns }) => String(ns).slice(db.databaseName.length + 1))
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, own]) => [name, own.length]))
}

// Most of the time of a request goes into the commands to the database, not into what they return.
test('The start page reads everything once', async () => {
  await openDay()
  // One who was seen within the last minute is not written.
  expect(await countCommands(() => me().dashboard.get({ query: {} }))).toEqual({
    users: 1,
    announcements: 1,
    // The cards, and the chart of the days.
    deliveries: 2,
    // What is said of all cards of the day, and the texts of those that are shown.
    papers: 2,
    paper_references: 1,
    interactions: 1,
    reading_list: 1,
    // What is fetched, which days wait for their cards, and whether samples are loaded.
    jobs: 1,
  })
  await me()['reading-list'].post({ paper_id: paperId(1) })
  // The items themselves are read only of a list that has some.
  const withItem = await countCommands(() => me().dashboard.get({ query: {} }))
  expect(withItem).toMatchObject({ reading_list: 2, announcements: 1, deliveries: 2 })
})

test('The delivered cards read the aliases of their papers once', async () => {
  await openDay()
  expect(await countCommands(() => me()['delivered-cards'].get({ query: {} }))).toEqual({
    users: 1,
    deliveries: 4,
    papers: 2,
    paper_references: 1,
    interactions: 1,
    reading_list: 1,
  })
})

test('The texts of all papers of a day are read only for a reader who mutes something', async () => {
  await openDay()
  await readForMe()
  const { papers = 0 } = await readForMe()
  await me().put({ interests: { keywords: [], authors: [], muted_terms: ['blockchain'], muted_authors: [] } })
  expect((await readForMe())['papers']).toBe(papers + 1)
})
