import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { TOPICS_MAX } from '#api/contract/limits.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'

const { as, signedOut } = useApp()

/** An escape sequence in C1 form, an override of the direction, and a line separator. */
const HIDDEN = ['Ada\u009B31m', 'Ada\u202Etxt', 'Ada\u2028Bo', 'Ada\u0007']

describe('A name or term that others may see', () => {
  for (const text of HIDDEN)
    test(`is refused with ${JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, '?')}, with the reason`, async () => {
      await storePapers([1])
      await as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
      const answers = await Promise.all([
        as('ada').users.me.put({ name: text }),
        as('ada').users.me.put({ interests: { keywords: [text] } }),
        as('ada').users.me.put({ interests: { muted_authors: [text] } }),
        as('ada').categories.post({ name: text, query: 'lamps' }),
        as('ada')
          .users.me['reading-list']({ id: paperId(1) })
          .put({ version: 1, tags: [text] }),
        signedOut.auth.device.post({ device: text }),
      ])
      for (const { status, error } of answers) {
        expect(status).toBe(422)
        expect(JSON.stringify(error?.value)).toContain('without control characters')
      }
    })

  test('may have letters of any script, marks and emoji', async () => {
    const name = 'Ngọc Ánh 山田 עברית 👩🏽‍🔬'
    expect((await as('ada').users.me.put({ name })).data?.name).toBe(name)
  })

  test('is answered when it was stored by an earlier version', async () => {
    await as('ada').auth.me.get()
    const set = { name: HIDDEN[0], 'interests.keywords': [HIDDEN[1]] }
    await mongoose.connection.collection('users').updateOne({ email: 'ada@example.org' }, { $set: set })
    expect(await as('ada').auth.me.get()).toMatchObject({ status: 200, data: { name: HIDDEN[0] } })
  })
})

describe('The limit of topics', () => {
  test('holds when many are added at once', async () => {
    const more = TOPICS_MAX + 20
    const answers = await Promise.all(
      Array.from({ length: more }, (_, at) => as('ada').categories.post({ name: `Lamps ${at}`, query: `lamp ${at}` })),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(201), count(409)]).toEqual([TOPICS_MAX, 20])
    expect((await as('ada').categories.get()).data?.items.filter(({ owned }) => owned)).toHaveLength(TOPICS_MAX)
  })

  test('has room again after one was deleted', async () => {
    const add = (at: number) => as('ada').categories.post({ name: `Lamps ${at}`, query: `lamp ${at}` })
    const added = await Promise.all(Array.from({ length: TOPICS_MAX }, (_, at) => add(at)))
    expect((await add(TOPICS_MAX)).status).toBe(409)
    await as('ada').categories({ id: added[7]!.data!.id }).delete()
    expect((await add(TOPICS_MAX)).status).toBe(201)
  })
})
