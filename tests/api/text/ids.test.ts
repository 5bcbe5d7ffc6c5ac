import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { parseArxivId } from '#api/text/arxivId.ts'
import { parseDoi } from '#api/text/doi.ts'
import {
  archiveOf,
  canonicalCategories,
  canonicalCategory,
  categories,
  withCanonicalIds,
} from '#api/text/taxonomy/taxonomy.ts'

describe('arXiv ids', () => {
  test.each([
    ['2611.90001', { id: '2611.90001' }],
    [' 2611.90001v12 ', { id: '2611.90001', version: 12 }],
    ['arXiv:2611.90001', { id: '2611.90001' }],
    ['ARXIV: 0704.0046v1', { id: '0704.0046', version: 1 }],
    ['oai:arXiv.org:math/0309136', { id: 'math/0309136' }],
    ['https://arxiv.org/abs/2611.90001v2', { id: '2611.90001', version: 2 }],
    ['http://export.arxiv.org/pdf/2611.90001v2.pdf', { id: '2611.90001', version: 2 }],
    ['www.arxiv.org/html/2611.90001v3', { id: '2611.90001', version: 3 }],
    ['https://arxiv.org/abs/2611.90001?context=cs.LG#top', { id: '2611.90001' }],
    ['math.GT/0309136v1', { id: 'math/0309136', version: 1 }],
    ['cmp-lg/9404001', { id: 'cmp-lg/9404001' }],
    ['10.48550/arXiv.2609.90001', { id: '2609.90001' }],
    ['https://doi.org/10.48550/ARXIV.2609.90001', { id: '2609.90001' }],
  ])('%j is parsed', (text, id) => expect(parseArxivId(text)).toEqual(id))

  test.each([
    'abc',
    '',
    '2613.00001',
    '1605.8386',
    '0808.05394',
    '0701.0001',
    'nowhere/0309136',
    'math/0803001',
    '2611.90001v0',
    'see 2611.90001',
    'https://example.org/abs/2611.90001',
  ])('%j is not an id', (text) => expect(parseArxivId(text)).toBeNull())

  test('every form is parsed to the same id, and a parsed id is parsed to itself', () => {
    const forms = fc.tuple(
      fc.constantFrom('', 'arXiv:', 'https://arxiv.org/abs/', 'oai:arXiv.org:'),
      fc.oneof(
        fc
          .tuple(fc.integer({ min: 1501, max: 1512 }), fc.integer({ min: 0, max: 99_999 }))
          .map(([m, n]) => `${m}.${`${n}`.padStart(5, '0')}`),
        fc
          .tuple(
            fc.constantFrom('math', 'hep-th', 'q-alg'),
            fc.integer({ min: 9201, max: 9212 }),
            fc.integer({ min: 0, max: 999 }),
          )
          .map(([a, m, n]) => `${a}/${m}${`${n}`.padStart(3, '0')}`),
      ),
      fc.option(fc.integer({ min: 1, max: 99 })),
    )
    fc.assert(
      fc.property(forms, ([before, id, version]) => {
        const read = parseArxivId(`${before}${id}${version === null ? '' : `v${version}`}`)
        expect(read).toEqual(version === null ? { id } : { id, version })
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseArxivId(text)
        if (read) expect(parseArxivId(read.id)).toEqual({ id: read.id })
      }),
    )
  })
})

describe('DOIs', () => {
  test.each([
    ['10.5555/JIV.2026.0011', '10.5555/jiv.2026.0011'],
    ['doi: 10.5555/a', '10.5555/a'],
    ['https://dx.doi.org/10.5555/a%3Cb%3E', '10.5555/a<b>'],
    ['10.5555/a.,;)', '10.5555/a'],
    ['10.5555/s(1998)7', '10.5555/s(1998)7'],
    ['10.5555/s(1998)', '10.5555/s(1998)'],
    ['10.1101/2026.01.02.123456v3', '10.1101/2026.01.02.123456'],
    ['10.64898/2026.01.02.123456v1.full.pdf', '10.64898/2026.01.02.123456'],
    ['10.5555/a 10.5555/b', '10.5555/a'],
    ['10.5555/100%', '10.5555/100%'],
    ['11.5555/a', null],
    ['', null],
  ])('%j is parsed as %j', (text, doi) => expect(parseDoi(text)).toBe(doi))

  test('a parsed DOI is parsed to itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const doi = parseDoi(`10.5555/${text.replaceAll('%', '')}`)
        if (doi) expect(parseDoi(doi)).toBe(doi)
      }),
    )
  })
})

describe('Category codes', () => {
  test('the taxonomy has 155 categories in 20 archives', () => {
    expect(categories).toHaveLength(155)
    expect(new Set(categories.map(({ archive }) => archive)).size).toBe(20)
  })

  test.each([
    ['cs.LG', 'cs.LG'],
    ['cs.NA', 'math.NA'],
    ['math.MP', 'math-ph'],
    ['cmp-lg', 'cs.CL'],
    ['I.2.7', null],
    ['68T05', null],
    ['astro-ph', 'astro-ph'],
    ['cond-mat', 'cond-mat'],
    ['q-bio', 'q-bio'],
    ['constructor', null],
  ])('%j has the canonical code %j', (code, canonical) => expect(canonicalCategory(code)).toBe(canonical))

  test('both names of a category are mapped to one code', () =>
    expect(canonicalCategories(['cs.SY', 'eess.SY', 'I.2', 'cs.LG'])).toEqual(['eess.SY', 'cs.LG']))

  test('a reader who follows an alias gets the papers of the canonical code, and topics keep their ids', () =>
    expect([...withCanonicalIds(['cs.NA', 'tidal-mills'])]).toEqual(['cs.NA', 'math.NA', 'tidal-mills']))

  test('a canonical code is mapped to itself', () => {
    for (const { id } of categories) {
      const canonical = canonicalCategory(id)
      expect(canonical && canonicalCategory(canonical)).toBe(canonical)
    }
    expect(archiveOf('cs.LG')).toBe('cs')
    expect(archiveOf('hep-th')).toBe('hep-th')
  })
})
