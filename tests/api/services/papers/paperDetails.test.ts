import { expect, test } from 'bun:test'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp()
const [monday, friday] = ['2026-11-16', '2026-11-20']

test('The page of a paper has its versions, when and why it was shown, and what the reader did', async () => {
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  await announcePapers(monday, [{ number: 1, changes: { title: 'Lanterns' } }])
  const { data: day } = await as('ada').users.me.dashboard.get({ query: { day: monday } })
  await announcePapers(friday, [{ number: 1, changes: { title: 'Fog', version: 2, announce_type: 'replace' } }])
  const { data: item } = await as('ada').users.me['reading-list'].post({ paper_id: idOf(1) })
  const detailsFor = async (reader: string) =>
    (
      await as(reader)
        .papers({ id: idOf(1) })
        .get()
    ).data!
  const details = await detailsFor('ada')
  expect(details.title).toBe('Fog')
  expect(details.versions.map(({ version, title }) => [version, title])).toEqual([
    [2, undefined],
    [1, 'Lanterns'],
  ])
  expect(details.delivered).toEqual({ day: monday, rank: 1, reasons: day!.cards[0]!.reasons })
  expect(details.state).toMatchObject({ saved: true, saved_item_id: item!.id, liked: false })
  const others = await detailsFor('bea')
  expect(others).not.toHaveProperty('delivered')
  expect(others.state.saved).toBe(false)
})

test.each([
  'doi:10.5555/odd(1999)12:3<1::aid>2.0.co;2-#',
  'https://doi.org/10.5555/odd(1999)12:3%3C1::aid%3E2.0.co;2-%23',
  'https://arxiv.org/abs/2611.90001v1',
  'arXiv:2611.90001',
])('A paper is found by another id or an address: %s', async (ref) => {
  await announcePapers(friday, [{ number: 1, changes: { doi: '10.5555/odd(1999)12:3<1::aid>2.0.co;2-#' } }])
  const { data: paper } = await as('ada')
    .papers({ id: encodeURIComponent(ref) })
    .get()
  expect(paper?.id).toBe(idOf(1))
  expect(paper?.urls.doi).toBe('https://doi.org/10.5555/odd(1999)12:3%3C1::aid%3E2.0.co;2-%23')
})
