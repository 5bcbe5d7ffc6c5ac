import { expect, test } from 'bun:test'
import { nextVisitAt, retryVisitAt } from '#api/sources/feed/nextVisit.ts'
import type { FeedHints } from '#api/sources/feed/rawFeed.ts'

const AT = new Date('2026-11-24T10:00:00Z')
const NO_HINTS: FeedHints = { ttlMinutes: null, updateMinutes: null, skipHours: [], skipDays: [] }
const STEADY = { newsStreak: 0, quietStreak: 0, failures: 0 }
const address = 'https://blog.example.org/atom.xml'

/** In whole hours: up to ten minutes more spread the feeds. */
const hours = (
  headers: Record<string, string> = {},
  { hints = {}, history = {} }: { hints?: Partial<FeedHints>; history?: Partial<typeof STEADY> } = {},
) => {
  const next = nextVisitAt(AT, {
    address,
    headers: new Headers(headers),
    hints: { ...NO_HINTS, ...hints },
    history: { ...STEADY, ...history },
  })
  return Math.floor((next.getTime() - AT.getTime()) / 3_600_000)
}

test('a feed is visited after an hour, or as much later as it asks for, and each day', () => {
  expect(hours()).toBe(1)
  expect(hours({}, { hints: { ttlMinutes: 720 } })).toBe(12)
  expect(hours({}, { hints: { updateMinutes: 240 } })).toBe(4)
  expect(hours({ 'cache-control': 'public, max-age=10800' })).toBe(3)
  expect(hours({ date: 'Tue, 24 Nov 2026 10:00:00 GMT', expires: 'Tue, 24 Nov 2026 15:00:00 GMT' })).toBe(5)
  expect(hours({ expires: '0' })).toBe(1)
  expect(hours({ 'cache-control': 'max-age=31536000' }, { hints: { ttlMinutes: 5 } })).toBe(20)
})

test('a feed with news is visited twice as often, and a quiet one half as often', () => {
  expect(hours({}, { hints: { ttlMinutes: 720 }, history: { newsStreak: 5 } })).toBe(6)
  expect(hours({}, { hints: { ttlMinutes: 360 }, history: { quietStreak: 10 } })).toBe(12)
  expect(hours({}, { history: { quietStreak: 10 } })).toBe(2)
})

test('a feed is not visited in the hours and on the days that it excludes', () => {
  expect(hours({}, { hints: { skipHours: [11, 12, 13] } })).toBe(4)
  expect(hours({}, { hints: { skipDays: ['Tuesday'] } })).toBe(14)
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  expect(hours({}, { hints: { skipHours: all } })).toBe(1)
})

const retry = (failures: number, retryAfterMs = 0, isOnceADay = false) =>
  (retryVisitAt(AT, { address, history: { ...STEADY, failures }, retryAfterMs, isOnceADay }).getTime() - AT.getTime()) /
  3_600_000

test('a feed that cannot be read is visited later after each failure, and when its server asks for it', () => {
  expect([0, 1, 2, 9].map((failures) => Math.floor(retry(failures)))).toEqual([1, 2, 4, 20])
  expect(Math.floor(retry(0, 7_200_000))).toBe(2)
  expect(Math.floor(retry(0, 0, true))).toBe(20)
})
