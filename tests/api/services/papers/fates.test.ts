import { afterEach, beforeEach, expect, test } from 'bun:test'
import { FATES } from '#api/contract/whereabouts.ts'
import { addDays, setClock } from '#api/platform/clock.ts'
import { createCrossrefSource } from '#api/sources/crossref/crossref.ts'
import { pruneDeliveries } from '#api/store/readers/deliveryWrites.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { recordKeptSince } from '#api/store/sources/sources.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { ask, readArchives, silentArxiv } from '#tests/api/support/whereabouts.ts'
import { useApp } from '#tests/support/app.ts'

const crossref = createCrossrefSource({ apiUrl: 'http://127.0.0.1:9', gapMs: 0, rateLimit: mongoRateLimit() })
const app = useApp({ sources: silentArxiv().set('crossref', crossref) })
const { as } = app
const [monday, tuesday, wednesday, thursday, friday] = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
] as const
const FIRST_DAY = '2026-11-09'

const ref = (number: number) => `arXiv:${idOf(number).slice(6)}v3`
const askFor = (number: number) => ask(app, 'ada', ref(number))

beforeEach(() => setClock(new Date(`${friday}T15:00:00Z`)))
afterEach(() => setClock(null))

test('Fifteen papers with fifteen different fates are each answered with their fate', async () => {
  await as('ada').users.me.put({
    category_ids: ['cs.LG'],
    interests: { keywords: [], authors: [], muted_terms: ['snow', 'Blockchains'], muted_authors: [] },
  })
  await recordKeptSince('arxiv', { cs: FIRST_DAY, math: FIRST_DAY })
  const many = Array.from({ length: 305 }, (_, index) => ({ number: 1000 + index }))
  await announcePapers(monday, [
    ...many,
    { number: 1400, changes: { title: 'A blockchain for lanterns' } },
    { number: 1401, changes: { categories: ['math.AG', 'math.CO'], primary_category: 'math.AG' } },
    { number: 50, changes: { announce_type: 'replace', version: 2 } },
    {
      number: 51,
      changes: { announce_type: 'cross', announced_in: ['cs.LG'], published_at: new Date('2026-01-05T10:00:00Z') },
    },
  ])
  // The delivery that showed it is reduced to its counts.
  await announcePapers(FIRST_DAY, [{ number: 2002 }])
  await readArchives(FIRST_DAY, ['cs', 'math'])
  await as('ada').users.me.dashboard.get({ query: { day: FIRST_DAY } })
  await pruneDeliveries('2999-01-01', 1)
  await announcePapers(wednesday, [
    { number: 2000 },
    { number: 2001 },
    { number: 2002, changes: { announce_type: 'cross' } },
  ])
  await announcePapers(thursday, [{ number: 3000 }])
  await announcePapers(friday, [{ number: 4000 }])
  for (let day: string = FIRST_DAY; day <= friday; day = addDays(day, 1))
    if (day !== tuesday) await readArchives(day, ['cs', 'math'])
  await as('ada')
    .papers({ id: idOf(2000) })
    .feedback.put({ value: 'dislike' })
  await as('ada').users.me['reading-list'].post({ paper_id: idOf(2001) })
  for (const day of [monday, wednesday, thursday]) await as('ada').users.me.dashboard.get({ query: { day } })
  const { data: saved } = await as('ada').users.me['reading-list'].post({ paper_id: idOf(1401) })

  const shown = await askFor(1000)
  // Equal scores are ranked by id.
  expect(shown).toMatchObject({ fate: 'shown', day: monday, place: 1, of: 305, paper: { id: idOf(1000) } })
  expect(await askFor(1301)).toMatchObject({ fate: 'below_cut', day: monday, place: 302, of: 305 })
  expect(await askFor(1400)).toMatchObject({ fate: 'muted', day: monday, because: 'Blockchains' })
  expect(await askFor(2000)).toMatchObject({ fate: 'dismissed_before', day: wednesday })
  expect(await askFor(2001)).toMatchObject({ fate: 'saved_before', day: wednesday })
  expect(await askFor(2002)).toMatchObject({ fate: 'seen_before', day: wednesday })
  expect(await askFor(50)).toMatchObject({ fate: 'older_version', day: monday, paper: { version: 2 } })
  expect(await askFor(51)).toMatchObject({ fate: 'cross_list', day: monday })
  const other = { fate: 'other_categories', day: monday, categories: ['math.AG', 'math.CO'] }
  expect(await askFor(1401)).toMatchObject({ ...other, saved_item_id: saved!.id })
  expect(await askFor(1700)).toEqual({
    ref: ref(1700),
    look_up_id: idOf(1700),
    fate: 'day_missing',
    day: tuesday,
  })
  expect(await askFor(4000)).toMatchObject({ fate: 'not_delivered_yet', day: friday })
  const expected_at = '2026-11-23T05:00:00.000Z'
  expect(await askFor(9000)).toEqual({
    ref: ref(9000),
    look_up_id: idOf(9000),
    fate: 'not_announced_yet',
    expected_at,
  })
  expect(await ask(app, 'ada', '2610.20000')).toEqual({
    ref: '2610.20000',
    look_up_id: 'arxiv:2610.20000',
    fate: 'before_library',
  })
  expect(await askFor(1350)).toEqual({ ref: ref(1350), look_up_id: idOf(1350), fate: 'not_in_library' })

  const doi = '10.5555/jiv.2026.0011'
  await storePapers([1], { _id: `doi:${doi}`, source: 'crossref', source_id: doi, announced_on: null })
  const lookedUp = await ask(app, 'ada', doi)
  expect(lookedUp).toMatchObject({ fate: 'never_announced', paper: { id: `doi:${doi}` } })
  expect(await ask(app, 'ada', '10.5555/none')).toMatchObject({
    fate: 'not_in_library',
    look_up_id: 'doi:10.5555/none',
  })

  const numbers = [1000, 1301, 1400, 2000, 2001, 2002, 50, 51, 1401, 1700, 4000, 9000, 1350]
  const answers = await Promise.all(numbers.map(askFor))
  const fates = new Set([...answers.map(({ fate }) => fate), 'before_library', lookedUp.fate])
  expect([...fates].toSorted()).toEqual([...FATES].toSorted())
})
