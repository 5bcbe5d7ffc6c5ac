import { expect, test } from 'bun:test'
import { titlePhrase } from '#api/services/papers/paperReference.ts'
import { indexed, indexOf } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp()

test.each([5_000, 1_900_000])('A word of %d letters in an import is a paper that was not found', async (letters) => {
  const text = 'x'.repeat(letters)
  const start = await as('ada').users.me.import.post({ text })
  expect(start.data).toMatchObject({ papers: [], fetching: [], unknown: [text] })
  const list = await as('ada').users.me['reading-list'].import.post({ text })
  expect(list.data).toMatchObject({ state: 'done', added: 0, missing: [{ title: expect.stringMatching(/^x+/) }] })
})

test('A long word is not corrected in a search, however long it is', () => {
  const index = indexOf(indexed('one', { title: `${'lantern'.repeat(6)}s` }))
  for (const q of ['lantern'.repeat(6), 'x'.repeat(5_000)]) {
    const { total, did_you_mean } = index.search({ q: `${q}q`, as_typed: true })
    expect({ total, did_you_mean }).toEqual({ total: 0, did_you_mean: undefined })
  }
})

test('A title is searched for with its first words, of at most 256 characters', () => {
  expect(titlePhrase(['counting', 'lanterns'])).toBe('counting lanterns')
  expect(titlePhrase(['x'.repeat(256)])).toBe('x'.repeat(256))
  expect(titlePhrase(['x'.repeat(257), 'lanterns'])).toBe('')
  expect(titlePhrase(['lanterns', 'x'.repeat(248)])).toBe('lanterns')
  expect(titlePhrase(['lanterns', 'x'.repeat(247)])).toHaveLength(256)
  expect(titlePhrase(Array.from({ length: 40 }, () => 'a'))).toHaveLength(59)
})
