import { describe, expect, test } from 'bun:test'
import { endOfPreviousVisit } from '#api/services/dashboard/catchUp.ts'
import { setDisabled } from '#api/store/readers/userAccess.ts'
import { changeUser, findUser, findUserByUid, findUsers, iterateUsers, recordSeen } from '#api/store/readers/users.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { useApp } from '#tests/support/app.ts'

const { as, tokenOf, product } = useApp()
const { users, auth, papers } = as('ada')

const create = async (name: string) => {
  await tokenOf(name)
  return (await findUserByUid(`uid-${name}`))!._id
}
const emails = async (q?: string) => (await findUsers({ q, skip: 0, limit: 10 })).items.map(({ email }) => email)
const at = (time: string) => new Date(`2026-11-20T${time}Z`)

describe('The last visit of a user', () => {
  test('is stored to the minute, together with the end of the previous visit', async () => {
    const id = await create('ada')
    const seen = async (time: string) => {
      const before = (await findUser(id))!
      await recordSeen(id, at(time))
      const user = (await findUser(id))!
      const { last_seen_at, previous_seen_at } = user
      // A request that read the user before the visit was stored counts from the same time.
      expect(endOfPreviousVisit(before, at(time))).toEqual(endOfPreviousVisit(user, at(time)))
      return [last_seen_at, previous_seen_at]
    }
    expect(await seen('08:00:00')).toEqual([at('08:00:00'), null])
    expect(await seen('08:00:30')).toEqual([at('08:00:00'), null])
    expect(await seen('08:20:00')).toEqual([at('08:20:00'), null])
    expect(await seen('08:45:00')).toEqual([at('08:45:00'), null])
    expect(await seen('12:00:00')).toEqual([at('12:00:00'), at('08:45:00')])
    expect(await seen('12:10:00')).toEqual([at('12:10:00'), at('08:45:00')])
  })

  test.each([
    ['opening the product', () => auth.me.get()],
    ['opening the dashboard', () => users.me.dashboard.get()],
    ['changing the profile', () => users.me.put({ name: 'Ada' })],
  ])('is stored by %s', async (_, call) => {
    const id = await create('ada')
    expect((await call()).status).toBe(200)
    expect((await findUser(id))?.last_seen_at).toBeInstanceOf(Date)
  })

  test('is not stored by other reads', async () => {
    const id = await create('ada')
    await catchUp(product)
    expect((await papers.search.get({ query: { q: 'lanterns' } })).status).toBe(200)
    expect((await users.me['reading-list'].get()).status).toBe(200)
    expect((await findUser(id))?.last_seen_at).toBeNull()
  })

  test('is stored correctly with concurrent requests', async () => {
    const id = await create('ada')
    await recordSeen(id, at('08:00:00'))
    await Promise.all(Array.from({ length: 20 }, () => recordSeen(id, at('12:00:00'))))
    expect(await findUser(id)).toMatchObject({ last_seen_at: at('12:00:00'), previous_seen_at: at('08:00:00') })
  })
})

describe('The list of users', () => {
  test('is searched by part of the name or e-mail address, and paged', async () => {
    for (const name of ['ada', 'bela', 'carla']) await create(name)
    expect((await emails()).toSorted()).toEqual(['ada@example.org', 'bela@example.org', 'carla@example.org'])
    expect(await emails('CARL')).toEqual(['carla@example.org'])
    expect(await emails('.*')).toEqual([])
    expect(await emails('a@example.org')).toHaveLength(3)
    expect(await findUsers({ skip: 2, limit: 2 })).toMatchObject({ total: 3, items: [expect.anything()] })
  })

  test('omits disabled users when mails and deliveries are created', async () => {
    const [ada, bela] = [await create('ada'), await create('bela')]
    await setDisabled(ada, true)
    const ids: string[] = []
    for await (const { _id } of iterateUsers()) ids.push(_id)
    expect(ids).toEqual([bela])
  })
})

describe('Words and names to look for', () => {
  test.each(['keywords', 'authors', 'muted_terms', 'muted_authors'] as const)(
    'of %s are refused without a letter or digit, and the others are kept',
    async (name) => {
      const words = ['C++', 'α', '模型', 'GAN 2', 'O’Brien']
      expect((await users.me.put({ interests: { [name]: words } })).data?.interests[name]).toEqual(words)
      const { status, error } = await users.me.put({ interests: { [name]: [...words, '!!!'] } })
      expect(status).toBe(422)
      const sentence = '“!!!” has no letter or digit, so no paper can match it.'
      expect(error?.value).toMatchObject({ error: { fields: { [`interests.${name}`]: sentence } } })
      expect((await auth.me.get()).data?.interests[name]).toEqual(words)
    },
  )

  test.each([
    ['muted_terms', 'hide'],
    ['keywords', 'match'],
  ] as const)('of %s are refused as a search pattern, with the words that would be left', async (name, effect) => {
    const { status, error } = await users.me.put({ interests: { [name]: ['survey', '.*(a+)+$['] } })
    expect(status).toBe(422)
    const sentence = `“.*(a+)+$[” has signs that are not compared: it would ${effect} every paper with “a”. Write the words alone.`
    expect(error?.value).toMatchObject({ error: { message: sentence, fields: { [`interests.${name}`]: sentence } } })
    expect((await auth.me.get()).data?.interests[name]).toEqual([])
  })

  test('are kept once, in the spelling that came first', async () => {
    const muted_terms = ['Generic', ' state of  the art', 'generic', 'State-of-the-art', 'naïve']
    const { data } = await users.me.put({ interests: { muted_terms, muted_authors: ['Ann Lee', 'ANN LEE'] } })
    expect(data?.interests).toMatchObject({
      muted_terms: ['Generic', 'state of the art', 'naïve'],
      muted_authors: ['Ann Lee'],
    })
  })

  test('of an earlier version do not keep the reader from changing the others', async () => {
    const id = (await auth.me.get()).data!.id
    await changeUser(id, { interests: { muted_terms: ['.*(a+)+$[', 'survey'] } })
    const { data } = await users.me.put({ interests: { muted_terms: ['.*(a+)+$[', 'review'] } })
    expect(data?.interests.muted_terms).toEqual(['.*(a+)+$[', 'review'])
  })
})
