import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { storeSubjects } from '#tests/api/support/subjects.ts'

const { as } = useApp()
const { me } = as('ada').users
const DAY = '2026-11-20'

test('What was forgotten is listed by its name, with the actions behind it, and no weight is not a number', async () => {
  await storeSubjects(DAY)
  await me.put({ category_ids: ['cs.LG'] })
  await storePapers([1], {
    announced_on: addDays(DAY, -1),
    title: 'Wading herons',
    authors: [{ name: 'Óscar Lindé' }],
  })
  await me['reading-list'].post({ paper_id: paperId(1) })
  const actions = [{ kind: 'save', count: 1 }]
  const [author, paper] = ['oscar linde', paperId(1)]
  await me.taste.put({
    adjustments: [
      { kind: 'paper', key: paper, action: 'forget' },
      { kind: 'author', key: author, action: 'forget' },
      { kind: 'term', key: 'never used', action: 'forget' },
    ],
  })
  const { more, less, changed } = (await me.taste.get()).data!
  const row = { weight: 0, adjustment: 'forget', actions, paper_ids: [paper] }
  expect(changed).toHaveLength(3)
  expect(changed).toEqual(
    expect.arrayContaining([
      { kind: 'author', key: author, text: 'Óscar Lindé', ...row },
      { kind: 'term', key: 'never used', text: 'never used', ...row, actions: [], paper_ids: [] },
      expect.objectContaining({ kind: 'paper', key: paper }),
    ] as never[]),
  )
  for (const { weight } of [...more, ...less]) expect(Math.abs(weight)).toBeWithin(Number.MIN_VALUE, 1.000001)
})

test('What was learned from an action is listed also when a fault kept the mark of the action from being stored', async () => {
  await storeSubjects(DAY)
  await me.put({ category_ids: ['cs.LG'] })
  await me['reading-list'].post({ paper_id: paperId(1) })
  await mongoose.connection.collection('tastes').deleteMany({})
  const { actions, more } = (await me.taste.get()).data!
  expect(actions).toBe(1)
  expect(more.length).toBeGreaterThan(0)
})
