import { expect, test } from 'bun:test'
import { indexed, openForTest } from '#tests/api/support/searchIndex.ts'

const index = openForTest()
const put = (id: string, title: string) => index.put([indexed(id, { title, abstract: 'Notes of one season.' })])
put('first', 'Herons nest in reeds')
put('second', 'Reeds shelter herons')
put('third', 'Herons and foxes')
put('alike', 'Young herons among reeds')
put('partly', 'Cutting reeds')
put('other', 'Foxes at night')

const score = (like: string[], among: string[]) => index.scoreByCommonWords({ like, among })
const among = ['first', 'second', 'third', 'alike', 'partly', 'other', 'absent']

test('Papers are scored by the words that the first papers have in common and few others have', () => {
  const scores = score(['first', 'second'], among)
  const [, , , alike = 0, partly = 0, other, absent] = scores
  expect(scores).toHaveLength(among.length)
  expect(alike).toBeGreaterThan(partly)
  expect(partly).toBeGreaterThan(0)
  // "Notes of one season" is in every paper, and says nothing.
  expect([other, absent]).toEqual([0, 0])
})

test('First papers without a common word change nothing', () => {
  expect(score(['partly', 'other'], ['alike', 'third'])).toEqual([0, 0])
  expect(score([], ['alike'])).toEqual([0])
  expect(score(['first'], [])).toEqual([])
})
