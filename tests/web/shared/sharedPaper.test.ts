import { describe, expect, test } from 'bun:test'
import { readShared, refOf, saveOfferOf } from '#web/shared/sharedPaper.ts'

const refIn = (search: string) => refOf(readShared(new URLSearchParams(search)))
const shared = (text: string) => refOf({ url: '', title: '', text })

describe('The paper that is shared', () => {
  test.each([
    [
      'by a bookmark',
      'url=https%3A%2F%2Fjournal.example.org%2Fa%3Fid%3D1&title=Lanterns',
      'https://journal.example.org/a?id=1',
    ],
    ['as a text with an address', 'text=Read+this:+https://example.org/abs/9.', 'https://example.org/abs/9'],
    ['as a title alone', 'title=10.5555/jiv.2026.0011', '10.5555/jiv.2026.0011'],
    [
      'by its address, not by another one in the text',
      'url=https://example.org/1&text=https://example.org/2',
      'https://example.org/1',
    ],
  ])('%s is found', (_how, search, expected) => expect(refIn(search)).toBe(expected))

  test.each([
    ['2611.90001v2', 'see 2611.90001v2, please'],
    ['arXiv:2611.90001', '“arXiv:2611.90001”'],
    ['math/0309136', 'the old math/0309136.'],
    ['math.GT/0309136', 'math.GT/0309136'],
    ['10.5555/jiv.2026(11)', '10.5555/jiv.2026(11)'],
    ['10.5555/jiv.2026.0011', '(10.5555/jiv.2026.0011).'],
    ['https://example.org/a', '(see https://example.org/a)'],
    ['https://example.org/a', '<https://example.org/a>'],
  ])('%s is found in a sentence', (expected, text) => expect(shared(text)).toBe(expected))

  test.each([
    '',
    '   ',
    'the paper about lanterns',
    'version 10.5 of 2026',
    'javascript:alert(1)',
    'ftp://example.org/a',
  ])('has no address or id in “%s”', (text) => expect(shared(text)).toBeUndefined())
})

test('Only a page that was opened to save a paper offers it', () => {
  expect(saveOfferOf({ save: true, title: 'Lanterns' })).toEqual({ save: true, title: 'Lanterns' })
  expect(saveOfferOf({ save: true })).toEqual({ save: true, title: '' })
  for (const state of [null, undefined, {}, { lookUp: true }]) expect(saveOfferOf(state)).toBeUndefined()
})
