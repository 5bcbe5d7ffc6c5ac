import { expect, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { announceTitles } from '#tests/api/support/announce.ts'
import { useApp } from '#tests/support/app.ts'

const { as, app, tokenOf } = useApp()
const DAY = '2026-11-16'

async function get(path: string, name = 'ada') {
  const headers = { authorization: `Bearer ${await tokenOf(name)}` }
  const response = await app.handle(new Request(`http://localhost${path}`, { headers }))
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
const titlesIn = (bytes: Uint8Array) =>
  Object.entries(unzipSync(bytes))
    .filter(([name]) => /paper\d+\.xhtml$/.test(name))
    .map(([, content]) => /<title>(.*)<\/title>/.exec(strFromU8(content))?.[1])

test('A day is a book of its cards in their order, for its reader, and reading it marks nothing', async () => {
  await announceTitles(DAY, ['Lanterns', 'Ropes', 'Sails'])
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  const before = (await as('ada').users.me.dashboard.get({ query: { day: DAY } })).data!
  const { status, headers, bytes } = await get(`/api/users/me/delivered/${DAY}.epub`)
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'application/epub+zip',
    `attachment; filename="paperdawn-${DAY}.epub"`,
  ])
  expect(titlesIn(bytes)).toEqual(before.cards.map(({ paper }) => paper.title))
  const after = (await as('ada').users.me.dashboard.get({ query: { day: DAY } })).data!
  expect(after.outline).toEqual(before.outline)

  expect((await get(`/api/users/me/delivered/${DAY}.epub`, 'ben')).status).toBe(404)
  expect((await get('/api/users/me/delivered/2026-11-17.epub')).status).toBe(404)
  for (const file of [`${DAY}.pdf`, `${DAY}.epub.epub`, 'today.epub', '..%2f.epub'])
    expect((await get(`/api/users/me/delivered/${file}`)).status).toBe(422)
})

test('The reading list, or a selection of it, is a book with its notes', async () => {
  await announceTitles(DAY, ['Lanterns', 'Ropes'])
  const items = []
  for (const { paper_id } of (await as('ada').papers.today.get({ query: {} })).data!.items.map(({ id }) => ({
    paper_id: id,
  })))
    items.push((await as('ada').users.me['reading-list'].post({ paper_id, notes: `My note on ${paper_id}` })).data!)
  const whole = await get('/api/users/me/reading-list/export?format=epub')
  expect(whole.headers.get('content-disposition')).toBe('attachment; filename="reading-list.epub"')
  expect(titlesIn(whole.bytes).toSorted()).toEqual(['Lanterns', 'Ropes'])
  const [first] = items
  const part = await get(`/api/users/me/reading-list/export?format=epub&ids=${first!.id}`)
  expect(titlesIn(part.bytes)).toEqual([first!.paper.title])
  const page = strFromU8(unzipSync(part.bytes)['book/paper1.xhtml']!)
  expect(page).toContain(`My note on ${first!.paper.id}`)
})
