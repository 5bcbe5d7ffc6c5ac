import { expect, test } from 'bun:test'
import { Papers } from '#api/store/papers/paperModel.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { useApp } from '#tests/support/app.ts'

const { as, signedOut } = useApp()
const [MONDAY, FRIDAY, DECEMBER] = ['2026-11-16', '2026-11-20', '2026-12-01']

const month = async (reader: string, asked = '2026-11') =>
  (await as(reader).users.me.dashboard.days.get({ query: { month: asked } })).data

const deliver = async (reader: string, day: string) => {
  await as(reader).users.me.put({ category_ids: ['cs.LG'] })
  expect((await as(reader).users.me.dashboard.get({ query: { day } })).data?.cards).not.toBeEmpty()
}

test('The days of a month have the numbers of their papers and of those that the reader has not seen', async () => {
  await announcePapers(MONDAY, [{ number: 1 }, { number: 2 }, { number: 3 }])
  await announcePapers(FRIDAY, [{ number: 4 }])
  await announcePapers(DECEMBER, [{ number: 5 }])
  // Nothing is put together for a reader who only asks which days there are.
  expect(await month('ada')).toEqual({ month: '2026-11', items: [], total: 0 })
  for (const day of [MONDAY, FRIDAY, DECEMBER]) await deliver('ada', day)
  await as('ada')
    .papers({ id: idOf(1) })
    .view.post()
  await as('ada')
    .papers({ id: idOf(2) })
    .feedback.put({ value: 'dislike' })
  expect(await month('ada')).toEqual({
    month: '2026-11',
    items: [
      { on: MONDAY, papers: 3, unseen: 1 },
      { on: FRIDAY, papers: 1, unseen: 1 },
    ],
    total: 2,
  })
  const { data: day } = await as('ada').users.me.dashboard.get({ query: { day: MONDAY } })
  expect([day?.outline.length, day?.unseen_today]).toEqual([3, 1])
  expect((await month('ada', '2026-12'))?.items).toEqual([{ on: DECEMBER, papers: 1, unseen: 1 }])
  expect((await month('eve'))?.items).toEqual([])
})

test('A paper that left the library is not counted, and a day without any other has no mark', async () => {
  await announcePapers(MONDAY, [{ number: 1 }, { number: 2 }])
  await announcePapers(FRIDAY, [{ number: 3 }])
  for (const day of [MONDAY, FRIDAY]) await deliver('ada', day)
  await Papers.deleteMany({ _id: { $in: [idOf(1), idOf(3)] } })
  expect((await month('ada'))?.items).toEqual([{ on: MONDAY, papers: 1, unseen: 1 }])
})

test('A month that does not exist is refused, and so is a caller without an account', async () => {
  for (const asked of ['2026-13', '2026-00', '2026', '2026-11-16']) {
    const { status } = await as('ada').users.me.dashboard.days.get({ query: { month: asked } })
    expect(status).toBe(422)
  }
  expect((await signedOut.users.me.dashboard.days.get({ query: { month: '2026-11' } })).status).toBe(401)
})
