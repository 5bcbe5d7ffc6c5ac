import { beforeEach, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { VENUES_MAX } from '#api/contract/limits.ts'
import { listCategories } from '#api/services/ingestion/categories.ts'
import { searchFollowables } from '#api/services/ingestion/followables.ts'
import { createVenue } from '#api/services/ingestion/followedVenues.ts'
import { requestVenueReadings } from '#api/services/ingestion/venueReadings.ts'
import { requestUncoveredFetch } from '#api/services/schedule/schedule.ts'
import { findOpenJob } from '#api/store/jobs/jobs.ts'
import { findUser, followCategory } from '#api/store/readers/users.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { at, cardsOf, findFalseLedgers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { useVenues } from '#tests/api/support/venues.ts'
import { noteId, simNotes, VENUE } from '#tests/simulators/openreview.ts'

const { simulator, product, run, work } = useVenues()
const { v1, v2 } = simulator
const { sources } = product
const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)
// What was found is kept for some minutes, and lists of venues for half a day.
let started = TUE
beforeEach(() => {
  started = addDays(started, 7)
  at(started, '09:00')
  v1.venues = ['ICLR.cc/2021/Conference']
  v2.venues = [VENUE, 'ICLR.cc/2027/Workshop/Lantern_Counting', 'NeurIPS.cc/2026/Conference']
})

test('a reader finds a venue by words, follows it, has its papers from the next day on, and learns when it fails', async () => {
  at(TUE, '09:00')
  v2.notes = simNotes(3)
  const reader = await makeReader('ada', [])
  const { items, failures } = await searchFollowables(sources, reader, 'ICLR 2027')
  expect(failures).toEqual([])
  expect(items).toEqual([
    {
      kind: 'venue',
      source: 'openreview',
      code: expect.stringMatching(/^openreview\.[\da-f]{16}$/),
      name: 'ICLR 2027 Conference',
      detail: '',
      per_day: null,
      sample: [],
      venue: VENUE,
    },
    expect.objectContaining({ name: 'ICLR 2027 Workshop Lantern Counting' }),
  ])
  const { category, created } = await createVenue(sources, reader, items[0]?.venue)
  expect(created).toBe(true)
  expect(category).toMatchObject({
    id: items[0]?.code ?? '',
    kind: 'venue',
    source: 'openreview',
    group: 'OpenReview',
    name: 'ICLR 2027 Conference',
    venue: VENUE,
  })
  expect(await createVenue(sources, reader, VENUE)).toEqual({ category, created: false })

  await requestVenueReadings(product)
  expect(await findOpenJob('read-venues')).toBeNull()
  expect((await listCategories(sources, reader, { source: 'openreview' })).items).toEqual([])
  await followCategory(reader._id, category.id)
  await requestVenueReadings(product)
  expect(await findOpenJob('read-venues')).not.toBeNull()
  await requestUncoveredFetch(product)
  work()
  await run('process-papers')
  v2.notes.push(...simNotes(2, 10))
  at(day(1), '09:00')
  await run('read-venues')
  at(day(2), '00:15')
  await run('ingest')
  const cards = await cardsOf(reader._id)
  expect(cards.filter((card) => card.includes('openreview:')).toSorted()).toEqual(
    [10, 11].map((number) => `${day(2)} openreview:${noteId(number)}`),
  )
  expect(await findFalseLedgers()).toEqual([])

  // Of a venue that was read the number of papers is known.
  const again = await searchFollowables(sources, await makeReader('bob', []), 'ICLR 2027 conference')
  expect(again.items.map(({ name, detail }) => [name, detail])).toEqual([['ICLR 2027 Conference', '5 accepted papers']])

  v2.challengesAll = true
  at(day(2), '09:00')
  await run('read-venues')
  const listed = await listCategories(sources, await findUser(reader._id), { source: 'openreview' })
  expect(listed.items.map(({ id, state }) => [id, state])).toEqual([
    [
      category.id,
      'The venue could not be read since 2026-11-26 14:00 UTC. OpenReview does not accept the account (403).',
    ],
  ])
})

test('a venue that there is not, and one too many, are refused', async () => {
  const reader = await makeReader('ada', [])
  await expect(createVenue(sources, reader, 'ICLR.cc/2031/Conference')).rejects.toThrow(
    'OpenReview has no venue with the id “ICLR.cc/2031/Conference”.',
  )
  await expect(createVenue(sources, reader, ' ')).rejects.toMatchObject({ code: 'invalid-input' })
  const many = Array.from({ length: VENUES_MAX }, (_, index) => `openreview.${String(index).padStart(16, '0')}`)
  await expect(createVenue(sources, { category_ids: many }, VENUE)).rejects.toMatchObject({ code: 'conflict' })
  expect(v2.requests.some(({ url }) => url.includes('2031'))).toBe(true)
})

test('a source that is off is no failure of a search, but one that is on and cannot be asked is', async () => {
  const reader = await makeReader('ada', [])
  v2.challengesAll = true
  expect((await searchFollowables(sources, reader, 'ICLR sheep')).failures).toEqual([
    { source: 'openreview', message: 'OpenReview does not accept the account (403).' },
  ])
  await saveSourceSettings('openreview', { enabled: false })
  expect(await searchFollowables(sources, reader, 'ICLR sheep')).toEqual({ items: [], total: 0, failures: [] })
  await expect(createVenue(sources, reader, VENUE)).rejects.toMatchObject({ code: 'conflict' })
})
