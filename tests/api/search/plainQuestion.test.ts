import { expect, test } from 'bun:test'
import { isPlainQuestion } from '#api/search/query/plainQuestion.ts'

test.each([
  ['how do herons count', true],
  ['p-adic (local) fields?', true],
  ['what is O(n log n)', true],
  ['herons', false],
  ['2611.00001', false],
  ['herons OR owls', false],
  ['herons -owls', false],
  ['"grey herons" count', false],
  ['heron* count', false],
  ['cat:cs.LG herons', false],
])('%s is a plain question: %p', (q, expected) => {
  expect(isPlainQuestion(q)).toBe(expected)
})
