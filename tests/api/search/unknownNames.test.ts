import { describe, expect, test } from 'bun:test'
import { indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const library = indexOf(indexed('lantern', { title: 'Counting lanterns by night', categories: ['cs.CV', 'cs.LG'] }))

describe('A query', () => {
  test.each([
    ['foo:lantern night', 'There is no field “foo:”'],
    ['night cat:xx.YY', '“xx.YY” is no category of a paper in the library'],
    ['cat:xx.YY OR foo:bar OR night', 'There is no field “foo:”, so it was searched as a word. “xx.YY” is no category'],
    ['lantern -cat:cs.XX', '“cs.XX” is no category'],
    ['3* lantern', '“3*” is too short for the beginning of a word, so it was searched as a word.'],
    ['la* OR co* OR ni* OR da*', '“da*” was searched as a word: a search has at most 3 beginnings of words.'],
  ])(
    'with an unknown field or category, or a prefix that is none, is answered with a note that names it: %s',
    (q, expected) => {
      expect(library.search({ q }).interpretation).toContain(expected)
    },
  )

  test.each([
    'cat:cs.LG',
    'cat:cs.lg night',
    'cat:cs.*',
    'cat:math.NT',
    'cat:stat',
    'title:night',
    '"foo:bar night"',
    'std::vector',
    'https://example.org/night',
    'GAN:s',
    'at 10:30',
    'la* co* ni*',
    '*',
  ])('with known fields and categories, or a colon in a word, has no such note: %s', (q) => {
    expect(library.search({ q }).interpretation ?? '').not.toMatch(/no field|no category|searched as a word/)
  })
})
