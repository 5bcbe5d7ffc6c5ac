import { afterEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { recordDay, paperId, storePapers } from '#tests/api/support/library.ts'

const { as, signedOut, app, tokenOf } = useApp()
const id = paperId(1)
const day = '2026-11-20'

afterEach(() => setClock(null))

/** Delivers the papers of the day to a reader of cs.LG. */
const deliver = async (reader: string, numbers = [1, 2, 3]) => {
  await storePapers(numbers)
  await recordDay(day)
  await as(reader).users.me.put({ category_ids: ['cs.LG'] })
  return (await as(reader).users.me.dashboard.get({ query: { day } })).data!
}
const stateOf = async (reader: string, paper = id) =>
  (await as(reader).users.me['delivered-cards'].get()).data?.items.find((card) => card.paper.id === paper)?.state

const recent = async (query: { hours?: number; skip?: number; limit?: number }) => {
  const { data } = await as('ada').papers.recent.get({ query })
  return [data?.items.map((paper) => paper.id), data?.total]
}
const view = (view_duration: number) => as('ada').papers({ id }).view.post({ view_duration })
const open = (reader: string, delivery_date: string) => as(reader).papers['email-opened'].post({ delivery_date })

describe('reading papers', () => {
  test('returns a paper, also one with a slash in its id', async () => {
    const old = 'arxiv:math/0309136'
    await storePapers([1])
    await storePapers([2], { _id: old, title: 'An old proof' })
    expect((await as('ada').papers({ id }).get()).data?.title).toBe('Paper 1 on lanterns')
    expect(
      (
        await as('ada')
          .papers({ id: encodeURIComponent(old) })
          .get()
      ).data,
    ).toMatchObject({ id: old, title: 'An old proof' })
    expect(
      (
        await as('ada')
          .papers({ id: encodeURIComponent(old) })
          .click.post()
      ).data,
    ).toEqual({ clicks: 1 })
    const address = `http://localhost/api/papers/${encodeURIComponent(old)}/view`
    const headers = { authorization: `Bearer ${await tokenOf('ada')}` }
    expect((await app.handle(new Request(address, { method: 'POST', headers }))).status).toBe(200)
  })

  test('returns 404 for an unknown paper on every route', async () => {
    const unknown = as('ada').papers({ id: 'arxiv:0000.00000' })
    const responses = [
      await unknown.get(),
      await unknown.click.post(),
      await unknown.view.post(),
      await unknown.feedback.put({ value: 'like' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('lists the papers stored in the last hours, newest first', async () => {
    setClock(new Date('2026-11-18T08:00:00Z'))
    await storePapers([1])
    setClock(new Date('2026-11-20T08:00:00Z'))
    await storePapers([2])
    setClock(new Date('2026-11-20T09:00:00Z'))
    await storePapers([3])
    expect(await recent({})).toEqual([[paperId(3), paperId(2)], 2])
    expect(await recent({ hours: 72, limit: 1 })).toEqual([[paperId(3)], 3])
    expect(await recent({ hours: 72, skip: 1, limit: 1 })).toEqual([[paperId(2)], 3])
    expect(await recent({ hours: 720 })).toEqual([[paperId(3), paperId(2), id], 3])
    for (const query of [{ hours: 0 }, { hours: 721 }, { limit: 0 }])
      expect((await as('ada').papers.recent.get({ query })).status).toBe(422)
  })

  test('shows a visitor three papers of the newest announcement', async () => {
    expect((await signedOut.papers.today.get()).data).toEqual({
      items: [],
      total: 0,
      announced_on: null,
      sample: false,
    })
    await storePapers([1, 2, 3, 4])
    await storePapers([5], { announced_on: '2026-11-19' })
    await recordDay(day)
    const { data } = await signedOut.papers.today.get()
    expect(data).toMatchObject({ announced_on: day, sample: false })
    expect(data?.items).toHaveLength(3)
    expect(data?.items.map((paper) => paper.announced_on)).toEqual([day, day, day])
    expect((await signedOut.papers({ id }).get()).status).toBe(401)
  })

  test('ranks the newest announcement for the reader without delivering anything', async () => {
    await storePapers([1, 2])
    await storePapers([3], { title: 'Graph beacons' })
    await storePapers([4], { categories: ['math.NA'], primary_category: 'math.NA' })
    await recordDay(day)
    await as('ada').users.me.put({ category_ids: ['cs.LG'], interests: { keywords: ['beacons'] } })
    const { data } = await as('ada').papers['for-me'].get({ query: { limit: 2 } })
    expect(data?.items.map(({ paper, rank }) => [paper.id, rank])[0]).toEqual([paperId(3), 1])
    expect(data?.items).toHaveLength(2)
    const next = await as('ada').papers['for-me'].get({ query: { skip: 1, limit: 1 } })
    expect(next.data).toEqual({ items: data!.items.slice(1), total: 3, skip: 1, limit: 1 })
    expect(data?.items[0]?.reasons).toContainEqual({ kind: 'keyword', text: 'beacons', field: 'title' })
    expect((await as('ada').users.me['delivered-cards'].get()).data?.total).toBe(0)
    expect((await as('ben').papers['for-me'].get()).data).toEqual({ items: [], total: 0, skip: 0, limit: 20 })
  })
})

describe('clicks, views and feedback', () => {
  test('clicks are counted at most once in 5 s', async () => {
    await storePapers([1])
    const clickAt = async (second: number) => {
      setClock(new Date(Date.UTC(2026, 10, 21, 8, 0, second)))
      return (await as('ada').papers({ id }).click.post()).data?.clicks
    }
    expect([await clickAt(0), await clickAt(2), await clickAt(4), await clickAt(6), await clickAt(12)]).toEqual([
      1, 1, 1, 2, 3,
    ])
    const many = await Promise.all(Array.from({ length: 10 }, () => clickAt(20)))
    expect(new Set(many)).toEqual(new Set([4]))
    expect((await as('ben').papers({ id }).click.post()).data).toEqual({ clicks: 1 })
  })

  test('view durations are added, also with concurrent requests', async () => {
    await storePapers([1])
    expect((await view(2.5)).data).toEqual({ view_seconds: 2.5 })
    await Promise.all(Array.from({ length: 10 }, () => view(1)))
    expect((await view(0)).data).toEqual({ view_seconds: 12.5 })
    for (const wrong of [-1, 3_601, Number.NaN]) expect((await view(wrong)).status).toBe(422)
  })

  test('the view duration may also be a query parameter', async () => {
    await storePapers([1])
    const { data } = await as('ada')
      .papers({ id })
      .view.post(undefined, { query: { view_duration: 4.5 } })
    expect(data).toEqual({ view_seconds: 4.5 })
  })

  test('a view without a duration marks the card as seen', async () => {
    await deliver('ada')
    expect(await stateOf('ada')).toMatchObject({ seen: false, clicked: false })
    expect((await as('ada').papers({ id }).view.post()).data).toEqual({ view_seconds: 0 })
    expect(await stateOf('ada')).toMatchObject({ seen: true, clicked: false })
    expect(await stateOf('ada', paperId(2))).toMatchObject({ seen: false })
  })

  test('a paper is liked, disliked or neither, and a saved paper has the id of its item', async () => {
    await deliver('ada')
    const judge = async (value: 'like' | 'dislike' | 'none') =>
      (await as('ada').papers({ id }).feedback.put({ value })).data
    expect(await judge('like')).toMatchObject({ liked: true, dismissed: false })
    expect(await judge('dislike')).toMatchObject({ liked: false, dismissed: true })
    expect(await judge('none')).toMatchObject({ liked: false, dismissed: false, saved: false })
    const item = (await as('ada').users.me['reading-list'].post({ paper_id: id })).data!
    expect(await judge('like')).toMatchObject({ saved: true, saved_item_id: item.id })
    expect(await stateOf('ada')).toMatchObject({ liked: true, saved: true, saved_item_id: item.id })
  })
})

describe('opening the mail', () => {
  test('is counted once per reader and day', async () => {
    await deliver('ada')
    await deliver('ben')
    const responses = await Promise.all(Array.from({ length: 6 }, () => open('ada', day)))
    expect(responses.filter(({ data }) => data?.first)).toHaveLength(1)
    expect(responses.every(({ data }) => data?.opened)).toBe(true)
    expect((await open('ben', day)).data).toEqual({ opened: true, first: true })
    const inQuery = await as('ada').papers['email-opened'].post(undefined, { query: { delivery_date: day } })
    expect(inQuery.data).toEqual({ opened: true, first: false })
  })

  test('returns 404 for a day without a delivery, and 422 for an invalid or missing day', async () => {
    expect((await open('ada', day)).status).toBe(404)
    expect((await open('ada', 'yesterday')).status).toBe(422)
    expect((await as('ada').papers['email-opened'].post()).status).toBe(422)
  })
})
