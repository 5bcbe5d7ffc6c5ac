import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays } from '#api/platform/clock.ts'
import { at, cardsOf, findFalseLedgers, ledgerOf, storedPapers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import {
  announcedNumbers,
  makeVenue,
  stateOf,
  storedVenue,
  storedVenuePapers,
  useVenues,
} from '#tests/api/support/venues.ts'
import { noteId, simNote, simNotes, VENUE } from '#tests/simulators/openreview.ts'

const { simulator, follow, read, readDay, run } = useVenues()
const { v2 } = simulator

const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)
const listings = () => v2.requests.filter(({ url }) => url.startsWith('/notes?content')).length

describe('The first reading of a venue', () => {
  test('stores what was accepted before, and announces none of it', async () => {
    v2.notes = simNotes(3)
    const code = await follow()
    expect(await read(TUE)).toBeUndefined()
    expect((await storedVenuePapers()).map(({ is_news }) => is_news)).toEqual([false, false, false])
    expect((await storedVenue(code)).days[TUE]).toEqual({ tries: 1, read: 1, news: 0 })
    await readDay(day(1))
    expect(await announcedNumbers()).toEqual([])
    expect((await storedPapers({ source: 'openreview' })).map(({ _id, urls }) => [_id, urls.abs, urls.pdf])).toEqual(
      [1, 2, 3].map((number) => [
        `openreview:${noteId(number)}`,
        `https://openreview.net/forum?id=${noteId(number)}`,
        `https://openreview.net/pdf?id=${noteId(number)}`,
      ]),
    )
    expect(await ledgerOf('openreview')).toEqual([`${day(1)} empty 0`])
  })

  test('that comes late announces what was accepted since the venue is followed', async () => {
    v2.notes = [
      simNote(1, { pdate: Date.parse('2026-11-20T00:00:00Z') }),
      simNote(2, { pdate: Date.parse('2026-11-25T12:00:00Z') }),
      simNote(3),
    ]
    await follow()
    v2.challengesAll = true
    expect(await read(TUE)).toBe('OpenReview does not accept the account (403).')
    v2.challengesAll = false
    expect(await read(day(2))).toBeUndefined()
    await readDay(day(3))
    expect(await announcedNumbers()).toEqual([`${day(3)} 2`])
  })

  test('that is interrupted announces nothing of the rest', async () => {
    v2.notes = simNotes(1_500)
    await follow()
    v2.onRequest = (request) =>
      request.url.includes('offset=1000') ? new Response('{"name":"Error"}', { status: 500 }) : undefined
    expect(await read(TUE)).toBe('OpenReview answers 500.')
    expect(await storedVenuePapers()).toHaveLength(1_000)
    v2.onRequest = null
    expect(await read(TUE, '12:00')).toBeUndefined()
    const papers = await storedVenuePapers()
    expect([papers.length, papers.filter(({ is_news }) => is_news).length]).toEqual([1_500, 0])
  })
})

describe('A venue', () => {
  test('gives each reader the papers of a day once, on the day after, and the ledger says how many', async () => {
    const reader = await makeReader('ada', [await makeVenue()])
    v2.notes = simNotes(2)
    at(TUE, '10:00')
    await run('read-venues')
    for (let offset = 1; offset < 4; offset++) {
      v2.notes.push(...simNotes(offset, 10 * offset))
      at(day(offset), '04:30')
      await run('read-venues')
      at(day(offset), '18:00')
      await run('read-venues')
      at(day(offset + 1), '00:15')
      await run('ingest')
    }
    expect(await announcedNumbers()).toEqual([
      `${day(2)} 10`,
      `${day(3)} 20`,
      `${day(3)} 21`,
      `${day(4)} 30`,
      `${day(4)} 31`,
      `${day(4)} 32`,
    ])
    expect(await cardsOf(reader._id)).toHaveLength(6)
    expect(await ledgerOf('openreview')).toEqual([2, 3, 4].map((offset) => `${day(offset)} announced ${offset - 1}`))
    expect(await findFalseLedgers()).toEqual([])
  })

  test('is read every six hours until eight weeks after its newest paper, and then once a week', async () => {
    const code = await follow()
    const hoursTo = async (from: string, time: string) => {
      await read(from, time)
      const { next_read_at, last_success_at } = await storedVenue(code)
      return (next_read_at.getTime() - (last_success_at?.getTime() ?? 0)) / 3_600_000
    }
    expect(await hoursTo(TUE, '10:00')).toBe(6)
    await read(TUE, '15:30')
    expect(listings()).toBe(1)
    v2.notes = simNotes(2)
    expect(await hoursTo(TUE, '16:30')).toBe(6)
    expect(await hoursTo(day(55), '12:00')).toBe(6)
    expect(await hoursTo(day(57), '12:00')).toBe(168)
  })

  test('of an earlier year is read once a week', async () => {
    v2.notes = simNotes(2, 1, { cdate: Date.parse('2024-09-28T00:00:00Z') })
    const code = await follow()
    await read(TUE)
    expect((await storedVenue(code)).next_read_at.toISOString()).toStartWith('2026-12-01T15:00')
    await readDay(day(1))
    await readDay(day(2))
    // No reading is due on the second day.
    expect(await ledgerOf('openreview')).toEqual([`${day(1)} empty 0`, `${day(2)} empty 0`])
  })

  test('is not read while no reader follows it', async () => {
    await makeVenue()
    await read(TUE)
    expect(v2.requests).toEqual([])
  })

  test('with a paper that cannot be read says so, and has the others', async () => {
    v2.notes = [simNote(1), simNote(2, { content: { title: '' } })]
    const code = await follow()
    await read(TUE)
    await read(TUE, '17:00')
    expect(await stateOf(code)).toBe('1 paper of the venue cannot be read.')
    expect(await storedVenuePapers()).toHaveLength(1)
    expect(await mongoose.connection.collection('quarantine').countDocuments()).toBe(1)
  })

  test('whose process was killed between its papers and its state loses none and has none twice', async () => {
    const code = await follow()
    await read(TUE)
    const before = await storedVenue(code)
    v2.notes = simNotes(4)
    await read(day(1))
    const { _id, ...rest } = before
    await mongoose.connection.collection<{ _id: string }>('venues').updateOne({ _id }, { $set: rest })
    await mongoose.connection.collection<{ _id: string }>('venue_papers').deleteOne({ _id: `${code} ${noteId(4)}` })
    await read(day(1), '11:00')
    await readDay(day(2))
    expect(await announcedNumbers()).toEqual([1, 2, 3, 4].map((number) => `${day(2)} ${number}`))
  })
})

describe('A paper', () => {
  test('whose authors appear later has them, and keeps its day', async () => {
    await follow()
    await read(TUE)
    v2.notes = [simNote(1, { content: { authors: ['Anonymous'] } })]
    await read(day(1))
    await readDay(day(2))
    expect((await storedPapers({ source: 'openreview' }))[0]?.authors).toEqual([])
    v2.notes = [simNote(1, { mdate: Date.parse('2027-01-30T00:00:00Z') })]
    await read(day(20))
    await readDay(day(21))
    const [paper] = await storedPapers({ source: 'openreview' })
    expect(paper?.authors.map(({ name }) => name)).toEqual(['Mirela Quillfeather', 'Tomás Óðinsson'])
    expect(await announcedNumbers()).toEqual([`${day(2)} 1`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('that was only touched is not stored again', async () => {
    await follow()
    v2.notes = [simNote(1)]
    await read(TUE)
    v2.notes = [simNote(1, { mdate: Date.parse('2026-11-24T20:00:00Z') })]
    await read(day(1))
    expect((await storedVenuePapers()).map(({ changed_day }) => changed_day)).toEqual([day(1)])
  })

  test('that was withdrawn later is marked, and one that is not public any more stays', async () => {
    const code = await follow()
    await read(TUE)
    v2.notes = simNotes(3)
    await read(day(1))
    await readDay(day(2))
    v2.notes = [
      simNote(1),
      simNote(2, { content: { venueid: `${VENUE}/Withdrawn_Submission`, venue: 'ICLR 2027 Withdrawn' } }),
    ]
    await read(day(2))
    await readDay(day(3))
    const papers = await storedPapers({ source: 'openreview' })
    expect(papers.map(({ title, withdrawn }) => [title.at(-1), withdrawn])).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
    ])
    expect((await storedVenue(code)).papers).toBe(1)
    const before = v2.requests.length
    await read(day(3))
    expect(v2.requests.length - before).toBe(1)
    expect(await announcedNumbers()).toEqual([1, 2, 3].map((number) => `${day(2)} ${number}`))
  })
})
