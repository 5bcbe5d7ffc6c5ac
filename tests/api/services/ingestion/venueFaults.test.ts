import { describe, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
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
import { simNotes, VENUE } from '#tests/simulators/openreview.ts'

const { simulator, follow, read, readDay, run } = useVenues()
const { v2 } = simulator

const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)

describe('An outage', () => {
  test('of a day leaves the day missing, with the reason, and the papers come on the next one', async () => {
    const code = await follow()
    await read(TUE)
    await readDay(day(1))
    v2.expire()
    v2.challengesAll = true
    v2.notes = simNotes(2)
    expect(await read(day(1))).toBe('OpenReview does not accept the account (403).')
    expect(await stateOf(code)).toBe(
      'The venue could not be read since 2026-11-25 15:00 UTC. OpenReview does not accept the account (403).',
    )
    expect((await findSourceState('openreview')).failure).toBe('OpenReview does not accept the account (403).')
    await expect(readDay(day(2))).rejects.toThrow(
      `OpenReview could not be read on ${day(1)}: it does not accept the account (403).`,
    )
    expect(await ledgerOf('openreview')).toEqual([`${day(1)} empty 0`])
    v2.challengesAll = false
    expect(await read(day(2))).toBeUndefined()
    expect((await findSourceState('openreview')).failure).toBeNull()
    await readDay(day(3), '08:30')
    expect(await announcedNumbers()).toEqual([`${day(3)} 1`, `${day(3)} 2`])
    expect(await ledgerOf('openreview')).toEqual([`${day(1)} empty 0`, `${day(2)} empty 0`, `${day(3)} recovered 2`])
    expect(await stateOf(code)).toBeUndefined()
    expect(await findFalseLedgers()).toEqual([])
  })

  test('of the whole product leaves the day missing until the venue is read again', async () => {
    await follow()
    await read(TUE)
    await readDay(day(1))
    v2.notes = simNotes(1)
    await expect(readDay(day(4))).rejects.toThrow(`OpenReview could not be read on ${day(3)}.`)
    await read(day(4), '01:00')
    await readDay(day(5))
    expect(await announcedNumbers()).toEqual([`${day(5)} 1`])
    expect(await ledgerOf('openreview')).toEqual([
      ...[1, 2, 3, 4].map((offset) => `${day(offset)} empty 0`),
      `${day(5)} announced 1`,
    ])
  })

  test('of a day can be read again when the venue has had news since', async () => {
    v2.notes = simNotes(1, 1, { cdate: Date.parse('2024-09-28T00:00:00Z') })
    await follow()
    await read(TUE)
    v2.notes.push(...simNotes(1, 2))
    await read(day(7), '11:00')
    await readDay(day(8))
    expect(await announcedNumbers()).toEqual([`${day(8)} 2`])
    at(day(9))
    // On day 3 no reading was due: the venue was read once a week then.
    await run('ingest', { source: 'openreview', from: day(2), until: day(4) })
    expect(await ledgerOf('openreview')).toContain(`${day(4)} empty 0`)
  })

  test.each(['failed', 'truncated', 'html', 'other-json', 'rate-limited'] as const)(
    'with the answer “%s” is no empty venue',
    async (fault) => {
      v2.notes = simNotes(2)
      const code = await follow()
      await read(TUE)
      v2.fail(fault, { times: 2 })
      expect(await read(day(1))).toStartWith('OpenReview ')
      expect(await storedVenue(code)).toMatchObject({ papers: 2, failures: 1 })
      expect((await storedVenuePapers()).every(({ is_gone }) => !is_gone)).toBe(true)
    },
  )
})

test('a decision night of 2,260 papers is stored, processed, counted and announced whole', async () => {
  const reader = await makeReader('ada', [await makeVenue()])
  at(TUE, '10:00')
  await run('read-venues')
  v2.notes = simNotes(2_260)
  at(day(1), '22:00')
  await run('read-venues')
  at(day(2))
  await run('ingest')
  expect(await ledgerOf('openreview')).toEqual([`${day(2)} announced 2260`])
  expect(await findFalseLedgers()).toEqual([])
  const cards = await cardsOf(reader._id)
  // As many cards as any day has at most; the others are below them, in the library and the ledger.
  expect(cards).toHaveLength(300)
  expect(new Set(cards).size).toBe(300)
  expect(await storedPapers({ source: 'openreview', processed_at: null })).toHaveLength(0)
})

test('a decision night whose reading breaks off in the middle is announced whole on one day', async () => {
  const other = 'ACML.org/2026/Conference'
  v2.venues.push(other)
  const reader = await makeReader('ada', [await makeVenue(), await makeVenue(other)])
  await read(TUE)
  await readDay(day(1))
  v2.notes = simNotes(2_260)
  v2.onRequest = ({ url }) => {
    const asked = new URL(url, v2.apiUrl).searchParams
    const isBroken = asked.get('content.venueid') === VENUE && asked.get('offset') === '1000'
    return isBroken ? new Response('Bad Gateway', { status: 502 }) : undefined
  }
  expect(await read(day(1), '22:00')).toBe('OpenReview answers 502: Bad Gateway.')
  // The other venue was read, so that the day is no missing one.
  await readDay(day(2))
  expect(await announcedNumbers()).toEqual([])
  v2.onRequest = null
  await read(day(2), '02:00')
  await readDay(day(3))
  const announced = await announcedNumbers()
  expect(new Set(announced).size).toBe(2_260)
  expect(announced.filter((one) => !one.startsWith(day(3)))).toEqual([])
  at(day(3), '08:30')
  await run('ingest')
  expect(new Set(await cardsOf(reader._id)).size).toBe(300)
  expect(await findFalseLedgers()).toEqual([])
})

test('papers of a list that cannot be read to its end are announced after three days', async () => {
  await follow()
  await read(TUE)
  v2.notes = simNotes(1_200)
  v2.onRequest = ({ url }) => (url.includes('offset=1000') ? new Response('Bad Gateway', { status: 502 }) : undefined)
  for (const offset of [1, 2, 3]) await read(day(offset))
  expect((await storedVenuePapers()).filter((one) => one.day !== null)).toEqual([])
  await read(day(4), '11:00')
  const days = (await storedVenuePapers()).map((one) => one.day)
  expect(new Set(days)).toEqual(new Set([day(5)]))
  expect(days).toHaveLength(1_000)
})
