import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { reviewOf, save, startReader, textsOf } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as } = app
const me = () => as('ada').users.me
const at = (instant: string) => setClock(new Date(instant))

beforeEach(() => setClock(null))
afterEach(() => setClock(null))

describe('The week', () => {
  test('is by default the newest seven days that ended on a Sunday', async () => {
    await startReader(app, '2026-11-01T12:00:00Z')
    at('2026-11-22T23:59:00Z')
    expect(await reviewOf(app)).toMatchObject({ from: '2026-11-09', until: '2026-11-15', next_week: null })
    at('2026-11-23T00:00:00Z')
    expect(await reviewOf(app)).toMatchObject({ from: '2026-11-16', until: '2026-11-22', previous_week: '2026-11-15' })
  })

  test('ends on the weekday of the reader, in their time zone', async () => {
    await startReader(app, '2026-11-01T12:00:00Z')
    await me().put({ preferences: { review: { weekday: 3 }, digest: { time_zone: 'Asia/Tokyo' } } })
    at('2026-11-18T14:59:00Z')
    expect((await reviewOf(app)).until).toBe('2026-11-11')
    at('2026-11-18T15:00:00Z')
    expect(await reviewOf(app)).toMatchObject({ until: '2026-11-18', time_zone: 'Asia/Tokyo' })
  })

  test('is named by any last day that is over, and refused while it is not', async () => {
    await startReader(app, '2026-11-01T12:00:00Z')
    at('2026-11-18T12:00:00Z')
    expect(await reviewOf(app, '2026-11-17')).toMatchObject({ from: '2026-11-11', next_week: null })
    expect(await reviewOf(app, '2026-11-10')).toMatchObject({ next_week: '2026-11-17', previous_week: '2026-11-03' })
    for (const week of ['2026-11-18', '2027-01-01', '9999-12-31', '2026-02-30', 'Sunday']) {
      const { status } = await me().review.get({ query: { week } })
      expect([week, status]).toEqual([week, 422])
    }
    const { error } = await me().review.get({ query: { week: '2026-11-18' } })
    expect(error?.value).toMatchObject({
      error: { fields: { week: 'The week that ends on 2026-11-18 is not over yet.' } },
    })
  })

  test('says that it was before the account', async () => {
    await startReader(app, '2026-11-18T12:00:00Z')
    at('2026-11-20T12:00:00Z')
    expect(await reviewOf(app, '2026-11-17')).toMatchObject({ before_account: true, previous_week: null })
    expect(await reviewOf(app, '2026-11-19')).toMatchObject({ before_account: false, previous_week: null })
  })

  test('has a day of 25 hours when the clock is set back', async () => {
    await startReader(app, '2026-10-01T12:00:00Z')
    await me().put({ preferences: { digest: { time_zone: 'Europe/Berlin' } } })
    await storePapers([1, 2, 3])
    // The week until Sunday 25 October begins at 22:00 UTC, in summer time, and ends at 23:00 UTC.
    await save(app, '2026-10-18T21:59:59Z', 1)
    await save(app, '2026-10-18T22:00:00Z', 2)
    await save(app, '2026-10-25T22:59:59Z', 3)
    at('2026-11-10T12:00:00Z')
    expect((await reviewOf(app, '2026-10-18')).saved.saved).toBe(1)
    expect((await reviewOf(app, '2026-10-25')).saved.saved).toBe(2)
    expect((await reviewOf(app, '2026-11-01')).saved.saved).toBe(0)
  })
})

describe('A reader without any activity', () => {
  test('gets sentences and no figures', async () => {
    await startReader(app, '2026-11-01T12:00:00Z')
    at('2026-11-24T12:00:00Z')
    const review = await reviewOf(app)
    expect(textsOf(review)).toEqual([
      'You saved no paper and wrote no note.',
      'No paper on your list waits to be read.',
      'No paper on your list changed.',
      'You saved no paper that the order could have missed.',
      'No reading time was measured.',
    ])
    expect(
      [review.saved, review.waiting, review.changed, review.missed, review.minutes].map((one) => one.figure),
    ).toEqual([null, null, null, null, null])
    expect(review).toMatchObject({ is_empty: true, let_go: [] })
  })
})
