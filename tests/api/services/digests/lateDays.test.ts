import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink, type SinkMessage } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { recordAnnouncement, type ArchiveDay } from '#api/store/papers/announcements.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { as, product } = useApp({ sink })
afterAll(() => sink.stop())
beforeEach(() => setUpMail(as, sink))
afterEach(() => setClock(null))

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const sendAt = async (instant: string): Promise<SinkMessage[]> => {
  const before = sink.messages().length
  setClock(new Date(instant))
  await sendDigests(product, {}, loneRun())
  return sink.messages().slice(before)
}
const subjects = async (instant: string) => (await sendAt(instant)).map(({ subject }) => subject)
/** Records that these archives were read without papers on `day`. */
const recordEmpty = (day: string, archives: readonly string[] = ['cs', 'math']) =>
  recordAnnouncement('arxiv', day, {
    seen: 0,
    complete: true,
    archives: Object.fromEntries(
      archives.map((archive): [string, Pick<ArchiveDay, 'state' | 'unaccounted'>] => [
        archive,
        { state: 'empty', unaccounted: 0 },
      ]),
    ),
  })

describe('An announcement that came after its local day', () => {
  test('is mailed on the day after a holiday, although that day was read without papers', async () => {
    await announceTitles('2026-11-25', ['Lanterns'])
    await subscribe(as, 'tokyo', { time_zone: 'Asia/Tokyo', weekdays: EVERY_DAY })
    expect(await subjects('2026-11-25T08:00:00Z')).toEqual(['Lanterns'])
    // The announcement of the 26th comes at 10:10 Eastern, when it is the 27th in Tokyo. That of the 27th is left out.
    expect(await subjects('2026-11-26T14:30:00Z')).toEqual([])
    await announceTitles('2026-11-26', ['Ropes'])
    expect(await subjects('2026-11-26T23:00:00Z')).toEqual([])
    await recordEmpty('2026-11-27')
    expect(await subjects('2026-11-27T13:30:00Z')).toEqual([])
    expect(await subjects('2026-11-27T14:00:00Z')).toEqual(['Ropes'])
    expect(await subjects('2026-11-28T08:00:00Z')).toEqual([])
  })

  test('is mailed at the weekend, past a day without papers in all archives, and past one without any in the reader’s', async () => {
    await subscribe(as, 'ada', { weekdays: [0, 6] })
    await subscribe(as, 'bela', { weekdays: [0, 6] }, ['math.PR'])
    await announceTitles('2026-11-18', ['Lanterns'], { changes: { categories: ['math.PR', 'cs.LG'] } })
    await recordEmpty('2026-11-19')
    await announceTitles('2026-11-20', ['Ropes'])
    await recordAnnouncement('arxiv', '2026-11-20', {
      seen: 1,
      complete: true,
      archives: { cs: { state: 'announced', unaccounted: 0 }, math: { state: 'empty', unaccounted: 0 } },
    })
    const mails = await sendAt('2026-11-21T08:00:00Z')
    expect(mails.map(({ to, subject }) => `${to[0]} ${subject}`).toSorted()).toEqual([
      'ada@example.org Ropes',
      'bela@example.org Lanterns',
    ])
  })

  test('is not one on which the reader has no cards', async () => {
    await subscribe(as, 'ada', { weekdays: EVERY_DAY })
    await announceTitles('2026-11-19', ['Lanterns'])
    await announceTitles('2026-11-20', ['Ropes'], { changes: { categories: ['cs.CV'] } })
    expect(await subjects('2026-11-21T08:00:00Z')).toEqual(['Lanterns'])
  })
})

test('A digest of a day whose announcement is left out is of that day, not of an earlier one without papers', async () => {
  await subscribe(as, 'ada', { weekdays: EVERY_DAY, skip_empty: false })
  await announceTitles('2026-11-23', ['Lanterns'])
  expect(await subjects('2026-11-23T08:00:00Z')).toEqual(['Lanterns'])
  await recordEmpty('2026-11-24')
  await announceTitles('2026-11-25', ['Ropes'])
  expect(await subjects('2026-11-25T08:00:00Z')).toEqual(['Ropes'])
  await announceTitles('2026-11-26', ['Sails'])
  expect(await subjects('2026-11-26T08:00:00Z')).toEqual(['Sails'])
  await recordEmpty('2026-11-27')
  expect(await subjects('2026-11-27T08:00:00Z')).toEqual([])
  const [empty] = await sendAt('2026-11-27T22:00:00Z')
  expect(empty?.subject).toContain('27 November')
  const [saturday] = await sendAt('2026-11-28T08:00:00Z')
  expect(saturday?.text).toContain('Saturdays and Sundays')
})
