import { expect, test } from 'bun:test'
import { SELECTION_MAX, TAGS_MAX } from '#api/contract/limits.ts'
import type { ReadingFilter, SelectionChange } from '#api/contract/readingList.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const { as, app, tokenOf } = useApp()
const list = (reader = 'ada') => as(reader).users.me['reading-list']

/** Four saved papers: the second is done and has a note, the first and third are tagged "thesis". */
async function fill(): Promise<string[]> {
  await storePapers([1], { title: 'Émile and the graph' })
  await storePapers([2], { title: 'Beacons at sea' })
  await storePapers([3], { title: 'Attention under lanterns' })
  await storePapers([4], { title: 'Graphs of rain' })
  const inputs = [
    { tags: ['thesis'] },
    { status: 'done' as const, notes: 'the graph of Šimek' },
    { tags: ['thesis', 'later'] },
    {},
  ]
  const ids: string[] = []
  for (const [index, input] of inputs.entries())
    ids.push((await list().post({ paper_id: paperId(index + 1), ...input })).data!.id)
  return ids
}

const change = async (ids: string[], what: Omit<SelectionChange, 'ids'>, reader = 'ada') =>
  (await list(reader).changes.post({ ids, ...what })).data?.items.map(({ id }) => id).toSorted()
const itemOf = async (id: string) => (await list()({ id }).get()).data

async function exportAs(filter: Partial<Record<keyof ReadingFilter, string>>) {
  const query = new URLSearchParams({ format: 'json', ...filter })
  const headers = { authorization: `Bearer ${await tokenOf('ada')}` }
  const response = await app.handle(
    new Request(`http://localhost/api/users/me/reading-list/export?${query}`, { headers }),
  )
  const { items } = (await response.json()) as { items: { id: string }[] }
  const [, name] = /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, ids: items.map(({ id }) => id) }
}

test('an export has what the list shows with the same filters, in the same order, and its name says so', async () => {
  await fill()
  for (const [filter, name] of [
    [{}, 'reading-list.json'],
    [{ tag: 'Thesis' }, 'reading-list-thesis.json'],
    [{ status: 'done' }, 'reading-list-done.json'],
    [{ q: 'graph' }, 'reading-list-graph.json'],
    [{ q: 'graph', tag: 'thesis', status: 'to_read' }, 'reading-list-to-read-thesis-graph.json'],
    [{ with_note: 'true' }, 'reading-list-with-note.json'],
    [{ with_note: 'false', sort: 'title' }, 'reading-list-without-note.json'],
    [{ tag: '論文' }, 'reading-list-filtered.json'],
    [{ tag: '../"x"\r\n' }, 'reading-list-x.json'],
  ] as const) {
    const { data } = await list().get({ query: filter as Partial<ReadingFilter> })
    const ids = (await list().ids.get({ query: filter as Partial<ReadingFilter> })).data!.items
    expect(ids).toEqual(data!.items.map(({ id }) => id))
    expect(await exportAs(filter)).toEqual({ name, ids })
  }
  expect((await exportAs({ tag: 'thesis' })).ids).toHaveLength(2)
})

test('a selection is moved, tagged and removed together, and what was changed can be changed back', async () => {
  const [first = '', second = '', third = '', fourth = ''] = await fill()
  const all = [first, second, third, fourth]
  const { data } = await list().changes.post({ ids: all, status: 'done' })
  expect(data!.items.map(({ status }) => status)).toEqual(['to_read', 'to_read', 'to_read'])
  expect(data!.items.map(({ id }) => id)).not.toContain(second)
  expect((await list().get()).data!.counts).toEqual({ to_read: 0, reading: 0, done: 4 })
  expect(await change([first, third, fourth], { status: 'to_read' })).toHaveLength(3)

  // In the spelling of the list; an item that has the tag is left out.
  expect(await change(all, { add_tag: 'THESIS' })).toEqual([second, fourth].toSorted())
  expect((await itemOf(third))!.tags).toEqual(['thesis', 'later'])
  expect((await itemOf(fourth))!.tags).toEqual(['thesis'])
  expect(await change([second, fourth], { remove_tag: 'Thesis' })).toHaveLength(2)
  expect((await itemOf(fourth))!.tags).toEqual([])

  expect(await change([first, second], { removed: true })).toEqual([first, second].toSorted())
  expect((await list().get()).data!.items.map(({ id }) => id).toSorted()).toEqual([third, fourth].toSorted())
  expect(await change([first, second, third], { removed: false })).toEqual([first, second].toSorted())
  expect((await itemOf(second))!.notes).toBe('the graph of Šimek')
})

test('a change is one, of own items, with an item left out that has as many tags as it can have', async () => {
  const [first = '', second = ''] = await fill()
  expect(await change([first], { status: 'done' }, 'bea')).toEqual([])
  expect(await change([first], { removed: true }, 'bea')).toEqual([])
  expect((await itemOf(first))!.status).toBe('to_read')
  const full = Array.from({ length: TAGS_MAX }, (_, number) => `tag ${number}`)
  await list()({ id: second }).put({ version: 1, tags: full })
  expect(await change([first, second], { add_tag: 'new' })).toEqual([first])
  for (const body of [
    { ids: [first] },
    { ids: [first], status: 'done', removed: true },
    { ids: [], status: 'done' },
    { ids: [first], add_tag: ' ,; ' },
    { ids: Array.from({ length: SELECTION_MAX + 1 }, (_, n) => `${n}`), status: 'done' },
  ])
    expect((await list().changes.post(body as SelectionChange)).status).toBe(422)
})

test('an item that was changed together has a new version, so that an older window overwrites nothing', async () => {
  const [first = ''] = await fill()
  await change([first], { add_tag: 'new' })
  expect((await list()({ id: first }).put({ version: 1, notes: 'late' })).status).toBe(409)
})

test('a selection of more ids than an address can have is exported', async () => {
  const ids = await fill()
  const asked = [...ids.slice(0, 2), ...Array.from({ length: SELECTION_MAX - 2 }, () => crypto.randomUUID())]
  const headers = { authorization: `Bearer ${await tokenOf('ada')}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ format: 'json', ids: asked })
  const path = 'http://localhost/api/users/me/reading-list/export'
  const response = await app.handle(new Request(path, { method: 'POST', headers, body }))
  expect(response.headers.get('content-disposition')).toContain('reading-list-selected.json')
  const { items } = (await response.json()) as { items: { id: string }[] }
  expect(items.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
})
