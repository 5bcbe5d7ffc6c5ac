import { expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { listCategories } from '#api/services/ingestion/categories.ts'
import { createFeed } from '#api/services/ingestion/followedFeeds.ts'
import { requestFeedVisits } from '#api/services/ingestion/feedVisits.ts'
import { requestUncoveredFetch } from '#api/services/schedule/schedule.ts'
import { findOpenJob } from '#api/store/jobs/jobs.ts'
import { findUser, followCategory } from '#api/store/readers/users.ts'
import { useFeeds } from '#tests/api/support/feeds.ts'
import { at, cardsOf, findFalseLedgers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simItems } from '#tests/simulators/feeds.ts'

const { simulator, product, run, work } = useFeeds()
const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)
const mayAdd = () => undefined

test('a reader follows the feed of a page, has its papers from the next day on, and learns when it fails', async () => {
  const items = [...simItems(4, '2026-10-05T12:00:00Z', 1), ...simItems(2, `${TUE}T12:00:00Z`, 10)]
  simulator.feeds.set('/early.rss', { format: 'rdf', title: 'Journal of Imaginary Vision', items })
  simulator.pages.set('/jiv', '<!doctype html><link rel="alternate" type="application/rss+xml" href="/early.rss">')
  const reader = await makeReader('ada', [])
  at(TUE, '09:00')
  const url = simulator.addressOf('/jiv')
  const { category, created } = await createFeed(product.sources, reader, { url, mayAdd })
  expect(created).toBe(true)
  expect(category).toMatchObject({
    kind: 'feed',
    source: 'feed',
    name: 'Journal of Imaginary Vision',
    address: simulator.addressOf('/early.rss'),
  })
  expect((await createFeed(product.sources, reader, { url: category.address, mayAdd })).created).toBe(false)

  await requestFeedVisits(product)
  expect(await findOpenJob('visit-feeds')).toBeNull()
  await followCategory(reader._id, category.id)
  await requestFeedVisits(product)
  expect(await findOpenJob('visit-feeds')).not.toBeNull()
  await requestUncoveredFetch(product)
  work()
  await run('process-papers')
  expect((await cardsOf(reader._id)).filter((card) => card.includes('url:'))).toEqual([])

  at(day(1), '00:15')
  await run('ingest')
  expect((await cardsOf(reader._id)).filter((card) => card.startsWith(`${day(1)} url:`))).toHaveLength(2)
  expect(await findFalseLedgers()).toEqual([])

  simulator.feeds.get('/early.rss')!.answer = () => new Response('Forbidden', { status: 403 })
  at(day(1), '09:00')
  await run('visit-feeds')
  const listed = await listCategories(product.sources, await findUser(reader._id), { source: 'feed' })
  expect(listed.items.map(({ id, state }) => [id, state])).toEqual([
    [category.id, 'The feed could not be read since 2026-11-25 14:00 UTC: its server wants a sign-in.'],
  ])
})

test('an address with a key for one person is refused, also where a page names it', async () => {
  const reader = await makeReader('ada', [])
  const feed = (path: string) => createFeed(product.sources, reader, { url: simulator.addressOf(path), mayAdd })
  await expect(feed('/own.rss?token=abc')).rejects.toThrow('a key for one person')
  simulator.feeds.set('/own.rss', { format: 'rss', title: 'For one', items: [] })
  simulator.pages.set(
    '/own',
    '<!doctype html><link rel="alternate" type="application/rss+xml" href="/own.rss?key=abc">',
  )
  await expect(feed('/own')).rejects.toThrow('There is no feed at this address')
})
