import { afterEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { removeVersions } from '#api/store/papers/paperVersions.ts'
import { useApp } from '#tests/support/app.ts'
import { recordDay, paperId, storePapers } from '#tests/api/support/library.ts'

const { as, signedOut } = useApp()
const [thursday, friday] = ['2026-11-19', '2026-11-20']

afterEach(() => setClock(null))

const follow = (reader: string, ...category_ids: string[]) => as(reader).users.me.put({ category_ids })
const dashboard = async (reader: string, day?: string) =>
  (await as(reader).users.me.dashboard.get({ query: day === undefined ? {} : { day } })).data!

const fillTwoDays = async () => {
  await storePapers([1, 2], { announced_on: thursday })
  await storePapers([3, 4, 5], { announced_on: friday })
  await storePapers([6], { announced_on: friday, categories: ['math.NA'], primary_category: 'math.NA' })
  await recordDay(thursday)
  await recordDay(friday)
}

describe('the start page', () => {
  test('shows the newest announcement day, ranked, with the adjacent days and the ledger', async () => {
    await fillTwoDays()
    await storePapers([2], { announced_on: friday, announce_type: 'replace', version: 2 })
    await follow('ada', 'cs.LG')
    const page = await dashboard('ada')
    expect(page).toMatchObject({ day: friday, previous_day: thursday, unseen_today: 3 })
    expect(page).not.toHaveProperty('next_day')
    expect(page.cards.map(({ paper }) => paper.id).toSorted()).toEqual([3, 4, 5].map(paperId))
    expect(page.cards.map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect(page.ledger).toMatchObject({ announced: 4, shown: 3, older_version: 1, seen_before: 0, below_cut: 0 })
    expect(page.freshness).toMatchObject({ announced_on: friday, sample: false })
    expect(page.freshness).not.toHaveProperty('reason')
  })

  test('returns the same cards on each request, and delivers no paper on two days', async () => {
    await fillTwoDays()
    await storePapers([1], { announced_on: friday, announce_type: 'cross' })
    await follow('ada', 'cs.LG')
    const [one, two] = await Promise.all([dashboard('ada', friday), dashboard('ada', friday)])
    expect(one.cards).toEqual(two.cards)
    const before = await dashboard('ada', thursday)
    expect(before).toMatchObject({ next_day: friday, day: thursday })
    const ids = [...one.cards, ...before.cards].map(({ paper }) => paper.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await dashboard('ada')).papers_by_day).toEqual([
      { on: thursday, delivered: before.cards.length },
      { on: friday, delivered: one.cards.length },
    ])
  })

  test('lists the papers of each ledger bucket, only to the reader', async () => {
    await fillTwoDays()
    await storePapers([2], { announced_on: friday, announce_type: 'replace', version: 2 })
    await follow('ada', 'cs.LG')
    await dashboard('ada', friday)
    const ledger = (where: 'announced' | 'shown' | 'older_version' | 'muted') =>
      as('ada').users.me.ledger({ day: friday })({ where }).get()
    expect((await ledger('older_version')).data).toMatchObject({ total: 1, items: [{ id: paperId(2) }] })
    expect((await ledger('announced')).data?.total).toBe(4)
    expect((await ledger('shown')).data?.items).toHaveLength(3)
    expect((await ledger('muted')).data).toEqual({
      because: {},
      day: friday,
      where: 'muted',
      items: [],
      total: 0,
      skip: 0,
      limit: 999,
    })
    const announced = await ledger('announced')
    const page = await as('ada')
      .users.me.ledger({ day: friday })({ where: 'announced' })
      .get({ query: { skip: 1, limit: 2 } })
    expect(page.data).toMatchObject({ items: announced.data!.items.slice(1, 3), total: 4, skip: 1, limit: 2 })
    expect((await as('ben').users.me.ledger({ day: friday })({ where: 'shown' }).get()).status).toBe(404)
    expect(
      (
        await as('ada')
          .users.me.ledger({ day: friday })({ where: 'nowhere' as never })
          .get()
      ).status,
    ).toBe(422)
  })

  test('counts a paper that was saved or dismissed before its day apart from those shown on an earlier day', async () => {
    await fillTwoDays()
    await follow('ada', 'cs.LG')
    await as('ada').users.me['reading-list'].post({ paper_id: paperId(3) })
    await as('ada')
      .papers({ id: paperId(4) })
      .feedback.put({ value: 'dislike' })
    const { ledger } = await dashboard('ada', friday)
    expect(ledger).toMatchObject({ announced: 3, shown: 1, seen_before: 0, saved_before: 1, dismissed_before: 1 })
    const listed = await as('ada').users.me.ledger({ day: friday })({ where: 'saved_before' }).get()
    expect(listed.data?.items.map(({ id }) => id)).toEqual([paperId(3)])
  })

  test('shows the previous day while the newest announcement is incomplete', async () => {
    await storePapers([1, 2], { announced_on: thursday })
    await recordDay(thursday)
    await storePapers([3], { announced_on: friday })
    await recordDay(friday, { complete: false })
    await follow('ada', 'cs.LG')
    expect(await dashboard('ada')).toMatchObject({ day: thursday, next_day: friday })
    expect((await dashboard('ada', friday)).cards).toEqual([])
    await recordDay(friday)
    expect((await dashboard('ada')).cards.map(({ paper }) => paper.id)).toEqual([paperId(3)])
  })

  test('returns 422 for a day that does not exist, and 401 without a token', async () => {
    for (const day of ['2026-02-30', '2026-13-01', 'today'])
      expect((await as('ada').users.me.dashboard.get({ query: { day } })).status).toBe(422)
    expect((await signedOut.users.me.dashboard.get()).status).toBe(401)
  })
})

describe('since the last visit', () => {
  test('counts the papers delivered from announcements completed after it', async () => {
    setClock(new Date('2026-11-19T08:00:00Z'))
    await storePapers([1, 2], { announced_on: thursday })
    await recordDay(thursday)
    await follow('ada', 'cs.LG')
    expect((await dashboard('ada')).since_last_visit).toEqual({ from: null, count: 0 })
    setClock(new Date('2026-11-20T07:00:00Z'))
    await storePapers([3, 4, 5], { announced_on: friday })
    await recordDay(friday)
    setClock(new Date('2026-11-20T08:00:00Z'))
    await dashboard('ada')
    const { since_last_visit } = await dashboard('ada')
    expect(since_last_visit.count).toBe(3)
    expect(since_last_visit.from).toStartWith('2026-11-19T08:00')
  })
})

describe('the reading list on the start page', () => {
  const list = as('ada').users.me['reading-list']

  test('is counted by status, with the three oldest papers to read', async () => {
    await storePapers([1, 2, 3, 4, 5])
    for (const [hour, number] of [3, 1, 5, 4].entries()) {
      setClock(new Date(Date.UTC(2026, 10, 20, hour)))
      await list.post({ paper_id: paperId(number) })
    }
    await list.post({ paper_id: paperId(2), status: 'done' })
    const page = await dashboard('ada')
    expect(page.reading).toEqual({ to_read: 4, reading: 0, done: 1 })
    expect(page.next_to_read.map(({ paper }) => paper.id)).toEqual([3, 1, 5].map(paperId))
  })

  test('shows updates of saved papers until they are opened, and none of other papers', async () => {
    await storePapers([1, 2, 3, 4, 5])
    for (const number of [1, 2, 3, 4]) await list.post({ paper_id: paperId(number) })
    expect((await dashboard('ada')).living).toEqual([])
    await storePapers([1, 5], { version: 2, announce_type: 'replace', comment: '14 pages' })
    await storePapers([2], { version: 2, withdrawn: true, withdrawn_by: 'administrators' })
    await storePapers([3], { journal_ref: 'J. Inv. Stud. 4 (2026) 12' })
    await storePapers([4], { urls: { abs: 'https://arxiv.org/abs/2611.4', code: 'https://example.org/beacon' } })
    const { living } = await dashboard('ada')
    expect(living.map(({ item, kind, text }) => [item.paper.id, kind, text]).toSorted()).toEqual([
      [paperId(1), 'new_version', 'Version 2 is out: only the comment changed.'],
      [paperId(2), 'withdrawn', 'The administrators of arXiv have withdrawn this paper.'],
      [paperId(3), 'published', 'Published: J. Inv. Stud. 4 (2026) 12'],
      [paperId(4), 'code', 'Its code is out.'],
    ])
    expect(living.flatMap(({ changes }) => changes ?? [])).toEqual([{ from: 1, to: 2 }])
    await removeVersions([paperId(1)])
    expect((await dashboard('ada')).living.map(({ text }) => text)).toContain(
      'Version 2 is out; you last saw version 1.',
    )
    for (const number of [1, 2])
      await as('ada')
        .papers({ id: paperId(number) })
        .click.post()
    expect((await dashboard('ada')).living.map(({ kind }) => kind).toSorted()).toEqual(['code', 'published'])
  })
})

describe('delivered cards', () => {
  test('are listed from the newest day to the oldest, by rank, in pages', async () => {
    await fillTwoDays()
    await follow('ada', 'cs.LG')
    const shown = [...(await dashboard('ada', friday)).cards, ...(await dashboard('ada', thursday)).cards]
    const cards = as('ada').users.me['delivered-cards']
    expect((await cards.get()).data).toEqual({ items: shown, total: 5, skip: 0, limit: 999 })
    expect((await cards.get({ query: { skip: 2, limit: 2 } })).data).toEqual({
      items: shown.slice(2, 4),
      total: 5,
      skip: 2,
      limit: 2,
    })
    expect((await cards.get({ query: { limit: 1_000 } })).status).toBe(422)
  })
})

describe('two concurrent readers', () => {
  test('each get their own cards, and no data of the other', async () => {
    await fillTwoDays()
    await follow('ada', 'cs.LG')
    await follow('ben', 'math.NA')
    await as('ada').users.me['reading-list'].post({ paper_id: paperId(3), notes: 'canary-ada-1' })
    const [hers, his] = await Promise.all([dashboard('ada'), dashboard('ben'), dashboard('ada'), dashboard('ben')])
    expect(hers.cards.map(({ paper }) => paper.id)).not.toContain(paperId(6))
    expect(his.cards.map(({ paper }) => paper.id)).toEqual([paperId(6)])
    await as('ada')
      .papers({ id: paperId(6) })
      .click.post()
    await as('ada')
      .papers({ id: paperId(6) })
      .feedback.put({ value: 'dislike' })
    expect((await dashboard('ben')).cards[0]?.state).toEqual({
      seen: false,
      clicked: false,
      liked: false,
      dismissed: false,
      saved: false,
    })
    const everything = [
      his,
      (await as('ben').users.me.stats.get()).data,
      (await as('ben').users.me['delivered-cards'].get()).data,
    ]
    expect(JSON.stringify(everything)).not.toContain('canary-ada')
  })
})
