import { afterAll, afterEach, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays, dayIn, setClock, weekday } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { seededRandom } from '#api/ranking/features/random.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { loneRun, setUpMail } from '#tests/api/support/digests.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { countRows, findRows } from '#tests/api/support/reviewRows.ts'
import { noticePapers, reviewOf, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'
import { sized } from '#tests/support/longRun.ts'

const sink = await startSmtpSink()
const app = useApp({ sink })
const { as, product } = app
afterAll(() => sink.stop())
afterEach(() => setClock(null))

/** Both begin on a Monday and have the ends of summer time in Europe and America, and its begin in Australia. */
const { FIRST, WEEKS } = sized({
  short: { FIRST: '2026-09-28', WEEKS: 5 },
  long: { FIRST: '2026-09-07', WEEKS: 10 },
})
const DAYS = 7 * WEEKS
/** A reader moves to another time zone, and one chooses another weekday. */
const MOVED_ON = '2026-10-07'
/** No mail can be sent on these days: the whole of a week, and parts of two others. */
const OUTAGE = { from: '2026-10-10', until: '2026-10-20' }
/** The last two papers of a day are outside of the readers' category. */
const OTHER = { categories: ['math.KT'], primary_category: 'math.KT' }
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'America/St_Johns',
  'Africa/Nairobi',
  'Pacific/Apia',
  'Etc/GMT+12',
]

interface SimReader {
  name: string
  id: string
  zone: string
  weekday: number | null
  budget: number
  /** The last days of the weeks before the reader has chosen another weekday or zone. */
  changedOn?: string
}

test('Twelve readers over weeks: each review says what the rows say, nothing twice, and one mail a week', async () => {
  const random = seededRandom(20_260_907)
  const pick = (count: number) => Math.floor(random() * count)
  await setUpMail(as, sink)
  const readers: SimReader[] = []
  for (const [index, zone] of ZONES.entries()) {
    const name = `reader-${index}`
    const budget = 2 + (index % 3)
    const id = await startReader(app, `${FIRST}T00:00:00Z`, { name, budget, zone })
    const last = index === 11 ? null : index % 7
    await as(name).users.me.put({ preferences: { review: { weekday: last } } })
    readers.push({ name, id, zone, weekday: last, budget })
  }
  /** What the readers did and what happened, as it was done. */
  const viewed = new Map<string, number>()
  const events: { paper: number; at: Date; day: string }[] = []
  const known: number[] = []

  const saveSome = async (reader: SimReader, today: number[]) => {
    const me = as(reader.name).users.me
    if (random() < 0.6) {
      const number = today[pick(today.length)]!
      const notes = random() < 0.3 ? { notes: `of ${reader.name}` } : {}
      await me['reading-list'].post({ paper_id: paperId(number), ...notes })
    }
    const rows = await findRows(reader.id)
    const row = rows[pick(rows.length || 1)]
    if (row === undefined) return
    const item = (await me['reading-list'].get({ query: { limit: 100 } })).data!.items.find(
      ({ paper }) => paper.id === row.paper_id,
    )!
    const chance = random()
    if (chance < 0.15)
      await me['reading-list']({ id: item.id }).put({ version: item.version, notes: `later, ${chance}` })
    else if (chance < 0.25) await me['reading-list']({ id: item.id }).put({ version: item.version, status: 'done' })
    else if (chance < 0.3) await me['reading-list']({ id: item.id }).delete()
  }
  const view = async (reader: SimReader, at: Date, number: number) => {
    const view_duration = 10 + pick(200)
    await as(reader.name)
      .papers({ id: paperId(number) })
      .view.post({ view_duration })
    const key = `${reader.id} ${dayIn(reader.zone, at)}`
    viewed.set(key, (viewed.get(key) ?? 0) + view_duration)
  }
  const change = async (day: string, at: Date) => {
    const paper = known[pick(known.length)]
    if (paper === undefined || events.some((event) => event.paper === paper)) return
    if (random() < 0.5) {
      await storePapers([paper], {
        ...(paper % 10 >= 5 && OTHER),
        version: 2,
        announced_on: day,
        announce_type: 'replace',
        version_dates: [{ version: 2, at }],
      })
    } else await noticePapers([[paperId(paper), { kind: 'corrected', known_on: day }]])
    events.push({ paper, at, day })
  }
  const runMails = async (instant: string) => {
    setClock(new Date(instant))
    const isOut = instant.slice(0, 10) >= OUTAGE.from && instant.slice(0, 10) <= OUTAGE.until
    await setUpMail(as, isOut ? { host: '127.0.0.1', port: 9 } : sink)
    const runs = [1, 2].map(() => sendDigests(product, {}, loneRun()).catch((error: unknown) => error))
    const ends = await Promise.all(runs)
    if (!isOut) expect(ends).toEqual([undefined, undefined])
  }

  for (let index = 0; index < DAYS; index++) {
    const day = addDays(FIRST, index)
    const first = 100 + index * 10
    if (weekday(day) % 6 !== 0) {
      setClock(new Date(`${day}T05:00:00Z`))
      await storePapers(
        [0, 1, 2, 3, 4].map((one) => first + one),
        { announced_on: day },
      )
      const other = { categories: ['math.KT'], primary_category: 'math.KT' }
      await storePapers(
        [5, 6].map((one) => first + one),
        { announced_on: day, ...other },
      )
      await recordDay(day)
      known.push(...[0, 1, 2, 3, 4, 5, 6].map((one) => first + one))
    }
    await runMails(`${day}T06:30:00Z`)
    if (known.length > 0) {
      const newest = known.slice(-14)
      for (const reader of readers) {
        if (random() > 0.4) continue
        const at = new Date(Date.parse(`${day}T07:00:00Z`) + pick(16 * 60) * 60_000)
        setClock(at)
        await as(reader.name).users.me.dashboard.get({ query: {} })
        await saveSome(reader, newest)
        if (random() < 0.7) await view(reader, at, newest[pick(newest.length)]!)
      }
      if (random() < 0.5) {
        const at = new Date(`${day}T23:30:00Z`)
        setClock(at)
        await change(day, at)
      }
    }
    if (day === MOVED_ON) {
      const [mover, chooser] = [readers[4]!, readers[6]!]
      mover.zone = 'Pacific/Pago_Pago'
      await as(mover.name).users.me.put({ preferences: { digest: { time_zone: mover.zone } } })
      chooser.weekday = 2
      await as(chooser.name).users.me.put({ preferences: { review: { weekday: 2 } } })
    }
    await runMails(`${day}T23:45:00Z`)
  }

  setClock(new Date(`${addDays(FIRST, DAYS + 7)}T12:00:00Z`))
  const weeks = Array.from({ length: WEEKS + 2 }, (_week, index) => index)
  for (const reader of readers) {
    const { id, zone, budget, name } = reader
    const sums = { saved: 0, noted: 0, seconds: 0 }
    const changed: string[] = []
    const rows = await findRows(id)
    const newest = (await reviewOf(app, undefined, name)).until
    for (const index of weeks) {
      const last = addDays(newest, -7 * index)
      const { saved, waiting, missed, minutes, changed: changes } = await reviewOf(app, last, name)
      const expected = await countRows(id, { last, zone, budget, followed: 'cs.LG' })
      expect({
        week: `${name} ${last}`,
        saved: saved.saved,
        noted: saved.noted,
        waiting: waiting.waiting,
        missed: missed.missed,
        below_budget: missed.below_budget,
        other_categories: missed.other_categories,
        minutes: minutes.minutes,
        papers_read: minutes.papers_read,
      }).toEqual({ week: `${name} ${last}`, ...expected })
      sums.saved += saved.saved
      sums.noted += saved.noted
      const due = events.filter(
        ({ paper, at, day }) =>
          day >= addDays(last, -6) &&
          day <= last &&
          rows.some((row) => row.paper_id === paperId(paper) && row.added_at < at),
      )
      expect([`${name} ${last}`, changes.changed]).toEqual([`${name} ${last}`, due.length])
      changed.push(...due.map(({ paper }) => paperId(paper)))
      for (let back = 0; back < 7; back++) sums.seconds += viewed.get(`${id} ${addDays(last, -back)}`) ?? 0
      expect(saved.papers.length).toBeLessThanOrEqual(5)
    }
    // Nothing is in two weeks, and nothing is left out.
    expect(sums.saved).toBe(rows.length)
    expect(sums.noted).toBe(rows.filter(({ notes, noted_at }) => notes !== '' && noted_at).length)
    expect(new Set(changed).size).toBe(changed.length)
    const actions = await mongoose.connection.collection('interactions').find({ user_id: id }).toArray()
    const total = actions.reduce((sum, action) => sum + Number(action['view_seconds']), 0)
    expect(sums.seconds).toBe(total)
    expect(total).toBeGreaterThan(0)

    const mails = await mongoose.connection.collection('outbox').find({ user_id: id, kind: 'review' }).toArray()
    const sent = mails
      .filter(({ state }) => state === 'sent')
      .map((mail) => String(mail['day']))
      .toSorted()
    const received = sink.messages().filter(({ to }) => to.includes(`${name}@example.org`))
    expect(received).toHaveLength(sent.length)
    expect(new Set(received.map(({ subject }) => subject)).size).toBe(sent.length)
    for (const [at, day] of sent.entries()) if (at > 0) expect(day >= addDays(sent[at - 1]!, 7)).toBe(true)
    if (reader.weekday === null) expect(sent).toEqual([])
    else expect(sent.length).toBeGreaterThanOrEqual(WEEKS - 4)
    // The week that ended and was followed by another one during the outage is not mailed afterwards.
    for (const { day, state, retry_at } of mails.filter((mail) => mail['state'] !== 'sent'))
      expect({ day, state, retry_at }).toEqual({ day, state: 'failed', retry_at: null })
  }
})
