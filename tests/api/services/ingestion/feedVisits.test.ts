import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays } from '#api/platform/clock.ts'
import { visitFeeds } from '#api/services/ingestion/feedVisits.ts'
import { announcedTitles, stateOf, storedFeed, storedItems, useFeeds } from '#tests/api/support/feeds.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { at, cardsOf, findFalseLedgers, ledgerOf } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simItems } from '#tests/simulators/feeds.ts'

const { simulator, product, follow, publish, visit, readDay, run } = useFeeds()

const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)
const PATH = '/jiv.rss'
const feedAt = (path = PATH) => simulator.feeds.get(path)!
/** Adds items that are published on `on`, the last at 14:00 UTC. */
const add = (count: number, on: string, first: number, path = PATH) =>
  feedAt(path).items.push(...simItems(count, `${on}T14:00:00Z`, first))
const requestsTo = (path: string) => simulator.requests.filter(({ url }) => url === path).length

describe('The first visit of a feed', () => {
  test('has 3 news of 50 items: those of the last three days, and neither older nor undated ones', async () => {
    const code = await follow(PATH, { shown: 100 })
    feedAt().items.push(
      ...simItems(41, '2026-11-10T12:00:00Z', 1),
      ...simItems(6, '2026-11-09T12:00:00Z', 42, { date: '' }),
      ...simItems(3, '2026-11-24T12:00:00Z', 48),
    )
    await visit(TUE)
    const items = await storedItems()
    expect(items).toHaveLength(50)
    expect(items.filter(({ is_news }) => is_news).map(({ record }) => record!.title.slice(-2))).toEqual(
      expect.arrayContaining(['48', '49', '50']),
    )
    expect(items.filter(({ is_news }) => is_news)).toHaveLength(3)
    expect((await storedFeed(code)).days[TUE]).toEqual({ tries: 1, read: 1, news: 3 })
    await readDay(day(1))
    expect(await announcedTitles()).toEqual([`${day(1)} 48`, `${day(1)} 49`, `${day(1)} 50`])
    expect(await ledgerOf('feed')).toEqual([`${day(1)} announced 3`])
  })
})

describe('A feed', () => {
  test('is not visited while no reader follows it, nor before it is due', async () => {
    await publish(PATH)
    await visit(TUE)
    expect(simulator.requests).toEqual([])
    await makeReader('ada', [await publish(PATH)])
    await visit(TUE)
    await visit(TUE, '10:30')
    expect(requestsTo(PATH)).toBe(1)
    await visit(TUE, '11:20')
    expect(requestsTo(PATH)).toBe(2)
  })

  test('gives each reader the items of a day once, on the day after, and the ledger says how many', async () => {
    const reader = await makeReader('ada', [await publish(PATH)])
    for (let offset = 0; offset < 4; offset++) {
      add(2, day(offset), 10 * offset)
      at(day(offset), '10:00')
      await run('visit-feeds')
      at(day(offset), '18:00')
      await run('visit-feeds')
      at(day(offset + 1), '00:15')
      await run('ingest')
    }
    const expected = [0, 1, 2, 3].flatMap((offset) => [
      `${day(offset + 1)} ${10 * offset}`,
      `${day(offset + 1)} ${10 * offset + 1}`,
    ])
    expect(await announcedTitles()).toEqual(expected.toSorted())
    expect(await cardsOf(reader._id)).toHaveLength(8)
    expect(await ledgerOf('feed')).toEqual([1, 2, 3, 4].map((offset) => `${day(offset)} announced 2`))
    expect(await findFalseLedgers()).toEqual([])
  })

  test('is asked with its validators, byte for byte, and a feed that has not changed is read', async () => {
    const code = await follow(PATH)
    add(2, TUE, 1)
    await visit(TUE)
    const { etag } = await storedFeed(code)
    expect(etag).toStartWith('W/"')
    await visit(TUE, '12:00')
    expect(simulator.validators).toEqual([null, etag])
    expect(simulator.requests.map(({ status }) => status)).toEqual([200, 304])
    expect((await storedFeed(code)).days[TUE]).toEqual({ tries: 2, read: 2, news: 2 })
    expect(await storedItems()).toHaveLength(2)
  })

  test.each(['changing-etag', 'none', 'future'] as const)(
    'with %s as validators has each item once',
    async (validators) => {
      await follow(PATH, { validators })
      add(2, TUE, 1)
      for (const time of ['10:00', '12:00', '14:00']) await visit(TUE, time)
      add(1, TUE, 9)
      await visit(TUE, '16:00')
      expect(await storedItems()).toHaveLength(3)
    },
  )

  test('whose server says that it has not changed, although it has, is read whole once a day', async () => {
    await follow(PATH, { validators: 'always-unchanged' })
    add(2, TUE, 1)
    await visit(TUE)
    add(1, TUE, 9)
    await visit(TUE, '12:00')
    expect(await storedItems()).toHaveLength(2)
    await visit(day(1), '08:00')
    expect(await storedItems()).toHaveLength(3)
  })

  test('whose guids change at each build announces no article twice', async () => {
    await follow(PATH, { hasChangingGuids: true })
    add(3, TUE, 1)
    for (const time of ['10:00', '12:00', '14:00']) await visit(TUE, time)
    expect(await storedItems()).toHaveLength(3)
  })

  test('whose links are moved to other addresses announces no article twice', async () => {
    const code = await follow(PATH)
    add(3, TUE, 1)
    await visit(TUE)
    for (const item of feedAt().items) item.link = item.link.replace('/articles/', '/journal/articles/')
    await visit(TUE, '12:00')
    expect(await storedItems()).toHaveLength(3)
    expect(await stateOf(code)).toBeUndefined()
  })

  test('that shrinks to no item for an hour announces none again', async () => {
    await follow(PATH)
    add(3, TUE, 1)
    await visit(TUE)
    simulator.fail('empty')
    await visit(TUE, '12:00')
    await visit(TUE, '14:00')
    expect(await storedItems()).toHaveLength(3)
  })

  test('of which all items are new may have had more, and says so', async () => {
    const code = await follow(PATH, { shown: 3 })
    add(3, TUE, 1)
    await visit(TUE)
    add(4, day(1), 10)
    await visit(day(1), '12:00')
    expect(await stateOf(code)).toBe(
      'Some items may have been missed before 2026-11-25 17:00 UTC: all that the feed had was new.',
    )
  })

  test('with an item that cannot be read says so', async () => {
    const code = await follow(PATH)
    add(1, TUE, 1)
    feedAt().items.push({ guid: '', title: '', link: '', at: `${TUE}T10:00:00Z` })
    await visit(TUE)
    expect(await stateOf(code)).toBe('1 item of the feed cannot be read.')
  })
})

test('a feed that has moved for good is asked at its new address after three visits that say so', async () => {
  const code = await follow(PATH)
  simulator.feeds.set('/new.rss', { ...feedAt(), items: simItems(1, `${TUE}T14:00:00Z`, 1) })
  feedAt().answer = () => Response.redirect(simulator.addressOf('/new.rss'), 301)
  for (const time of ['10:00', '12:00', '14:00']) await visit(TUE, time)
  expect((await storedFeed(code)).address).toBe(simulator.addressOf('/new.rss'))
  await visit(TUE, '16:00')
  expect(requestsTo(PATH)).toBe(3)
  expect(await storedItems()).toHaveLength(1)
})

test('a visit that is stopped between its items and its validators is repeated, and no item is lost or twice', async () => {
  const code = await follow(PATH)
  add(3, TUE, 1)
  await visit(TUE)
  add(2, TUE, 10)
  const before = await storedFeed(code)
  await visit(TUE, '12:00')
  expect(await storedItems()).toHaveLength(5)
  // As if the process had been killed before it stored the state of the feed, and one item had not been stored.
  const { _id, ...rest } = before
  await mongoose.connection.collection<{ _id: string }>('feeds').updateOne({ _id }, { $set: rest })
  const [, , , , last] = await storedItems()
  await mongoose.connection.collection<{ _id: string }>('feed_items').deleteOne({ _id: last!._id })
  at(TUE, '13:00')
  await visitFeeds(product, createJobContext())
  const items = await storedItems()
  expect(items.map((item) => item._id)).toContain(last!._id)
  expect(items).toHaveLength(5)
})
