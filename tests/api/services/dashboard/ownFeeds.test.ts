import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { FeedInput, OwnFeed } from '#api/contract/feeds.ts'
import { OWN_FEEDS_MAX } from '#api/contract/limits.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const { as, app, product } = useApp()
const { me } = as('ada').users
const [thursday, friday] = ['2026-11-19', '2026-11-20']

const feeds = async () => (await me.feeds.get()).data!.items
async function make(input: FeedInput): Promise<OwnFeed> {
  const { data, error } = await me.feeds.post(input)
  if (error) throw new Error(JSON.stringify(error.value))
  return data
}
async function read(address: string, headers: Record<string, string> = {}) {
  const response = await app.handle(new Request(address, { headers }))
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const statusOf = async ({ address }: OwnFeed) => (await read(address)).status
const idsIn = (text: string) => [...text.matchAll(/<entry>\n<id>[^<]*\/paper\/([^<]*)</g)].map(([, id]) => id!)
const updatesIn = (text: string) => [...text.matchAll(/<entry>[^]*?<updated>([^<]*)</g)].map(([, at]) => at!)
const entriesIn = (text: string) =>
  text
    .split('<entry>')
    .slice(1)
    .map((entry) => entry.split('</entry>')[0])

/** Announces papers of two days in cs.LG, one of them on owls, and one of another category. */
async function announce() {
  await storePapers([1], { announced_on: thursday, title: 'Owls of the harbour' })
  await storePapers([2, 3], { announced_on: friday })
  await storePapers([4], { announced_on: friday, categories: ['math.NA'], primary_category: 'math.NA' })
  // Never announced: somebody looked it up.
  await storePapers([5], { announced_on: null, announce_type: null })
  for (const day of [thursday, friday]) await recordDay(day)
  await catchUp(product)
  await categorisePapers(product, createJobContext())
}
const save = async (number: number, tags: string[]) =>
  (await me['reading-list'].post({ paper_id: paperId(number), tags, notes: 'My own words' })).data!.id

describe('The feeds of a reader', () => {
  test('are of the days, of a followed category, of a followed search and of a tag, each under its own address', async () => {
    await announce()
    await me.put({ category_ids: ['cs.LG'] })
    const topic = (await as('ada').categories.post({ name: 'Search: owls', query: 'owls' })).data!.id
    await me.dashboard.get({ query: { day: friday } })
    await save(4, ['lab'])
    const made = []
    for (const input of [
      { kind: 'day' as const },
      { kind: 'category' as const, of: 'cs.LG' },
      { kind: 'category' as const, of: topic },
      { kind: 'tag' as const, of: 'LAB' },
    ])
      made.push(await make(input))
    expect(made.map(({ kind, of, name, ended }) => ({ kind, of, name, ended }))).toEqual([
      { kind: 'day', of: '', name: '', ended: null },
      { kind: 'category', of: 'cs.LG', name: 'cs.LG Machine Learning', ended: null },
      { kind: 'category', of: topic, name: 'Search: owls', ended: null },
      { kind: 'tag', of: 'lab', name: 'lab', ended: null },
    ])
    expect(await feeds()).toEqual(made)
    const contents = []
    for (const { address } of made) contents.push(idsIn((await read(address)).text))
    expect(contents).toEqual([
      expect.arrayContaining([paperId(2), paperId(3)]),
      [paperId(3), paperId(2), paperId(1)],
      [paperId(1)],
      [paperId(4)],
    ])
    // An address says nothing: a key of random letters, no two of which begin alike.
    const keys = made.map(({ address }) => /\/api\/feeds\/([\w-]{32})\.atom$/.exec(address)?.[1] ?? '')
    expect(new Set(keys.map((key) => key.slice(0, 8))).size).toBe(4)
  })

  test('give nothing of the reader but their papers', async () => {
    await announce()
    await me.put({ category_ids: ['cs.LG'], name: 'Ada Zinnober' })
    await save(1, ['lab', 'private plans'])
    for (const input of [
      { kind: 'category' as const, of: 'cs.LG' },
      { kind: 'tag' as const, of: 'lab' },
    ]) {
      const { address, id } = await make(input)
      for (const form of [address, address.replace(/atom$/, 'json')]) {
        const { text } = await read(form)
        expect(text).toContain('Counting lanterns')
        for (const secret of ['My own words', 'private plans', 'Zinnober', 'ada@example.org', id])
          expect(text).not.toContain(secret)
      }
    }
  })

  test('keep what they said of a paper when others come, and are not sent again unchanged', async () => {
    await announce()
    await me.put({ category_ids: ['cs.LG'] })
    const { address } = await make({ kind: 'category', of: 'cs.LG' })
    const first = await read(address)
    const etag = /<link rel="self"[^>]*>/.exec(first.text)?.[0]
    expect(etag).toContain(address)
    expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
    await storePapers([6], { announced_on: friday })
    await categorisePapers(product, createJobContext())
    const second = await read(address)
    expect(idsIn(second.text)).toEqual([6, 3, 2, 1].map(paperId))
    expect(entriesIn(second.text).slice(1)).toEqual(entriesIn(first.text))
    expect(updatesIn(second.text)).toEqual(updatesIn(second.text).toSorted().toReversed())
  })

  test('of a category leave out what its reader mutes, and name a paper of two records once', async () => {
    await announce()
    await me.put({ category_ids: ['cs.LG'], interests: { muted_terms: ['owl'] } })
    const { address } = await make({ kind: 'category', of: 'cs.LG' })
    expect(idsIn((await read(address)).text)).toEqual([paperId(3), paperId(2)])
    await mongoose.connection
      .collection('papers')
      .updateOne({ _id: paperId(3) as never }, { $set: { joined_into: paperId(2) } })
    expect(idsIn((await read(address)).text)).toEqual([paperId(2)])
  })

  test('are renewed and ended alone', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    const day = await make({ kind: 'day' })
    const category = await make({ kind: 'category', of: 'cs.LG' })
    const renewed = (await me.feeds({ id: category.id }).renew.post()).data!
    expect(renewed).toEqual({ ...category, address: expect.not.stringContaining(category.address) })
    expect([await statusOf(day), await statusOf(category), await statusOf(renewed)]).toEqual([200, 404, 200])
    expect((await me.feeds({ id: day.id }).delete()).status).toBe(204)
    expect([await statusOf(day), await statusOf(renewed)]).toEqual([404, 200])
    expect((await me.feeds({ id: day.id }).delete()).status).toBe(404)
    expect((await me.feeds({ id: day.id }).renew.post()).status).toBe(404)
    for (const other of [as('ben').users.me.feeds({ id: category.id })]) {
      expect((await other.renew.post()).status).toBe(404)
      expect((await other.delete()).status).toBe(404)
    }
    expect(await statusOf(renewed)).toBe(200)
  })

  test('are made once, also by many requests at once, and not without limit', async () => {
    await storePapers([1], { announced_on: friday })
    const tags = Array.from({ length: OWN_FEEDS_MAX }, (_, index) => `tag ${index}`)
    await save(1, tags)
    const same = await Promise.all(Array.from({ length: 4 }, () => me.feeds.post({ kind: 'tag', of: 'tag 0' })))
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    expect(new Set(same.map(({ data }) => data?.address)).size).toBe(1)
    const statuses = await Promise.all(
      [...tags.slice(1), 'day'].map(async (tag) => {
        const input = tag === 'day' ? { kind: 'day' as const } : { kind: 'tag' as const, of: tag }
        return (await me.feeds.post(input)).status
      }),
    )
    expect(statuses.filter((status) => status === 409)).toHaveLength(1)
    expect(await feeds()).toHaveLength(OWN_FEEDS_MAX)
    const [first] = await feeds()
    await me.feeds({ id: first!.id }).delete()
    expect((await me.feeds.post({ kind: first!.kind, ...(first!.of !== '' && { of: first!.of }) })).status).toBe(201)
  })

  test('of what is not followed, not on the list or of nothing are refused', async () => {
    await announce()
    await me.put({ category_ids: ['cs.LG'] })
    const bens = (await as('ben').categories.post({ name: 'Search: owls', query: 'owls' })).data!.id
    for (const [input, sentence] of [
      [{ kind: 'category', of: 'math.NA' }, 'A feed is of a category or topic that you follow.'],
      [{ kind: 'category', of: bens }, 'A feed is of a category or topic that you follow.'],
      [{ kind: 'category' }, 'Say which category, topic or tag the feed is of.'],
      [{ kind: 'tag', of: 'lab' }, 'No paper on your list has this tag.'],
      [{ kind: 'day', of: 'cs.LG' }, 'The feed of the days is of nothing else.'],
    ] as const) {
      const { status, error } = await me.feeds.post(input)
      expect(status).toBe(422)
      expect(error?.value).toMatchObject({ error: { fields: { of: sentence } } })
    }
    expect(await feeds()).toEqual([])
  })

  test('end with what they are of, say so, and go on when it is back', async () => {
    await announce()
    await me.put({ category_ids: ['cs.LG'] })
    const topic = (await as('ada').categories.post({ name: 'Search: owls', query: 'owls' })).data!.id
    const item = await save(2, ['lab'])
    const ofTopic = await make({ kind: 'category', of: topic })
    const ofTag = await make({ kind: 'tag', of: 'lab' })
    await me.put({ category_ids: ['cs.LG'] })
    await me['reading-list']({ id: item }).delete()
    expect((await feeds()).map(({ ended }) => ended)).toEqual([
      'You do not follow “Search: owls” any more.',
      'No paper on your list has this tag.',
    ])
    for (const [{ address }, sentence] of [
      [ofTopic, 'This feed has ended: its reader does not follow its subject any more.'],
      [ofTag, 'This feed has ended: no paper of its reader has its tag any more.'],
    ] as const) {
      const { status, text, headers } = await read(address)
      expect([status, headers.get('cache-control')]).toEqual([410, 'no-store'])
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'gone', message: sentence } })
    }
    await me.put({ category_ids: ['cs.LG', topic] })
    await me['reading-list']({ id: item }).restore.post()
    expect((await feeds()).map(({ ended }) => ended)).toEqual([null, null])
    expect([(await read(ofTopic.address)).status, (await read(ofTag.address)).status]).toEqual([200, 200])
    await as('ada').categories({ id: topic }).delete()
    expect((await feeds())[0]).toMatchObject({ name: 'Search: owls', ended: expect.stringContaining('any more') })
    expect((await read(ofTopic.address)).status).toBe(410)
  })

  test('end with a sign-out everywhere', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    const made = [await make({ kind: 'day' }), await make({ kind: 'category', of: 'cs.LG' })]
    await me['sign-out-everywhere'].post()
    for (const { address } of made) expect((await read(address)).status).toBe(404)
  })
})
