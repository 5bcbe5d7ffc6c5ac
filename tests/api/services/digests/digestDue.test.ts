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

const READERS: Readonly<Record<string, string[]>> = {
  arXiv: ['cs.LG'],
  bioRxiv: ['biorxiv.neuroscience'],
  both: ['cs.LG', 'biorxiv.neuroscience'],
  'a topic': ['lanterns-1'],
}
const follows = (categories: readonly string[], source: string) =>
  categories.some((id) => id.startsWith('lanterns') || id.startsWith(source === 'arxiv' ? 'cs.' : 'biorxiv.'))

/**
 * The announcements of the week around `day`; each can be read 40 minutes after its day begins, one of each source at noon.
 * A server has some at the weekend, too, and arXiv none on a holiday, which is known at once.
 */
function announce(day: string) {
  const week = Array.from({ length: 9 }, (_, index) => addDays(day, index - 4))
  const weekdays = week.filter((one) => !isWeekend(one))
  const [, holiday] = weekdays
  const announcement = (source: string, archive: string) => (one: string, isLate: boolean) => {
    const isEmpty = source === 'arxiv' && one === holiday
    const state = isEmpty ? ('empty' as const) : ('announced' as const)
    const papers = isEmpty ? 0 : 3
    return {
      source,
      sample: false,
      day: one,
      complete: !isEmpty,
      archives: { [archive]: { state, papers, unaccounted: 0, read_at: new Date(0) } },
      stored: { new: papers, cross: 0, replace: 0, 'replace-cross': 0 },
      at: instantOf(one, isLate ? '12:00' : '00:40', 'America/New_York'),
    }
  }
  const [feed, list] = [announcement('arxiv', 'cs'), announcement('biorxiv', 'biorxiv')]
  return [...weekdays.map((one, index) => feed(one, index === 3)), ...week.map((one, index) => list(one, index === 2))]
}
type Announced = ReturnType<typeof announce>

/** When the announcements of a day are enough for a reader: all of them, or from 08:00 Eastern on the first of them. */
function readyAt(day: string, own: Announced): number | null {
  if (own.every(({ stored }) => stored.new === 0)) return null
  const times = own.map(({ at }) => at.getTime()).toSorted((a, b) => a - b)
  const late = instantOf(day, '08:00', 'America/New_York').getTime()
  return Math.min(times.at(-1)!, Math.max(times[0]!, late))
}

/** Lives from two days before `day` until two days after it, and returns the instants and days of the due digests. */
function live(zone: string, hour: number, { day, category_ids }: { day: string; category_ids: string[] }) {
  const weekdays = [0, 1, 2, 3, 4, 5, 6]
  const digest = { enabled: true, hour, time_zone: zone, weekdays, max_papers: 5, skip_empty: true }
  const user = { email_verified: true, category_ids, preferences: { digest } }
  const announced = announce(day).toSorted((a, b) => b.day.localeCompare(a.day))
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
  return { found, announced: announced.filter(({ source }) => follows(category_ids, source)) }
}

const CASES = DAYS.flatMap((day) =>
  Object.entries(READERS).map(([name, category_ids]): [string, string, string[]] => [day, name, category_ids]),
)

describe('The due digest', () => {
  test.each(CASES)(
    'around %s for a reader of %s is one per local day with an announcement, in every zone and from the hour on',
    (day, _, category_ids) => {
      const isTopic = follows(category_ids, 'arxiv') && follows(category_ids, 'biorxiv') && category_ids.length === 1
      const hasServer = category_ids.includes('biorxiv.neuroscience')
      for (const zone of ZONES)
        for (const hour of [0, 2, 7, 22]) {
          const { found, announced } = live(zone, hour, { day, category_ids })
          const local = [-2, -1, 0, 1, 2].map((count) => addDays(day, count))
          const expected = local.flatMap((one) => {
            const own = announced.filter((other) => other.day === one)
            // A topic alone has the papers of any source: the first one that announced some is enough.
            const enough = isTopic ? own.filter(({ stored }) => stored.new > 0) : own
            const ready = isTopic ? Math.min(...enough.map(({ at }) => at.getTime())) : readyAt(one, enough)
            if (ready === null || own.length === 0) return []
            const from = Math.max(instantOf(one, `${hour}`.padStart(2, '0') + ':00', zone).getTime(), ready)
            return from + HOUR_MS <= instantOf(addDays(one, 1), '00:00', zone).getTime() ? [{ day: one, from }] : []
          })
          const ofDay = found.filter((one) => one.announced_on === one.day)
          // At the weekend a topic waits for no server: nobody may follow one.
          const isBound = ({ day: one }: { day: string }) => !isTopic || !isWeekend(one)
          const bound = ofDay.filter(isBound)
          const due = expected.filter(isBound)
          expect([zone, hour, bound.map((one) => one.day)]).toEqual([zone, hour, due.map((one) => one.day)])
          for (const [index, { at, day: sentOn }] of bound.entries()) {
            const from = due[index]?.from ?? 0
            expect(dayIn(zone, at)).toBe(sentOn)
            // Clocks change by half an hour in Lord Howe: the check of the hour may come up to an hour later.
            expect(at.getTime() - from).toBeWithin(0, HOUR_MS)
          }
          // A late announcement that came after its local day is mailed at a weekend without one, or when that of the day
          // did not come.
          const late = found.filter((one) => one.announced_on !== one.day)
          const isEarly = (sentOn: string) => isWeekend(sentOn) && !hasServer
          expect(late.every(({ day: sentOn, at }) => hourIn(zone, at) >= (isEarly(sentOn) ? hour : 23))).toBe(true)
          const days = found.map((one) => one.announced_on)
          expect(new Set(days).size).toBe(days.length)
          expect(new Set(found.map((one) => one.day)).size).toBe(found.length)
        }
    },
  )
})
