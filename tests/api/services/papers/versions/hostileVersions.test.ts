import { alignSections, readSections } from '#api/services/papers/versions/alignSections.ts'
import { findMoves } from '#api/services/papers/versions/findMoves.ts'
import { describe, expect, test } from 'bun:test'
import { compare, joinParts, paragraph, shown, text, version } from '#tests/api/support/versions.ts'

const words = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ')
const sentences = (word: string) =>
  Array.from({ length: 10_000 }, (_, n) => `The ${word} ${n} lanterns were seen by all. `)

describe('Hostile texts', () => {
  test('of a megabyte are compared by whole sentences', () => {
    const [before, after] = [
      sentences('first').join(''),
      sentences('second').with(5_000, 'The first 7 lanterns were seen by all. ').join(''),
    ]
    const [field] = compare({ abstract: before }, { abstract: after }).fields
    expect(field?.parts.map(({ op }) => op)).toEqual(['removed', 'added', 'moved', 'added'])
    expect(joinParts(field!.parts, 'removed')).toBe(after)
  })

  test('that are longer than any abstract show whole sentences around a changed word', () => {
    const [before, after] = [
      sentences('first'),
      sentences('first').with(5_000, 'The first 5000 boats were seen by all. '),
    ]
    const [field] = compare({ abstract: before.join('') }, { abstract: after.join('') }).fields
    expect(field?.parts[1]).toEqual({ op: 'removed', segments: [{ text: before[5_000]! }] })
  })

  test.each([
    ['a title of 10 KB', words(1_700, 'fog'), words(1_700, 'haze')],
    ['words without an end', words(150_000, 'fog'), words(150_000, 'haze')],
    ['one word', 'x'.repeat(1_000_000), 'y'.repeat(1_000_000)],
    ['digits', '1'.repeat(200_000), '1,'.repeat(100_000)],
    ['dollar signs', '$'.repeat(100_000), '$x'.repeat(50_000)],
    ['braces', `a${'{'.repeat(100_000)}`, `b${'}'.repeat(100_000)}`],
    ['full stops', '. '.repeat(200_000), 'A. '.repeat(100_000)],
    ['accents', `a${'\u0301'.repeat(100_000)}`, 'b'],
    ['a text from the right to the left', 'פנסים בערפל', 'פנסים בגשם'],
    ['NUL', 'a\0b c', 'a\0d c'],
  ])('%s are compared', (_, before, after) => {
    const [field] = compare({ title: before }, { title: after }).fields
    expect(field?.parts.length).toBeGreaterThan(0)
    expect(JSON.stringify(field)).not.toContain('\\u0000')
  })

  test('3,000 authors in another order are compared, and all of them are there', () => {
    const authors = Array.from({ length: 3_000 }, (_, n) => ({ name: `Ada Lindqvist${n} of Tharn` }))
    const { fields, summary } = compare({ authors }, { authors: authors.toReversed() })
    expect(summary).toBe('The authors are in another order.')
    expect(fields[0]?.parts.filter(({ op }) => op === 'moved')).toHaveLength(2_999)
    const others = authors.map(({ name }) => ({ name: name.replace('Ada', 'Bea') }))
    expect(compare({ authors }, { authors: others }).summary).toBe('3000 authors added; 3000 authors dropped.')
    expect(shown({ authors }, { authors })).toEqual([])
  })

  test('the same author twice is one author added', () => {
    const [first] = version().authors
    expect(compare({ authors: [first!] }, { authors: [first!, first!] }).summary).toBe('One author added.')
  })
})

const read = (sections: Parameters<typeof text>[0]) => readSections(text(sections).sections)

/** How often phrases of paragraphs are compared, to find those that moved from one section to another one. */
function countComparisons(paragraphs: readonly string[]) {
  const staying = paragraph('fog')
  const pairs = alignSections(read({ A: paragraphs, B: staying }), read({ A: [], B: [staying, ...paragraphs] }))
  let comparisons = 0
  const moves = findMoves(pairs, () => comparisons++)
  return { comparisons, moves: moves.length }
}
const repeat = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n))

describe('The comparisons of paragraphs', () => {
  test('of 100 pages that moved are one for each phrase', () => {
    const work = countComparisons(repeat(500, (n) => paragraph(`p${n}w`, 100)))
    expect(work).toEqual({ comparisons: 500 * 98, moves: 500 })
  })

  // Each of 20 words, with 18 phrases.
  test.each([
    ['equal', () => paragraph('lantern', 20), 0, 0],
    ['nearly equal', (n: number) => `${paragraph('lantern', 18)} Night ${n}.`, 0, 0],
    ['equal to three others', (n: number) => paragraph(`p${n >> 2}w`, 20), 18 * 4, 0],
    [
      'alike in half with three others',
      (n: number) => `${paragraph(`p${n >> 2}w`, 10)} ${paragraph(`q${n}w`, 10)}`,
      8 * 4 + 10,
      1,
    ],
  ])('of 10,000 that are %s are bounded by their words', (_, make, each, moved) => {
    const work = countComparisons(repeat(10_000, make))
    expect(work).toEqual({ comparisons: 10_000 * each, moves: 10_000 * moved })
  })

  test('are none in texts that are longer than any paper', () => {
    expect(countComparisons(repeat(2_100, (n) => paragraph(`p${n}w`, 100)))).toEqual({ comparisons: 0, moves: 0 })
  })
})
