import { describe, expect, test } from 'bun:test'
import { one } from './rows.ts'

const namesOf = (authors: unknown) => {
  const record = one({ authors, author_corresponding_institution: null })
  return typeof record === 'object' ? record.authors.map(({ name }) => name) : record
}
/** As many authors as the API would list. */
const listAuthors = (count: number) => Array.from({ length: count }, (_, n) => `Quillfeather-${n}, M. B.`).join('; ')

describe('The authors of a preprint', () => {
  test.each([
    ['Quillfeather, M.; Odinsson, T.;', ['M. Quillfeather', 'T. Odinsson']],
    ['Lind, A. B., Jr; Moe', ['A. B. Lind Jr', 'Moe']],
    ['&Oacute;&eth;insson, T.; N&amp;uacute;&#241;ez, R.', ['T. Óðinsson', 'R. Núñez']],
    ['The Lantern Consortium, ; <i>Linde</i>, A.', ['The Lantern Consortium', 'A. Linde']],
    [' ; ,; NA;\u0000', []],
    ['NA', []],
    [null, []],
    [undefined, []],
  ])('%j are %j', (authors, names) => {
    expect(namesOf(authors)).toEqual(names)
  })

  test('may be thousands, but not any number', () => {
    const names = namesOf(listAuthors(3_000))
    expect(names).toHaveLength(3_000)
    expect(names?.at(-1)).toBe('M. B. Quillfeather-2999')
    expect(namesOf(listAuthors(10_001))).toBe('it has more than 10000 authors')
  })

  test.each([
    ['Huihui Zhou', 'Zhang, J.; Zhou, H.; Wang, S.', [1]],
    ['Mirela Quillfeather', 'Quillfeather, M. B.; Quillfeather, T.', [0]],
    ['Ana Garcia Lopez', 'Garcia Lopez, A.', [0]],
    // Two whom it may be, one that it is, and none.
    ['Shu Wang', 'Wang, S.; Zhou, H.; Wang, S.', []],
    ['Shu Wang', 'Wang, S.; Wang, Shu', [1]],
    ['Tomás Óðinsson', 'Wang, S.; Zhou, H.', []],
    ['NA', 'Wang, S.', []],
    [null, 'Wang, S.', []],
  ])(
    'the institution of the corresponding author, %j, belongs to the one of “%s” with the index %j',
    (name, authors, at) => {
      const record = one({ author_corresponding: name, authors })
      const found = typeof record === 'object' ? record.authors : []
      expect(found.flatMap(({ affiliation }, index) => (affiliation === undefined ? [] : [index]))).toEqual(at)
    },
  )

  test('have an institution of one line, without an address for mail', () => {
    const institution = 'Institute of\n<b>Invented</b> Studies &amp; Co, ada@example.org'
    expect(one({ author_corresponding_institution: institution })).toMatchObject({
      authors: [{ affiliation: 'Institute of Invented Studies & Co,' }, {}, {}],
    })
    expect(one({ author_corresponding_institution: 'x'.repeat(9_000) })).toMatchObject({
      authors: [{ affiliation: `${'x'.repeat(499)}…` }, {}, {}],
    })
    expect(one({ author_corresponding_institution: 'NA' })).toMatchObject({
      authors: [{ name: 'M. Quillfeather' }, {}, {}],
    })
  })
})

describe('The texts of a preprint', () => {
  test('have no markup, no line breaks within a paragraph and no control characters', () => {
    const title = ' <p>Kinases\u0000 in\n<i>C. elegans</i> &amp;amp; CO<sub>2</sub></p><script>alert(1)</script>'
    const abstract = 'Background: Kinases\nare invented.\n\n<p>Results: p &lt; 0.05\u0007 &amp; more.</p>'
    expect(one({ title, abstract })).toMatchObject({
      title: 'Kinases in C. elegans & CO2',
      abstract: 'Background: Kinases are invented.\n\nResults: p < 0.05 & more.',
    })
  })

  test.each([[null], [undefined], [''], [' \n'], ['NA']])('may lack the abstract: %j', (abstract) => {
    expect(one({ abstract })).toMatchObject({ abstract: null })
  })
})
