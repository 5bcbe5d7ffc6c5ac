import { afterAll, describe, expect, test } from 'bun:test'
import { foldWords } from '#api/text/words.ts'
import { indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const titles = {
  star: 'A* search for lanterns',
  weighted: 'Weighted A$^*$ and heuristic search',
  artefacts: 'Another search about all amber artefacts, and a search again',
  meson: 'Decay of the D$^{*}$ meson',
  dmeson: 'A d wave and a meson of kind D',
  rrt: 'RRT* with C++ and a C# compiler',
  worms: 'Ageing of C. elegans under lamplight',
  code: 'A compiler for C code, elegantly written',
  elegans: 'B. elegans, a lichen, in vitamin C',
  vitamin: 'Vitamin A in lantern fish',
  algebra: 'Nuclear $C^*$-algebras of graphs',
  sgr: 'Flares of Sgr A$^\\star$ by night',
  sgrs: 'Sgr dwarf galaxy: a catalogue',
  cells: 'Regulatory T cells in harbour seals',
  hepatitis: 'Chronic hepatitis C infection in herons',
  tables: 'A virus in a table of cells: hepatitis and T',
}
const index = indexOf(
  ...Object.entries(titles).map(([id, title]) =>
    indexed(id, { title, abstract: 'Nothing else.', authors: ['Odile Heron'] }),
  ),
)
afterAll(() => index.close())
const all = (q: string) => index.search({ q, as_typed: true })
const strict = (q: string) =>
  all(q)
    .hits.flatMap(({ id, some_words }) => (some_words ? [] : [id]))
    .toSorted()

describe('A star after a single letter belongs to the name', () => {
  test.each([
    ['A* search', ['star', 'weighted']],
    ['"A* search"', ['star']],
    ['A*', ['star', 'weighted', 'sgr']],
    ['title:A*', ['star', 'weighted', 'sgr']],
    ['a* heuristic', ['weighted']],
    ['D* meson', ['meson']],
    ['D^* meson', ['meson']],
    ['$D^{*}$ meson', ['meson']],
    ['C*-algebras', ['algebra']],
    ['C* algebra', ['algebra']],
    ['C-star algebra', ['algebra']],
    ['Sgr A*', ['sgr']],
    ['RRT*', ['rrt']],
  ])('%s', (q, ids) => {
    expect(strict(q)).toEqual(ids.toSorted())
  })

  test('and papers that lack the name do not come first, or with all words', () => {
    expect(
      all('A* search')
        .hits.slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['star', 'weighted'])
  })

  test.each([
    ['A* search', 'The star of “A*” belongs to the name.'],
    ['title:D*', 'The star of “D*” belongs to the name.'],
    ['RRT*', '“RRT*” finds words that begin with “RRT”.'],
    ['harbour lan*', '“lan*” finds words that begin with “lan”.'],
  ])('the answer to %s says so', (q, sentence) => {
    expect(index.search({ q }).interpretation).toContain(sentence)
  })
})

test.each([
  ['c++', ['rrt']],
  ['C++', ['rrt']],
  ['c#', ['rrt']],
  ['c# compiler', ['rrt']],
  ['C\\# compiler', ['rrt']],
  ['compiler for C', ['code']],
])('The sign belongs to the name of a language: %s', (q, ids) => {
  expect(strict(q)).toEqual(ids)
})

test('Names of languages are words with their signs', () => {
  expect(foldWords('C++17, c++, F# and f\\#; C#CH and vitamin c+')).toEqual(
    foldWords('cplusplus 17 cplusplus fsharp and fsharp C CH and vitamin c'),
  )
})

describe('A single letter belongs to the word beside it', () => {
  test.each([
    ['C. elegans', ['worms']],
    ['c elegans', ['worms']],
    ['ageing C. elegans', ['worms']],
    ['vitamin C', ['elegans']],
    ['vitamin A fish', ['vitamin']],
    ['hepatitis C infection', ['hepatitis']],
    ['T cells', ['cells']],
    ['regulatory T cells', ['cells']],
  ])('%s', (q, ids) => {
    expect(strict(q)).toEqual(ids)
  })

  test('also where not every word is found: no letter is searched alone', () => {
    const ids = all('C. elegans catalogue').hits.map(({ id }) => id)
    expect(ids.toSorted()).toEqual(['elegans', 'sgrs', 'worms'])
    expect(
      all('Q. elegans')
        .hits.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['elegans', 'worms'])
  })
})
