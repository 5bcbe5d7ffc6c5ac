import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { addDays, ARXIV_ZONE, dayIn, instantOf } from '#api/platform/clock.ts'
import { batchDayOf, closureReason, expectedDay, nextAnnouncementAt } from '#api/sources/arxiv/calendar.ts'

describe("arXiv's calendar", () => {
  test.each([
    ['2026-09-21T17:59:00Z', '2026-09-22', 'Monday before the deadline'],
    ['2026-09-21T18:00:00Z', '2026-09-22', 'Monday at the deadline'],
    ['2026-09-21T18:01:00Z', '2026-09-23', 'Monday after the deadline'],
    ['2026-09-24T17:59:00Z', '2026-09-25', 'Thursday before the deadline'],
    ['2026-09-24T18:01:00Z', '2026-09-28', 'Thursday after the deadline'],
    ['2026-09-25T17:59:00Z', '2026-09-28', 'Friday before the deadline'],
    ['2026-09-25T18:01:00Z', '2026-09-29', 'Friday after the deadline'],
    ['2026-09-26T12:00:00Z', '2026-09-29', 'Saturday'],
    ['2026-09-27T23:00:00Z', '2026-09-29', 'Sunday'],
    ['2026-11-24T18:59:00Z', '2026-11-25', 'winter time'],
    ['2026-11-25T15:00:00Z', '2026-11-26', 'before Thanksgiving, which has its own announcement'],
    ['2026-11-26T15:00:00Z', '2026-11-27', 'on Thanksgiving: the earliest day, whatever the calendar predicts'],
    ['2026-03-06T20:00:00Z', '2026-03-10', 'across the change to summer time'],
  ])('a paper submitted at %s can be announced on %s (%s)', (submitted, day) =>
    expect(batchDayOf(new Date(submitted))).toBe(day),
  )

  test.each([
    ['2026-11-20T00:30:00Z', '2026-11-19', 'Thursday evening before 20:00'],
    ['2026-11-20T01:00:00Z', '2026-11-20', 'Thursday evening at 20:00'],
    ['2026-11-21T02:00:00Z', '2026-11-20', 'Friday evening'],
    ['2026-11-22T12:00:00Z', '2026-11-20', 'Sunday'],
    ['2026-11-23T01:00:00Z', '2026-11-23', 'Sunday evening'],
    ['2026-11-26T12:00:00Z', '2026-11-26', 'Thanksgiving'],
    ['2026-11-27T12:00:00Z', '2026-11-27', 'a day that is predicted to have none'],
    ['2026-07-01T00:00:00Z', '2026-07-01', 'summer time'],
  ])('at %s the batch of %s is published (%s)', (at, day) => expect(expectedDay(new Date(at))).toBe(day))

  test('the next announcement after a Friday can be read when Monday begins, and holidays are skipped', () => {
    expect(nextAnnouncementAt(new Date('2026-11-20T12:00:00Z')).toISOString()).toBe('2026-11-23T05:00:00.000Z')
    expect(nextAnnouncementAt(new Date('2026-11-25T12:00:00Z')).toISOString()).toBe('2026-11-26T05:00:00.000Z')
    expect(nextAnnouncementAt(new Date('2026-11-26T12:00:00Z')).toISOString()).toBe('2026-11-30T05:00:00.000Z')
    // Published at 20:00, not in the feeds yet.
    expect(nextAnnouncementAt(new Date('2026-11-18T02:00:00Z')).toISOString()).toBe('2026-11-18T05:00:00.000Z')
  })

  test('a weekend has no announcement', () => {
    expect(closureReason('2026-11-21')).toBe('weekend')
    expect(closureReason('2026-11-22')).toBe('weekend')
    expect(closureReason('2026-11-20')).toBeNull()
  })

  // Holidays whose listings were counted: each has papers on the day itself, and none on the next mailing day.
  test.each([
    ['2025-06-19', '2025-06-20'],
    ['2025-07-04', '2025-07-07'],
    ['2025-09-01', '2025-09-02'],
    ['2025-11-27', '2025-11-28'],
    ['2025-12-25', '2025-12-26'],
    ['2026-01-01', '2026-01-02'],
    ['2026-01-19', '2026-01-20'],
    ['2026-06-19', '2026-06-22'],
    // The next ones.
    ['2026-11-26', '2026-11-27'],
    ['2026-12-25', '2026-12-28'],
    ['2026-12-29', '2026-12-30'],
    ['2026-12-31', '2027-01-01'],
  ])('the evening of the holiday %s is left out, so the announcement of %s is', (holiday, left) => {
    expect(closureReason(holiday)).toBeNull()
    expect(closureReason(left)).toBe('holiday')
  })

  // The real clock: this test fails 60 days before the first year that has no holidays in the list.
  test('the holidays of the year in 60 days are known', () => {
    const year = addDays(new Date().toISOString().slice(0, 10), 60).slice(0, 4)
    const days = Array.from({ length: 365 }, (_, n) => addDays(`${year}-01-01`, n))
    expect(days.filter((day) => closureReason(day) === 'holiday').length).toBeGreaterThan(5)
  })

  test('at any time the expected batch is published, is not at a weekend, and the next one is in the future', () => {
    const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(times, (at) => {
        const day = expectedDay(at)
        expect(closureReason(day)).not.toBe('weekend')
        expect(instantOf(addDays(day, -1), '20:00', ARXIV_ZONE).getTime()).toBeLessThanOrEqual(at.getTime())
        const next = nextAnnouncementAt(at)
        expect(next.getTime()).toBeGreaterThan(at.getTime())
        expect(expectedDay(next)).toBe(dayIn(ARXIV_ZONE, next))
        expect(closureReason(expectedDay(next))).toBeNull()
        expect(expectedDay(next) >= day).toBeTrue()
        expect(batchDayOf(at) > day).toBeTrue()
      }),
      { numRuns: 500 },
    )
  })
})
