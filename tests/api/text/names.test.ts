import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { cleanName, givenFirst, parseAuthors } from '#api/text/names.ts'

describe('Lists of authors', () => {
  test.each([
    ['Ada Lind, Bo Moe and Cy Ray', ['Ada Lind', 'Bo Moe', 'Cy Ray']],
    ['Ada Lind, Bo Moe, and Cy Ray', ['Ada Lind', 'Bo Moe', 'Cy Ray']],
    ['Ada Lind; Bo Moe & Cy Ray', ['Ada Lind', 'Bo Moe', 'Cy Ray']],
    [String.raw`Tom\'as \'O{\dh}insson, {\L}. Hol\'y`, ['Tomás Óðinsson', 'Ł. Holý']],
    ['Ada Lind, Jr., Bo Moe, III', ['Ada Lind Jr.', 'Bo Moe III']],
    ['A. Lind et al.', ['A. Lind']],
    ['The LANTERN Collaboration: A. Lind, B. Moe', ['LANTERN Collaboration', 'A. Lind', 'B. Moe']],
    ['A. Lind, for the LANTERN Collaboration', ['A. Lind', 'LANTERN Collaboration']],
    ['A. Lind for the LANTERN Collaboration', ['A. Lind', 'LANTERN Collaboration']],
    ['A. Lind (on behalf of the LANTERN Collaboration)', ['A. Lind', 'LANTERN Collaboration']],
    ['Alexander Andersen', ['Alexander Andersen']],
    ['Ada Lind$^{1,2}$, Bo Moe$^2$', ['Ada Lind', 'Bo Moe']],
    ['A. Lind (1), B. Moe (2)', ['A. Lind', 'B. Moe']],
    ['', []],
    [',,', []],
  ])('%j is parsed as %j', (text, names) => expect(parseAuthors(text).map(({ name }) => name)).toEqual(names))

  test('a legend at the end gives the affiliations of the authors', () =>
    expect(
      parseAuthors('A. Lind (1), B. Moe (1 and 2), C. Ray ((1) An Institute, Nowhere, (2) A Lab (North))'),
    ).toEqual([
      { name: 'A. Lind', affiliation: 'An Institute, Nowhere' },
      { name: 'B. Moe', affiliation: 'An Institute, Nowhere; A Lab (North)' },
      { name: 'C. Ray' },
    ]))

  test('an affiliation after a name keeps its commas', () =>
    expect(parseAuthors('A. Lind (An Institute, Nowhere), B. Moe')).toEqual([
      { name: 'A. Lind', affiliation: 'An Institute, Nowhere' },
      { name: 'B. Moe' },
    ]))

  test('40,000 authors are parsed', () =>
    expect(parseAuthors(Array.from({ length: 40_000 }, (_, n) => `Ada Lind ${n}a`).join(', '))).toHaveLength(40_000))

  test('every author parsed from any text has a name', () => {
    const texts = fc
      .array(
        fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom('(', ')', '((1) ', ',', ' and ', ' Collaboration', 'for the ', ':'),
        ),
        {
          maxLength: 30,
        },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        for (const { name } of parseAuthors(text)) expect(name.trim()).not.toBe('')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('A single name', () => {
  test.each([
    ['Quillfeather, Mirela', 'Mirela Quillfeather'],
    ['Lind, Ada, Jr', 'Ada Lind Jr'],
    ['Mirela Quillfeather', 'Mirela Quillfeather'],
    ['Madonna,', 'Madonna'],
  ])('%j becomes %j with the given name first', (name, natural) => expect(givenFirst(name)).toBe(natural))

  test.each([
    ['Bo Moe 0002', 'Bo Moe'],
    ['Ada Lind*', 'Ada Lind'],
    ['Ada Lind, et al', 'Ada Lind'],
    ['12', null],
  ])('%j is cleaned to %j', (text, name) => expect(cleanName(text)).toBe(name))
})
