import { afterEach, describe, expect, test } from 'bun:test'
import { addDays, dayIn, hourIn, instantOf, isWeekend, setClock } from '#api/platform/clock.ts'
import { findDueDigest, listFreshDays } from '#api/services/digests/digestDue.ts'

afterEach(() => setClock(null))

const HOUR_MS = 3_600_000
const ZONES = [
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/Santiago',
  'America/St_Johns',
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]
/** Days in the middle of which clocks change in some of the zones, and a leap day. */
const DAYS = [
  '2026-09-06',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2028-02-29',
  '2028-03-12',
  '2028-03-26',
  '2028-04-02',
]

const STORED = { new: 3, cross: 0, replace: 0, 'replace-cross': 0 }

/** The announcements of the week around `day`; each can be read 40 minutes after its day begins, one at noon. */
function announce(day: string) {
  const days = Array.from({ length: 9 }, (_, index) => addDays(day, index - 4)).filter((one) => !isWeekend(one))
  return days.map((one, index) => {
    const at = instantOf(one, index === 3 ? '12:00' : '00:40', 'America/New_York')
    return { day: one, complete: true, archives: {}, stored: STORED, at }
  })
}

/** Lives from two days before `day` until two days after it, and returns the instants and days of the due digests. */
function live(zone: string, hour: number, day: string) {
  const digest = {
    enabled: true,
    hour,
    time_zone: zone,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    max_papers: 5,
    skip_empty: true,
  }
  const user = { email_verified: true, category_ids: ['cs.LG'], preferences: { digest } }
  const announced = announce(day).toReversed()
  const found: { at: Date; day: string; announced_on: string | null }[] = []
  const start = instantOf(addDays(day, -2), '00:00', zone).getTime()
  const end = instantOf(addDays(day, 3), '00:00', zone).getTime()
  for (let at = start; at < end; at += HOUR_MS) {
    setClock(new Date(at))
    const announcements = announced.filter((one) => one.at.getTime() <= at)
    const mailed = new Set(found.map(({ announced_on }) => announced_on ?? ''))
    const due = findDueDigest(user, announcements)
    if (!('day' in due) || found.some((one) => one.day === due.day)) continue
    const late = listFreshDays(user, due.day, announcements).find((one) => !mailed.has(one))
    const announced_on = due.announced_on ?? late
    if (announced_on !== undefined) found.push({ at: new Date(at), day: due.day, announced_on })
  }
  return { found, announced }
}

describe('The due digest', () => {
  test.each(DAYS)('around %s is one per local day with an announcement, in every zone and from the hour on', (day) => {
    for (const zone of ZONES)
      for (const hour of [0, 2, 7, 22]) {
        const { found, announced } = live(zone, hour, day)
        const local = [-2, -1, 0, 1, 2].map((count) => addDays(day, count))
        const expected = local.flatMap((one) => {
          const announcement = announced.find((other) => other.day === one)
          if (announcement === undefined) return []
          const from = Math.max(
            instantOf(one, `${hour}`.padStart(2, '0') + ':00', zone).getTime(),
            announcement.at.getTime(),
          )
          return from + HOUR_MS <= instantOf(addDays(one, 1), '00:00', zone).getTime() ? [{ day: one, from }] : []
        })
        const ofDay = found.filter((one) => one.announced_on === one.day)
        expect([zone, hour, ofDay.map((one) => one.day)]).toEqual([zone, hour, expected.map((one) => one.day)])
        for (const [index, { at, day: sentOn }] of ofDay.entries()) {
          const from = expected[index]?.from ?? 0
          expect(dayIn(zone, at)).toBe(sentOn)
          // Clocks change by half an hour in Lord Howe: the check of the hour may come up to an hour later.
          expect(at.getTime() - from).toBeWithin(0, HOUR_MS)
        }
        // A late announcement that came after its local day is mailed at a weekend, or when that of the day did not come.
        const late = found.filter((one) => one.announced_on !== one.day)
        expect(late.every(({ day: sentOn, at }) => hourIn(zone, at) >= (isWeekend(sentOn) ? hour : 23))).toBe(true)
        const days = found.map((one) => one.announced_on)
        expect(new Set(days).size).toBe(days.length)
      }
  })
})
