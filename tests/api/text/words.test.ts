import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { stemWord } from '#api/text/stems.ts'
import { foldWords, readWords } from '#api/text/words.ts'

const tokenize = (text: string) => foldWords(text).map(stemWord)

describe('The words of a text', () => {
  test.each([
    [
      'alpha rucl3',
      ['$\\alpha$-RuCl$_3$', 'α-RuCl₃', 'alpha-RuCl3', '$\\alpha$-RuCl\\(_3\\)', '$\\alpha-\\mathrm{RuCl}_3$'],
    ],
    ['sigma8', ['$\\sigma_8$', 'σ8', 'σ₈', 'sigma_8', 'sigma8']],
    ['schrodinger equat', ['Schrödinger equation', 'Schr\\"odinger equations', 'Schr{\\"o}dinger equation']],
    ['epsilon noisi', ['$\\varepsilon$-noisy', 'ε-noisy', 'ϵ-noisy', 'epsilon-noisy']],
    ['h2o', ['H$_2$O', 'H₂O', 'H$_{2}$O', 'H2O']],
    ['skoda', ['Škoda', '\\v{S}koda']],
    ['soren', ['Søren', 'S\\o ren', 'S{\\o}ren']],
    ['obrien', ['O’Brien', "O'Brien"]],
    ['lambda cdm', ['$\\Lambda$CDM', 'ΛCDM']],
    ['fine structur', ['ﬁne structure', 'fine-structures']],
  ])('are "%s" in every spelling', (words, spellings) => {
    expect(spellings.map((text) => tokenize(text).join(' '))).toEqual(spellings.map(() => words))
  })

  test('keep the signs of C++ and C#', () => {
    const words = ['cplusplus', 'csharp', 'and', 'c', 'cplusplus', '20', 'in', 'c']
    expect(foldWords('C++, C# and C: c++20 in C')).toEqual(words)
  })

  test('have the star behind a single letter in its name', () => {
    const spellings = [
      'A* search',
      'A$^*$ search',
      'A$^{*}$ search',
      'A^\\ast search',
      'A\\textsuperscript{*} search',
      'A⋆ search',
    ]
    for (const text of spellings) expect([text, foldWords(text)]).toEqual([text, ['astar', 'search']])
    expect(foldWords('D$^{*+}$ and RRT*, 2*3, a * b, *not*')).toEqual('dstar and rrt 2 3 a b not'.split(' '))
  })

  test('are separated by signs, and between numerator and denominator of a fraction', () => {
    expect(tokenize('$\\frac{a}{b} \\to c$')).toEqual(['a', 'b', 'c'])
  })

  test('are single characters in scripts without spaces', () => {
    expect(tokenize('量子 dots')).toEqual(['量', '子', 'dot'])
  })

  test('have their positions in the text', () => {
    const text = 'On $\\alpha$-RuCl$_3$ layers'
    expect(readWords(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'On',
      '\\alpha',
      'RuCl$_3',
      'layers',
    ])
  })

  test('contain only letters and digits and are in the order of the text, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), texText), (text) => {
        let before = 0
        for (const { word, start, end } of readWords(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          before = end
        }
        expect(before).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 3_000 },
    )
  })

  test('of a name are folded but not stemmed', () => {
    expect(foldWords('Óðinsson, Tomás')).toEqual(['odinsson', 'tomas'])
  })
})

const texText = fc
  .array(
    fc.constantFrom(
      '\\',
      '$',
      '{',
      '}',
      '_',
      '^',
      'alpha',
      '\\o',
      '\\ss',
      '"',
      "'",
      'e',
      'É',
      '3',
      '₃',
      ' ',
      '(',
      '\\mathrm',
    ),
  )
  .map((parts) => parts.join(''))
