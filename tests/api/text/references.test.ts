import { expect, test } from 'bun:test'
import { readReferences } from '#api/text/references.ts'

const isId = (word: string) => /^(?:arXiv:)?\d{4}\.\d{5}$|^10\./.test(word)
const read = (text: string) => readReferences(text, isId).map(({ names }) => names)

test('papers are read from lists, BibTeX and RIS', () => {
  expect(read('2611.00001, 2611.00002\n\nOf herons and reeds\n10.5555/abc')).toEqual([
    ['2611.00001'],
    ['2611.00002'],
    ['Of herons and reeds'],
    ['10.5555/abc'],
  ])
  expect(
    read(
      '@comment{x}\n@article{a,\n  title = {Of {H}erons, {and {R}eeds}},\n  eprint={2611.00001}, doi = "10.5555/{a}b"\n}\n@misc{b, url = {https://example.org/b}, year = 2026}\n@book{c, title = "Owls"}',
    ),
  ).toEqual([['2611.00001', '10.5555/ab', 'Of Herons, and Reeds'], ['https://example.org/b'], ['Owls']])
  expect(read('TY  - JOUR\nT1  - Of herons\nDO  - 10.5555/abc\nER  - \nTY  - JOUR\nTI  - Of owls\nER  - \n')).toEqual([
    ['10.5555/abc', 'Of herons'],
    ['Of owls'],
  ])
})

test('broken and empty texts have no papers', () => {
  for (const text of ['', '  \n ', '@article{', '@article{a, title = {never closed', 'TY  - JOUR', '12 34']) {
    const found = read(text)
    expect(found.flat()).toEqual([])
  }
})
