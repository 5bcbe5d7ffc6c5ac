import { afterEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  addDays,
  ARXIV_ZONE,
  atInstant,
  dayIn,
  hourIn,
  instantOf,
  isDay,
  now,
  setClock,
  weekday,
} from '#api/platform/clock.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const zones = [ARXIV_ZONE, 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const anyZone = fc.constantFrom(...zones)
const anyInstant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2037-01-01T00:00:00Z'),
  noInvalidDate: true,
})

afterEach(() => setClock(null))

describe('the clock', () => {
  test('starts at the time it is set to and runs on', async () => {
    const start = new Date('2025-09-10T01:00:00Z')
    setClock(start)
    const first = now().getTime()
    await waitUntil(() => now().getTime() !== first)
    expect(first).toBeGreaterThanOrEqual(start.getTime())
    expect(now().getTime()).toBeGreaterThan(first)
    expect(dayIn('UTC', now())).toBe('2025-09-10')
  })

  test('can be reset to the system clock', () => {
    setClock(new Date('2001-01-01T00:00:00Z'))
    setClock(null)
    const before = Date.now()
    expect(now().getTime()).toBeGreaterThanOrEqual(before)
  })
})

describe('arXiv times in Eastern time', () => {
  test.each([
    ['summer time', '2026-07-08', '2026-07-09T00:00:00.000Z'],
    ['winter time', '2026-11-18', '2026-11-19T01:00:00.000Z'],
    ['the Sunday on which clocks go forward', '2026-03-08', '2026-03-09T00:00:00.000Z'],
    ['the Saturday before it', '2026-03-07', '2026-03-08T01:00:00.000Z'],
    ['the Sunday on which clocks go back', '2026-11-01', '2026-11-02T01:00:00.000Z'],
    ['the Saturday before it', '2026-10-31', '2026-11-01T00:00:00.000Z'],
  ])('20:00 Eastern in %s', (_, day, instant) => {
    expect(instantOf(day, '20:00', ARXIV_ZONE).toISOString()).toBe(instant)
  })

  // Submission deadlines in summer, Monday 6 to Friday 10 July 2026.
  test.each([
    ['2026-07-06', '13:59', '2026-07-06T17:59:00.000Z', 1],
    ['2026-07-06', '14:01', '2026-07-06T18:01:00.000Z', 1],
    ['2026-07-09', '13:59', '2026-07-09T17:59:00.000Z', 4],
    ['2026-07-09', '14:01', '2026-07-09T18:01:00.000Z', 4],
    ['2026-07-10', '13:59', '2026-07-10T17:59:00.000Z', 5],
    ['2026-07-10', '14:01', '2026-07-10T18:01:00.000Z', 5],
  ])('%s %s Eastern is %s', (day, time, instant, dayOfWeek) => {
    expect(instantOf(day, time, ARXIV_ZONE).toISOString()).toBe(instant)
    expect(dayIn(ARXIV_ZONE, new Date(instant))).toBe(day)
    expect(weekday(day)).toBe(dayOfWeek)
  })

  test('a time skipped by daylight saving is moved forward by the length of the gap', () => {
    expect(instantOf('2026-03-08', '02:30', ARXIV_ZONE).toISOString()).toBe('2026-03-08T07:30:00.000Z')
  })

  test('a time repeated by daylight saving is the first of the two', () => {
    expect(instantOf('2026-11-01', '01:30', ARXIV_ZONE).toISOString()).toBe('2026-11-01T05:30:00.000Z')
  })

  test('a day that a time zone skipped is moved to the next one', () => {
    // Samoa crossed the date line: there was no 30 December 2011.
    expect(instantOf('2011-12-30', '12:00', 'Pacific/Apia').toISOString()).toBe('2011-12-30T22:00:00.000Z')
  })
})

describe('for any zone and instant', () => {
  test('day and hour are the same as in Intl', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, instant) => {
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(instant)
        expect(`${dayIn(zone, instant)} ${String(hourIn(zone, instant)).padStart(2, '0')}`).toBe(shown.slice(0, 13))
      }),
    )
  })

  test('a local time is converted to an instant with this local time, or to one just after the gap', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, fc.nat(23), (zone, instant, hour) => {
        const day = dayIn(zone, instant)
        const found = instantOf(day, `${String(hour).padStart(2, '0')}:00`, zone)
        if (hourIn(zone, found) !== hour) {
          // The hour is skipped: the one before it ends at this instant.
          expect(hourIn(zone, new Date(found.getTime() - 1))).toBe((hour + 23) % 24)
        }
        expect(dayIn(zone, found)).toBe(day)
      }),
      { examples: [['America/New_York', new Date('2035-03-11T05:00:00Z'), 2]] },
    )
  })

  test('adding and subtracting the same number of days is the identity, and 7 days keep the weekday', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -5000, max: 5000 }), (instant, count) => {
        const day = dayIn('UTC', instant)
        expect(addDays(addDays(day, count), -count)).toBe(day)
        expect(weekday(addDays(day, 7))).toBe(weekday(day))
        expect(weekday(day)).toBe(instant.getUTCDay())
      }),
    )
  })

  test('only what the calendar has, written in full, is a day', () => {
    const written = ['2028-02-29', '2026-11-18', '2026-1-18', '20261118', '2026-11', '2026', '+012026-11-18', '']
    const days = [...written, '2026-11-18T00:00', '2026-02-30', '2027-02-29']
    expect(days.filter(isDay)).toEqual(['2028-02-29', '2026-11-18'])
  })

  test('leap days are counted', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  })
})

describe('Work at another instant', () => {
  test('has its own running clock, also after awaits and beside other work', async () => {
    const start = new Date('2001-01-01T00:00:00Z')
    const work = atInstant(start, async () => {
      await Bun.sleep(1)
      return now()
    })
    const outside = now()
    const inside = await work
    expect(inside.getTime()).toBeGreaterThan(start.getTime())
    expect(dayIn('UTC', inside)).toBe('2001-01-01')
    expect(outside.getTime()).toBeGreaterThan(inside.getTime())
    expect(now().getTime()).toBeGreaterThanOrEqual(outside.getTime())
  })
})
