import { expect, test } from 'bun:test'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp()
const [monday, friday] = ['2026-11-16', '2026-11-20']

/** Announces a paper on Monday, delivers it, announces a second version on Friday, and returns Monday's card. */
async function reviseTitle(from: string, to: string) {
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  await announcePapers(monday, [{ number: 1, changes: { title: from } }])
  const before = await findCard()
  expect(before).not.toHaveProperty('title_before')
  await announcePapers(friday, [{ number: 1, changes: { title: to, version: 2, announce_type: 'replace' } }])
  return findCard()
}

async function findCard() {
  const { data } = await as('ada').users.me.dashboard.get({ query: { day: monday } })
  return data!.cards.find(({ paper }) => paper.id === idOf(1))!
}

test('A card of a past day shows the title it was announced with, after a new version changed it', async () => {
  const card = await reviseTitle('Counting lanterns in fog', 'Lanterns in fog: a count')
  expect(card).toMatchObject({ title_before: 'Counting lanterns in fog', paper: { title: 'Lanterns in fog: a count' } })
  await announcePapers(friday, [
    { number: 1, changes: { title: 'Fog', version: 3, announce_type: 'replace' } },
    { number: 2 },
  ])
  const { data } = await as('ada').users.me['delivered-cards'].get()
  expect(data?.items).toMatchObject([{ title_before: 'Counting lanterns in fog', paper: { title: 'Fog' } }])
})

test.each([
  ['Counting $\\alpha$-lanterns in fog', 'Counting  α-Lanterns in fog'],
  ['Counting lanterns in Gdańsk', 'COUNTING LANTERNS IN GDANSK'],
])('A card has no mark when %j is only spelled otherwise: %j', async (from, to) => {
  expect(await reviseTitle(from, to)).not.toHaveProperty('title_before')
})

test('A card has no mark when a new version keeps the title', async () => {
  expect(await reviseTitle('Counting lanterns', 'Counting lanterns')).not.toHaveProperty('title_before')
})
