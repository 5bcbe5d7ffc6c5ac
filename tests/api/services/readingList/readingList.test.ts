import { afterEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'

const { as, signedOut } = useApp()
const list = (reader: string) => as(reader).users.me['reading-list']
const paper_id = paperId(1)

afterEach(() => setClock(null))

const save = async () => (await list('ada').post({ paper_id, notes: 'first', tags: ['lab'] })).data!

const fill = async () => {
  await storePapers([1], { title: 'Émile and the graph', published_at: new Date('2026-11-01') })
  await storePapers([2], { title: 'beacons at sea', published_at: new Date('2026-11-03') })
  await storePapers([3], { title: 'Attention under lanterns', published_at: new Date('2026-11-02') })
  const inputs = [
    { paper_id: paperId(1), tags: ['lab'] },
    { paper_id: paperId(2), status: 'done' as const, notes: 'the Šimek trick' },
    { paper_id: paperId(3), tags: ['lab', 'later'] },
  ]
  for (const [minute, item] of inputs.entries()) {
    setClock(new Date(Date.UTC(2026, 10, 21, 8, minute)))
    await list('ada').post(item)
  }
}

const titles = async (query: Parameters<ReturnType<typeof list>['get']>[0]) =>
  (await list('ada').get(query)).data?.items.map(({ paper }) => paper.title.split(' ')[0])

describe('adding to the reading list', () => {
  test('stores the paper with its note, status and tags', async () => {
    await storePapers([1])
    const input = { paper_id, notes: 'power meter', status: 'reading' as const, tags: ['lab'] }
    const { data, status } = await list('ada').post(input)
    expect(status).toBe(201)
    expect(data).toMatchObject({ status: 'reading', notes: 'power meter', tags: ['lab'], version: 1, withdrawn: false })
    expect(data?.paper.id).toBe(paper_id)
    expect(data).not.toHaveProperty('newer_version')
    const { data: page } = await list('ada').get()
    expect(page?.items).toEqual([data!])
    expect(page).toMatchObject({ total: 1, skip: 0, limit: 50, counts: { to_read: 0, reading: 1, done: 0 } })
  })

  test('returns 200 with the unchanged item for a paper already on the list', async () => {
    await storePapers([1])
    const first = await list('ada').post({ paper_id, notes: 'mine' })
    const again = await list('ada').post({ paper_id, notes: 'other', status: 'done' })
    expect(again.status).toBe(200)
    expect(again.data).toEqual(first.data!)
  })

  test('creates one item for concurrent requests', async () => {
    await storePapers([1])
    const responses = await Promise.all(Array.from({ length: 12 }, () => list('ada').post({ paper_id })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 11 }, () => 200), 201])
    expect(new Set(responses.map(({ data }) => data?.id)).size).toBe(1)
    expect((await list('ada').get()).data?.total).toBe(1)
  })

  test('returns 404 for a paper that is not in the library', async () => {
    const { status, error } = await list('ada').post({ paper_id: 'arxiv:9999.99999' })
    expect(status).toBe(404)
    expect(error?.value).toMatchObject({ error: { code: 'not-found' } })
  })

  test('rejects a note of more than 10,000 characters, 21 tags or an unknown field with 422', async () => {
    await storePapers([1])
    const tags = Array.from({ length: 21 }, (_, n) => `t${n}`)
    const bad = [{ notes: 'x'.repeat(10_001) }, { tags }, { tags: ['a', 'a'] }, { user_id: 'somebody' }]
    for (const part of bad) expect((await list('ada').post({ paper_id, ...part } as never)).status).toBe(422)
    expect((await list('ada').get()).data?.total).toBe(0)
    expect((await list('ada').post({ paper_id, notes: 'x'.repeat(10_000) })).status).toBe(201)
  })

  test('returns 401 without a token', async () => {
    expect((await signedOut.users.me['reading-list'].get()).status).toBe(401)
  })
})

describe('reading one item', () => {
  test('returns the same item as the list does', async () => {
    await storePapers([1])
    const { id } = await save()
    const { data, status } = await list('ada')({ id }).get()
    expect([status, data?.notes]).toEqual([200, 'first'])
    expect((await list('ada').get()).data?.items).toEqual([data!])
  })

  test('an unknown and a removed item are 404, too long an id is 422, and no token is 401', async () => {
    await storePapers([1])
    const { id } = await save()
    await list('ada')({ id }).delete()
    expect((await list('ada')({ id }).get()).status).toBe(404)
    expect((await list('ada')({ id: 'nothing' }).get()).status).toBe(404)
    expect((await list('ada')({ id: 'x'.repeat(81) }).get()).status).toBe(422)
    expect((await signedOut.users.me['reading-list']({ id }).get()).status).toBe(401)
  })
})

describe('changing an item', () => {
  test('changes only the given fields and increments the version', async () => {
    await storePapers([1])
    const { id } = await save()
    const { data } = await list('ada')({ id }).put({ version: 1, status: 'done' })
    expect(data).toMatchObject({ status: 'done', notes: 'first', tags: ['lab'], version: 2 })
    const cleared = await list('ada')({ id }).put({ version: 2, notes: '', tags: [] })
    expect(cleared.data).toMatchObject({ status: 'done', notes: '', tags: [], version: 3 })
  })

  test('returns 409 with the current item for a stale version, and overwrites nothing', async () => {
    await storePapers([1])
    const { id } = await save()
    const current = (await list('ada')({ id }).put({ version: 1, notes: 'from the phone' })).data!
    const { status, error } = await list('ada')({ id }).put({ version: 1, notes: 'from the laptop' })
    expect(status).toBe(409)
    expect(error?.value).toMatchObject({ error: { code: 'conflict', current } })
    expect((await list('ada').get()).data?.items[0]?.notes).toBe('from the phone')
  })

  test('accepts one of many concurrent changes to the same version', async () => {
    await storePapers([1])
    const { id } = await save()
    const put = (n: number) => list('ada')({ id }).put({ version: 1, notes: `text ${n}` })
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => put(n)))
    const accepted = responses.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await list('ada').get()).data?.items[0]).toEqual(accepted[0]!.data!)
  })

  test('returns 404 for an unknown item', async () => {
    expect((await list('ada')({ id: 'nothing' }).put({ version: 1, notes: 'x' })).status).toBe(404)
    expect((await list('ada')({ id: 'nothing' }).delete()).status).toBe(404)
    expect((await list('ada')({ id: 'nothing' }).restore.post()).status).toBe(404)
  })
})

describe('reading the list', () => {
  test('sorts by each field', async () => {
    await fill()
    expect(await titles({ query: {} })).toEqual(['Attention', 'beacons', 'Émile'])
    const added = await titles({ query: { sort: 'added' } })
    expect(await titles({ query: { sort: 'oldest' } })).toEqual(added!.toReversed())
    expect(await titles({ query: { sort: 'title' } })).toEqual(['Attention', 'beacons', 'Émile'])
    expect(await titles({ query: { sort: 'published' } })).toEqual(['beacons', 'Attention', 'Émile'])
    const { items } = (await list('ada').get({ query: {} })).data!
    await list('ada')({ id: items[2]!.id }).put({ version: 1, notes: 'new' })
    expect(await titles({ query: { sort: 'updated' } })).toEqual(['Émile', 'Attention', 'beacons'])
  })

  test('filters by status, tag, note and words, in pages', async () => {
    await fill()
    expect(await titles({ query: { status: 'done' } })).toEqual(['beacons'])
    expect(await titles({ query: { tag: 'lab' } })).toEqual(['Attention', 'Émile'])
    expect(await titles({ query: { with_note: true } })).toEqual(['beacons'])
    expect(await titles({ query: { with_note: false } })).toEqual(['Attention', 'Émile'])
    expect(await titles({ query: { q: 'emile gra' } })).toEqual(['Émile'])
    expect(await titles({ query: { q: 'simek' } })).toEqual(['beacons'])
    expect(await titles({ query: { q: 'quillfeather', tag: 'later' } })).toEqual(['Attention'])
    expect(await titles({ query: { q: 'nowhere' } })).toEqual([])
    const { data } = await list('ada').get({ query: { skip: 1, limit: 1 } })
    expect(data).toMatchObject({ total: 3, skip: 1, limit: 1 })
    expect(data?.items.map(({ paper }) => paper.id)).toEqual([paperId(2)])
  })

  test('takes query words literally, not as a database expression', async () => {
    await fill()
    for (const q of ['.*', '$where', '{"$ne":1}', '(', '\\'])
      expect((await list('ada').get({ query: { q } })).status).toBe(200)
    expect((await list('ada').get({ query: { status: { $ne: 'done' } } } as never)).status).toBe(422)
  })

  test('shows newer versions and withdrawals', async () => {
    await storePapers([1])
    await list('ada').post({ paper_id })
    await storePapers([1], { version: 3, title: 'Paper 1, third edition', announce_type: 'replace' })
    const [newer] = (await list('ada').get()).data!.items
    expect(newer).toMatchObject({
      newer_version: 3,
      saved_version: 1,
      withdrawn: false,
      paper: { title: 'Paper 1, third edition' },
    })
    await storePapers([1], { version: 4, withdrawn: true })
    expect((await list('ada').get()).data!.items[0]).toMatchObject({ newer_version: 4, withdrawn: true })
  })
})

describe('two readers', () => {
  test('cannot read or change each other’s items', async () => {
    await storePapers([1, 2])
    const hers = (await list('ada').post({ paper_id, notes: 'canary-ada-7f3', tags: ['canary-ada-tag'] })).data!
    const his = (await list('ben').post({ paper_id, notes: 'canary-ben-9c1' })).data!
    expect(hers.id).not.toBe(his.id)

    const attempts = await Promise.all([
      list('ben')({ id: hers.id }).get(),
      list('ben')({ id: hers.id }).put({ version: 1, notes: 'overwritten' }),
      list('ben')({ id: hers.id }).delete(),
      list('ben')({ id: hers.id }).restore.post(),
      list('ben').get({ query: { q: 'canary' } }),
      list('ben').get({ query: { tag: 'canary-ada-tag' } }),
      as('ben').users.me.stats.get(),
      as('ben').papers({ id: paper_id }).get(),
    ])
    expect(attempts.slice(0, 4).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(JSON.stringify(attempts.map(({ data, error }) => [data, error?.value]))).not.toContain('canary-ada')
    expect((await list('ada').get()).data?.items).toEqual([hers])
  })
})
