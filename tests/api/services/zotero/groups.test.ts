import { beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { findSeeds } from '#api/store/readers/tasteSeeds.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { continueErasures } from '#api/services/privacy/erasure.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { ALL, useZotero } from '#tests/api/support/zotero.ts'
import { KEY, USER_ID } from '#tests/simulators/zotero.ts'
import { SimLibrary, simItem } from '#tests/simulators/zoteroLibrary.ts'

const { as, connect, connection, simulator, state, sync } = useZotero()
let circle: SimLibrary

const arxiv = (number: number, changes = {}) =>
  simItem(number, { DOI: '', extra: `arXiv:${paperId(number).slice(6)} [cs.LG]`, ...changes })
const allow = (groups: 'all' | number[]) =>
  simulator.keys.set(KEY, { userId: USER_ID, library: true, write: true, notes: true, groups })
const group = (id: number) => simulator.groups.get(id)!
const tested = async () => (await connection().test.post({ key: KEY })).data
async function seeds(): Promise<string[]> {
  const user = await findUserByUid('uid-ada')
  return (await findSeeds(user!._id)).flatMap(({ kind, key }) => (kind === 'zotero' ? key : [])).toSorted()
}

beforeEach(async () => {
  await storePapers([1, 2, 3])
  circle = new SimLibrary()
  simulator.groups.set(42, { name: 'Lantern Reading Circle', library: circle, isMember: true })
  simulator.groups.set(43, { name: 'Kite Laboratory', library: new SimLibrary(), isMember: true })
  simulator.groups.set(44, { name: 'Of others', library: new SimLibrary(), isMember: false })
  allow('all')
})

describe('Groups', () => {
  test('that the key may read are listed by name, and none is read before it is ticked', async () => {
    circle.add(arxiv(1))
    expect(await tested()).toMatchObject({
      can_read_groups: true,
      groups: [
        { id: 43, name: 'Kite Laboratory' },
        { id: 42, name: 'Lantern Reading Circle' },
      ],
    })
    allow([43])
    expect((await tested())?.groups).toEqual([{ id: 43, name: 'Kite Laboratory' }])
    allow([])
    expect(await tested()).toMatchObject({ ok: true, can_read_groups: false, groups: [] })
    await connect()
    expect(await seeds()).toEqual([])
    expect(simulator.requests.filter(({ url }) => url.startsWith('/groups/'))).toEqual([])
  })

  test('that are ticked teach with what they have, and less when they have less; only what changed is read', async () => {
    const key = circle.add(arxiv(1))
    circle.add(arxiv(2))
    simulator.library.add(arxiv(2))
    // A member of the group can give an item the key that one of the reader's has.
    simulator.library.add(arxiv(3), key)
    await connect({ read: 'nothing', groups: [42] })
    expect(await seeds()).toEqual([paperId(1), paperId(2)])
    expect((await state())?.groups).toEqual([
      { id: 42, name: 'Lantern Reading Circle', problem: null, failing_since: null },
    ])
    await connect({ groups: [42] })
    expect(await seeds()).toEqual([1, 2, 3].map(paperId))
    simulator.requests.length = 0
    circle.remove(key)
    await sync()
    expect(await seeds()).toEqual([paperId(2), paperId(3)])
    expect(simulator.requests.map(({ url, status }) => `${/^\/(?:users|groups)/.exec(url)} ${status}`)).toEqual([
      '/users 304',
      '/groups 200',
      '/groups 200',
    ])
  })

  test('that are unticked are forgotten, and what the own library names, too, stays', async () => {
    circle.add(arxiv(1))
    circle.add(arxiv(2))
    simulator.library.add(arxiv(2))
    await connect({ groups: [42] })
    // Without a choice of groups it stays as it is.
    await connect()
    expect(await seeds()).toEqual([paperId(1), paperId(2)])
    await connect({ groups: [] })
    expect(await seeds()).toEqual([paperId(2)])
    expect(await mongoose.connection.collection('zotero_items').countDocuments({ group: 42 })).toBe(0)
  })

  test('get nothing: a saved paper that a group has is created in the own library, and the list gets none of theirs', async () => {
    circle.add(arxiv(1))
    circle.add(arxiv(2))
    const collection = simulator.library.addCollection('Paperdawn')
    await connect({ groups: [42], to_list: true, push_to: collection, push_notes: true })
    const list = as('ada').users.me['reading-list']
    expect((await list.get({ query: {} })).data?.total).toBe(0)
    const before = circle.version
    await list.post({ paper_id: paperId(1), tags: ['night'], notes: 'Own words' })
    await sync()
    expect(circle.version).toBe(before)
    expect(simulator.requests.filter(({ method, url }) => method !== 'GET' && url.startsWith('/groups/'))).toEqual([])
    expect(simulator.library.top().map(({ data }) => data['title'])).toEqual(['Paper 1 on lanterns'])
  })

  test.each([
    ['the key lost the right', () => allow([43]), 'The key may no longer read the group “Lantern Reading Circle”.'],
    ['the key lost all groups', () => allow([]), 'The key may read no groups, and so not “Lantern Reading Circle”.'],
    [
      'the reader left it',
      () => (group(42).isMember = false),
      'Zotero no longer lets you read the group “Lantern Reading Circle”.',
    ],
    [
      'it was removed',
      () => simulator.groups.delete(42),
      'The group “Lantern Reading Circle” does not exist at Zotero any more.',
    ],
  ])(
    'of which one cannot be read, because %s, are said by name; the others and the own library are read',
    async (_case, lose, problem) => {
      circle.add(arxiv(1))
      await connect({ groups: [42, 43] })
      const kept = group(42)
      lose()
      group(43).library.add(arxiv(2))
      simulator.library.add(arxiv(3))
      await sync()
      const lost = await state()
      expect(lost?.groups[0]?.problem).toBe(problem)
      expect(lost?.groups[0]?.failing_since).not.toBeNull()
      expect(lost).toMatchObject({ needs_key: false, last: { outcome: 'done' } })
      if (problem.includes('may read no groups')) expect(lost?.groups[1]?.problem).toContain('“Kite Laboratory”')
      else expect(lost?.groups[1]?.problem).toBeNull()
      expect(await seeds()).toContain(paperId(1))
      expect(await seeds()).toContain(paperId(3))
      const since = lost?.groups[0]?.failing_since
      await sync()
      expect((await state())?.groups[0]?.failing_since).toBe(since!)

      allow('all')
      simulator.groups.set(42, { ...kept, isMember: true })
      await sync()
      expect((await state())?.groups.map((one) => one.problem)).toEqual([null, null])
      expect(await seeds()).toEqual([1, 2, 3].map(paperId))
    },
  )

  test('that the key may not read are not saved, with the name of one that was read before', async () => {
    await connect({ groups: [42] })
    allow([43])
    for (const [id, name] of [
      [42, '“Lantern Reading Circle”'],
      [44, '“44”'],
    ] as const) {
      const { status, error } = await connection().put({ ...ALL, groups: [id] })
      expect([status, error?.value]).toMatchObject([
        422,
        { error: { fields: { groups: expect.stringContaining(`may not read the group ${name}`) } } },
      ])
    }
    expect((await state())?.groups).toHaveLength(1)
  })

  test('do not hide that the whole key is refused, even between two libraries', async () => {
    circle.add(arxiv(1))
    await connect({ groups: [42] })
    simulator.library.add(arxiv(2))
    simulator.onAnswer = (path) => {
      if (path.endsWith('/deleted')) simulator.keys.clear()
    }
    await sync()
    simulator.onAnswer = null
    expect(await state()).toMatchObject({ needs_key: true, groups: [{ problem: null }] })
  })

  test('are in the export of the reader, and leave nothing after a disconnection or an erasure', async () => {
    circle.add(arxiv(1))
    await connect({ groups: [42] })
    const exported = JSON.stringify((await as('ada').users.me.export.get()).data)
    expect(exported).toContain('Lantern Reading Circle')
    await connection().delete()
    expect(await mongoose.connection.collection('zotero_items').countDocuments()).toBe(0)
    expect(await seeds()).toEqual([])
    await connect({ groups: [42] })
    expect((await as('ada').users.me.delete({ email: 'ada@example.org' })).status).toBe(204)
    await continueErasures(new Date(Date.now() + 3_600_000))
    for (const name of ['zotero_libraries', 'zotero_items', 'taste_seeds'])
      expect(await mongoose.connection.collection(name).countDocuments()).toBe(0)
  })
})
