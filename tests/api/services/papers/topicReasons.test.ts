import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { Reason } from '#api/contract/reasons.ts'
import { log } from '#api/platform/log.ts'
import { createDigestReads } from '#api/services/digests/digestReads.ts'
import { prepareDigest } from '#api/services/digests/prepareMails.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { saveCategory } from '#api/store/papers/categories.ts'
import { findUser } from '#api/store/readers/users.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'
import { samplePaper } from '#tests/support/samples.ts'

const { as, product, signedOut } = useApp()
const DAY = '2026-11-20'
const id = paperId(1)

/** Announces a paper about ships in math.NA. */
async function announce() {
  const text = { title: 'A lighthouse', abstract: 'It counts ships.' }
  await storePapers([1], { ...text, categories: ['math.NA'], primary_category: 'math.NA', announced_on: DAY })
  await recordDay(DAY)
  await catchUp(product)
}
const follow = async (name: string, reader = 'ada') =>
  (await as(reader).categories.post({ name, query: 'ships' })).data!.id
const recordOf = async (reader = 'ada') => (await findUser((await as(reader).auth.me.get()).data!.id))!
const onPage = async (reader = 'ada') => {
  const { data } = await as(reader).users.me.dashboard.get({ query: { day: DAY } })
  return data!.cards[0]!.reasons
}
const shortly = (reasons: readonly Reason[] = []) => reasons.map(({ kind, text }) => `${kind} ${text}`)
const mailTo = async (reader: string, reads = createDigestReads()) =>
  (await prepareDigest(product, await recordOf(reader), { day: DAY, announced_on: DAY, log, reads }))!.body

test('A card that is there only for a followed search says so on each page, in the mail and in the feed', async () => {
  await announce()
  await follow('Search: ships & harbours')
  const { users, papers } = as('ada')
  const reason = [{ kind: 'topic' as const, text: 'ships & harbours' }]
  expect(await onPage()).toEqual(reason)
  expect((await papers({ id }).get()).data?.delivered?.reasons).toEqual(reason)
  expect((await papers['for-me'].get({ query: {} })).data?.items[0]?.reasons).toEqual(reason)
  expect((await users.me['delivered-cards'].get({ query: {} })).data?.items[0]?.reasons).toEqual(reason)
  const { text, html } = await mailTo('ada')
  expect(text).toContain('Why: you follow the search “ships & harbours”')
  expect(html).toContain('you follow the search “ships &amp; harbours”')
  const { data } = await users.me['feed-address'].post()
  const file = /feeds\/(.*)$/.exec(data!.address!)![1]!
  expect(String((await signedOut.feeds({ file }).get()).data)).toContain('you follow the search “ships &amp;')
})

test('The search comes after the category and the reasons of the score, whatever it is called', async () => {
  await announce()
  await as('ada').users.me.put({ category_ids: ['cs.LG', 'math.NA'], interests: { keywords: ['ships'] } })
  await follow('math.NA ships')
  expect(shortly(await onPage()).toSorted()).toEqual(['category math.NA', 'keyword ships', 'topic math.NA ships'])
  expect((await onPage()).at(-1)?.kind).toBe('topic')
  expect((await mailTo('ada')).text).toMatch(/matches “ships”, you follow math\.NA, you follow the search “math\.NA/)
})

test('A search that is not followed any more is no reason, and one of another name has that name', async () => {
  await announce()
  await as('ada').users.me.put({ category_ids: ['math.NA'] })
  const topic = await follow('Ships')
  expect(shortly(await onPage())).toContain('topic Ships')
  await mongoose.connection.collection('categories').updateOne({ _id: topic as never }, { $set: { name: 'Vessels' } })
  expect(shortly(await onPage())).toContain('topic Vessels')
  await as('ada').users.me.put({ category_ids: ['math.NA'] })
  expect(shortly(await onPage())).toEqual(['category math.NA'])
  await as('ada').users.me.put({ category_ids: ['math.NA', topic] })
  expect(shortly(await onPage())).toContain('topic Vessels')
  await as('ada').categories({ id: topic }).delete()
  expect(shortly(await onPage())).toEqual(['category math.NA'])
})

test('No reader is told the search of another one, also in a batch of mails', async () => {
  await announce()
  for (const reader of ['ada', 'ben', 'cleo']) await as(reader).users.me.put({ category_ids: ['math.NA'] })
  const secret = await follow('Private plans')
  await follow('Bens ships', 'ben')
  // As if the id had come into the list of another reader.
  const cleo = (await recordOf('cleo'))._id as never
  const users = mongoose.connection.collection('users')
  await users.updateOne({ _id: cleo }, { $push: { category_ids: secret } as never })
  expect(shortly(await onPage('ben'))).toEqual(['category math.NA', 'topic Bens ships'])
  expect(shortly(await onPage('cleo'))).toEqual(['category math.NA'])

  const readers = ['ada', 'ben', 'cleo', 'dora']
  await as('dora').users.me.put({ category_ids: ['math.NA'] })
  for (const reader of readers) await onPage(reader)
  const reads = createDigestReads()
  const mails = await Promise.all(readers.map((reader) => mailTo(reader, reads)))
  const named = mails.map(({ text }) => [...text.matchAll(/the search “(.*?)”/g)].map(([, name]) => name))
  expect(named).toEqual([['Private plans'], ['Bens ships'], [], []])

  const wanted = (await Promise.all(readers.map(recordOf))).map((reader) => ({ reader, paper_ids: [id] }))
  using counted = countAggregates()
  const found = await Promise.all(wanted.map(reads.reasons))
  expect(found.map((reasonsOf) => shortly(reasonsOf([], samplePaper)))).toEqual([[], [], [], []])
  const paper = { ...samplePaper, id }
  expect(found.map((reasonsOf) => shortly(reasonsOf([], paper)))).toEqual([
    ['topic Private plans'],
    ['topic Bens ships'],
    [],
    [],
  ])
  expect(counted.papers).toBe(1)
})

test('The start page says which papers of the day are of each followed search', async () => {
  await announce()
  await storePapers([2], { categories: ['math.NA'], announced_on: DAY })
  await recordDay(DAY)
  await as('ada').users.me.put({ category_ids: ['math.NA'] })
  const dashboard = async (reader: string) => (await as(reader).users.me.dashboard.get({ query: { day: DAY } })).data!
  expect(await dashboard('ada')).not.toHaveProperty('topics')
  const topic = await follow('Search: ships')
  const { data } = await as('ada').categories.post({ name: 'Comets', query: 'comets' })
  await follow('Private plans', 'ben')
  const { outline, topics } = await dashboard('ada')
  expect(outline).toHaveLength(2)
  expect(topics).toEqual([
    { id: topic, name: 'ships', paper_ids: [id] },
    { id: data!.id, name: 'Comets', paper_ids: [] },
  ])
})

test('For a reader without a followed search, none is looked up', async () => {
  await announce()
  await as('ada').users.me.put({ category_ids: ['math.NA'] })
  await onPage()
  using counted = countAggregates()
  expect(shortly(await onPage())).toEqual(['category math.NA'])
  expect((await mailTo('ada')).text).toContain('you follow math.NA')
  expect(counted.papers).toBe(0)
  await follow('Ships')
  expect((await mailTo('ada')).text).toContain('you follow the search “Ships”')
  expect(counted.papers).toBe(1)
})

test('A shared category outside of the taxonomy is named as a category', async () => {
  await saveCategory({
    _id: 'numbers',
    name: 'Numbers and proofs',
    name_key: 'numbers',
    kind: 'topic',
    group: 'Topics',
    description: '',
    aliases: [],
    source_codes: { arxiv: ['math.NA'] },
    owner_id: null,
    daily_volume: 0,
    position: 1,
  })
  await announce()
  await categorisePapers(product, createJobContext())
  await as('ada').users.me.put({ category_ids: ['numbers'] })
  expect(shortly(await onPage())).toEqual(['category Numbers and proofs'])
})

/** Counts the aggregations of papers until it is disposed. */
function countAggregates() {
  const counted = { papers: 0, [Symbol.dispose]: () => void mongoose.set('debug', false) }
  mongoose.set('debug', (collection: string, method: string) => {
    if (collection === 'papers' && method === 'aggregate') counted.papers++
  })
  return counted
}
