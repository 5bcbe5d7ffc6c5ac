import { expect, test } from 'bun:test'
import { addDays, ARXIV_ZONE, instantOf, now } from '#api/platform/clock.ts'
import { log } from '#api/platform/log.ts'
import { listDays } from '#api/services/days/dayStates.ts'
import { createDigestReads } from '#api/services/digests/digestReads.ts'
import { findDigestOf, readDigestFacts } from '#api/services/digests/findDigest.ts'
import { queueMail } from '#api/store/mail/outbox.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { makeWorld } from '#tests/simulators/world.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { beginWorld } from '#tests/api/support/outages.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { findDifferences, makeReaders, report } from '#tests/api/support/worldCheck.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'

const life = useLifetime()
/** Between two looks at what there is. */
const STEP_MS = 2 * 3_600_000
const [FROM, HOLIDAY, AFTER, MONDAY] = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30']
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney']

/** What a life through the days shows. */
interface Diary {
  /** By day: the Eastern time at which a reader has its cards. */
  shownAt: Map<string, string>
  /** Working days that were called missing, with the times. */
  missing: Map<string, string[]>
  /** By time zone: the local days of digests, with the announcement in each. */
  digests: Map<string, string[]>
}

async function live(holidays: readonly string[], until: string) {
  const world = makeWorld({ seed: WORLD_SEED, from: addDays(FROM, -1), until, perDay: 24, holidays })
  await beginWorld(life, world, FROM)
  const readers = await makeReaders()
  const subscribers = new Map<string, UserRecord>()
  for (const time_zone of ZONES) {
    const digest = { enabled: true, hour: 7, time_zone, weekdays: [0, 1, 2, 3, 4, 5, 6] }
    subscribers.set(time_zone, await makeReader(time_zone.replace('/', '-'), ['cs.LG'], { preferences: { digest } }))
  }
  await life.turnOn()
  const days = world.days.filter((day) => day >= FROM)
  const diary: Diary = { shownAt: new Map(), missing: new Map(), digests: new Map() }
  const end = instantOf(until, '23:45', ARXIV_ZONE).getTime()
  for (let at = instantOf(FROM, '00:45', ARXIV_ZONE).getTime(); at <= end; at += STEP_MS) {
    await life.liveUntil(new Date(at))
    await write(diary, { days, until }, subscribers)
  }
  const { simulator } = life
  const differences = await findDifferences({ world, readers, simulator, from: FROM, until })
  return { ...diary, days, differences: report(WORLD_SEED, differences) }
}

const easternTime = () => now().toLocaleString('sv-SE', { timeZone: ARXIV_ZONE }).slice(0, 16)

async function write(
  diary: Diary,
  { days, until }: { days: readonly string[]; until: string },
  subscribers: ReadonlyMap<string, UserRecord>,
) {
  const source = life.sources.findAnnouncing('arxiv')!
  const [reader] = subscribers.values()
  for (const day of days)
    if (!diary.shownAt.has(day) && ((await findDelivery(reader!._id, day))?.cards.length ?? 0) > 0)
      diary.shownAt.set(day, easternTime())
  for (const { day, state } of await listDays(source, { from: FROM, until }))
    if (state === 'missing') diary.missing.set(day, [...(diary.missing.get(day) ?? []), easternTime().slice(11)])
  const facts = await readDigestFacts(addDays(easternTime().slice(0, 10), -1))
  const reads = createDigestReads()
  for (const [zone, user] of subscribers) {
    const due = await findDigestOf(user, { facts, log, reads })
    if (!('day' in due)) continue
    const known = diary.digests.get(zone) ?? []
    const entry = `${due.day} has ${due.announced_on}`
    if (!known.includes(entry)) diary.digests.set(zone, [...known, entry])
    await queueMail({ user_id: user._id, kind: 'digest', to: user.email, subject: 'Papers', papers: 1, ...due })
  }
}

const cases: [title: string, without: string[], until: string][] = [
  ['the holiday itself has none', [HOLIDAY], AFTER],
  ...sized<[string, string[], string][]>({
    short: [],
    long: [
      ['the day after the holiday has none, as predicted', [AFTER], MONDAY],
      ['each day has one, although none is predicted', [], MONDAY],
    ],
  }),
]
test.each(cases)(
  'Around a holiday, every announcement is shown and mailed on its own day: %s',
  async (_, without, until) => {
    const { shownAt, missing, digests, days, differences } = await live(without, until)
    expect(differences).toBe('')
    expect([...shownAt]).toEqual(days.map((day) => [day, `${day} 00:45`]))
    for (const zone of ZONES) expect([zone, digests.get(zone)]).toEqual([zone, days.map((day) => `${day} has ${day}`)])
    expect([...missing]).toEqual([])
  },
)
