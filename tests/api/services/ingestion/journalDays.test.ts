import { describe, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { requestUncoveredFetch } from '#api/services/schedule/schedule.ts'
import { followCategory } from '#api/store/readers/users.ts'
import { findOpenJob, INGEST_KEY } from '#api/store/jobs/jobs.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { LETTERS, useJournals, VISION } from '#tests/api/support/journals.ts'
import { announcedOn, at, cardsOf, findFalseLedgers, storedPapers } from '#tests/api/support/preprints.ts'
import { findAnnouncementsSince, totalOf } from '#api/store/papers/announcements.ts'
import { makeReader } from '#tests/api/support/readers.ts'

const { crossref, product, run, register, registerLetters, add } = useJournals()

// Registered on Monday to Sunday, and announced on the days after.
const [SUN, MON, TUE, WED, THU, FRI, SAT, NEXT_SUN, NEXT_MON] = [22, 23, 24, 25, 26, 27, 28, 29, 30].map(
  (day) => `2026-11-${day}`,
) as [string, string, string, string, string, string, string, string, string]

const follow = (...categories: string[]) => makeReader('ada', categories)
/** Reads Crossref without the deliveries that follow. */
const fetchOn = (day: string, time?: string, input: object = {}) => {
  at(day, time)
  return ingest(product, { source: 'crossref', ...input }, createJobContext())
}
const ledger = async () =>
  (await findAnnouncementsSince(''))
    .filter(({ source }) => source === 'crossref')
    .toReversed()
    .map((one) => `${one.day} ${Object.values(one.archives).map(({ state }) => state)} ${totalOf(one)}`)

describe('The days of journals', () => {
  test('have what was registered on the day before in the followed journals, also at the weekend', async () => {
    await follow(VISION)
    const days = [MON, TUE, WED, THU, FRI, SAT, NEXT_SUN]
    for (const [index, day] of days.entries()) {
      register(1 + index, day)
      registerLetters(9, day)
      await fetchOn(addDays(day, 1))
    }
    expect(await ledger()).toEqual(days.map((day, index) => `${addDays(day, 1)} announced ${1 + index}`))
    expect(await findFalseLedgers()).toEqual([])
  })

  test('without any paper are believed at once', async () => {
    await follow(VISION)
    register(2, MON)
    for (const day of [TUE, WED, THU]) await fetchOn(day)
    expect(await ledger()).toEqual([`${TUE} announced 2`, `${WED} empty 0`, `${THU} empty 0`])
  })

  test('are not asked for while no reader follows one', async () => {
    register(2, MON)
    await follow('cs.LG')
    await fetchOn(TUE)
    expect(crossref.requests).toEqual([])
  })

  test('stay as they are when they are read again, whatever changes in old records', async () => {
    await follow(VISION)
    const [id = ''] = register(2, MON)
    await fetchOn(TUE)
    await fetchOn(WED)
    crossref.works[0]!['is-referenced-by-count'] = 7
    crossref.works[0]!['deposited'] = { 'date-time': `${WED}T08:00:00Z` }
    await fetchOn(THU)
    expect(await announcedOn(id)).toEqual([`${TUE} new`])
    expect((await storedPapers({ _id: id }))[0]?.metrics).toEqual({ citations: 7 })
    expect(await ledger()).toEqual([`${TUE} announced 2`, `${WED} empty 0`, `${THU} empty 0`])
  })

  test('that were missed are read with one request when Crossref answers again', async () => {
    await follow(VISION)
    for (const day of [MON, TUE, WED, THU, FRI]) register(2, day)
    await fetchOn(TUE)
    await crossref.down()
    expect(fetchOn(WED)).rejects.toMatchObject({ code: 'source-unavailable' })
    crossref.up()
    await fetchOn(SAT)
    expect(await ledger()).toEqual([
      `${TUE} announced 2`,
      `${WED} recovered 2`,
      `${THU} recovered 2`,
      `${FRI} recovered 2`,
      `${SAT} announced 2`,
    ])
    expect(await findFalseLedgers()).toEqual([])
  })
})

describe('A paper of a journal', () => {
  test('with either of its ISSNs has the one category of the journal, and is on the cards of its readers', async () => {
    const reader = await follow(VISION)
    const [first = '', second = ''] = [
      ...register(1, MON),
      ...register(1, MON, { issn: '9999-9986', DOI: '10.5555/electronic', ISSN: ['9999-9986'] }),
    ]
    at(TUE)
    await run('ingest')
    expect((await storedPapers()).map(({ categories }) => categories)).toEqual([[VISION], [VISION]])
    expect((await cardsOf(reader._id)).toSorted()).toEqual([`${TUE} ${first}`, `${TUE} ${second}`].toSorted())
  })

  test.each([2, 6])(
    'that the index shows %d days late is announced on the day that is read then, once',
    async (lag) => {
      await follow(VISION)
      const [id = ''] = register(1, MON)
      register(1, SUN)
      crossref.visibleFrom.set(id.replace('doi:', ''), new Date(`${addDays(TUE, lag)}T03:00:00Z`))
      for (let day = TUE; day <= '2026-12-04'; day = addDays(day, 1)) await fetchOn(day)
      expect(await announcedOn(id)).toEqual([`${addDays(TUE, lag)} new`])
      expect(await findFalseLedgers()).toEqual([])
    },
  )

  test('that was registered three weeks before it was there is announced after its deposit', async () => {
    await follow(VISION)
    for (const day of [TUE, WED]) await fetchOn(day)
    const id = add({
      DOI: '10.5555/pending',
      created: { 'date-time': '2026-11-02T08:00:00Z' },
      deposited: { 'date-time': `${WED}T08:00:00Z` },
      'published-online': { 'date-parts': [[2026, 11, 24]] },
    })
    for (const day of [THU, FRI, SAT]) await fetchOn(day)
    expect(await announcedOn(id)).toEqual([`${THU} new`])
  })

  test('of an old volume is stored, announced on no day, and on no card', async () => {
    const reader = await follow(VISION)
    const old = register(40, MON, {
      'published-online': undefined,
      published: undefined,
      issued: { 'date-parts': [[1931]] },
    })
    at(TUE)
    await run('ingest')
    expect(await storedPapers()).toHaveLength(40)
    expect(await announcedOn(old[0]!)).toEqual([])
    expect(await cardsOf(reader._id)).toEqual([])
    expect(await ledger()).toEqual([`${TUE} empty 0`])
  })
})

describe('A journal that a reader follows later', () => {
  test('is asked for at once, and has the papers of today and its days, none of them twice', async () => {
    const reader = await follow(VISION)
    for (const day of [SUN, MON, TUE]) register(1, day)
    const letters = [...registerLetters(1, MON), ...registerLetters(1, TUE)]
    for (const day of [TUE, WED]) await fetchOn(day)
    await followCategory(reader._id, LETTERS)
    await recordSuccess('arxiv', { archives: ['cs', 'math', 'quant-ph', 'stat'] })
    at(WED, '10:00')
    await requestUncoveredFetch(product)
    expect(await findOpenJob(INGEST_KEY)).not.toBeNull()
    await fetchOn(WED, '10:01')
    // Their own days, not the next one: they were no late papers.
    expect(await Promise.all(letters.map(announcedOn))).toEqual([[`${TUE} new`], [`${WED} new`]])
    registerLetters(1, WED)
    await fetchOn(THU)
    expect(await ledger()).toEqual([`${TUE} announced 2`, `${WED} announced 2`, `${THU} announced 1`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('does not make the fetch run again when it was read', async () => {
    await recordSuccess('arxiv', { archives: ['cs', 'math', 'quant-ph', 'stat'] })
    await follow(VISION, LETTERS)
    await fetchOn(NEXT_MON)
    await requestUncoveredFetch(product)
    expect(await findOpenJob(INGEST_KEY)).toBeNull()
  })
})
