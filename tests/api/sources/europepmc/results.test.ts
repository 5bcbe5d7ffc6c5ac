import { describe, expect, test } from 'bun:test'
import { parseEuropepmc } from '#api/sources/europepmc/results.ts'

const listOf = (...result: unknown[]) => JSON.stringify({ hitCount: result.length, resultList: { result } })
const record = (fields: Record<string, unknown> = {}) => ({ id: '99900001', source: 'MED', ...fields })
const read = (...items: unknown[]) => parseEuropepmc(listOf(...items), {})
const one = (fields: Record<string, unknown>) => read(record(fields)).entries[0]
const abstractOf = (abstractText: unknown) => one({ abstractText })?.facts.abstract
const idsOf = (fields: Record<string, unknown>) => one(fields)?.ids
const citationsOf = (citedByCount: unknown) => one({ citedByCount })?.facts.citations
const linksOf = (commentCorrection: unknown) => one({ commentCorrectionList: { commentCorrection } })?.facts.links

describe('A record of Europe PMC', () => {
  test.each([
    [
      '<h4>Background</h4>We invent <i>lanterns</i>.<h4>Methods and results:</h4>We count 10<sup>3</sup> in H<sub>2</sub>O.',
      'Background: We invent lanterns.\n\nMethods and results: We count 10^3 in H2O.',
    ],
    ['<h4>Abstract</h4><p>We count.</p><p>We see.</p>', 'We count.\n\nWe see.'],
    ['We count &lt;5 lanterns. Write to ada@example.org', 'We count <5 lanterns. Write to'],
    ['We\u0000 count\u202E lanterns.', 'We count lanterns.'],
    ['<h4> </h4>', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('with the abstract %j has %j', (text, abstract) => {
    expect(abstractOf(text)).toBe(abstract as never)
  })

  test('has an abstract of limited length', () => {
    expect(abstractOf('lantern '.repeat(1_300_000))).toHaveLength(20_000)
  })

  test('has all its identifiers in canonical form', () => {
    expect(idsOf({ doi: '10.5555/A', pmid: '99900001', pmcid: 'PMC0009' })).toEqual([
      'doi:10.5555/a',
      'pmid:99900001',
      'pmc:9',
    ])
    expect(idsOf({ id: 'PMC9', source: 'PMC' })).toEqual(['pmc:9'])
    expect(idsOf({ id: 'PPR9', source: 'PPR', doi: '10.31234/osf.io/AB3DE_v2' })).toEqual([
      'doi:10.31234/osf.io/ab3de',
      'osf:ab3de',
    ])
    // Numbers of other collections are none of PubMed.
    expect(idsOf({ id: '7', source: 'AGR', doi: 'none', pmid: null })).toEqual([])
  })

  test('has only citations that can be counted', () => {
    expect([0, 12, -1, 1.5, 1e300, null].map(citationsOf)).toEqual([0, 12, ...Array(4)])
  })

  test('has no links from corrections that are malformed, and each link once', () => {
    const link = { id: '7', source: 'MED', type: 'Preprint in' }
    expect(linksOf([null, 'text', {}, { ...link, id: 7 }, { ...link, id: 'lantern' }, link])).toEqual([
      { type: 'has-preprint', to: 'pmid:7' },
    ])
    expect(linksOf([{ ...link, source: 'PPR', id: '2611.90001' }])).toBeUndefined()
    expect(linksOf([{ ...link, type: 'constructor' }])).toBeUndefined()
    expect(linksOf(null)).toBeUndefined()
    expect(linksOf(Array.from({ length: 3_000 }, () => link))).toHaveLength(1)
    expect(linksOf(Array.from({ length: 3_000 }, (_, index) => ({ ...link, id: `${index + 1}` })))).toBeUndefined()
  })

  test('that cannot be used is rejected with the reason, and the others are read', () => {
    const author = Array.from({ length: 3_000 }, (_, index) => ({ fullName: `Quillfeather M${index}` }))
    const { entries, rejected, count, total } = read(
      record({ id: 99_900_001 }),
      record({ id: '../search?x' }),
      record({ source: 'med/..' }),
      record({ abstractText: ['We count.'] }),
      null,
      record({ authorList: { author }, versionNumber: '2', pubYear: 2026 }),
    )
    expect([entries.length, count, total]).toEqual([1, 6, 6])
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'its “id” is missing or has an unexpected form',
      'its “id” is missing or has an unexpected form',
      'its “source” is missing or has an unexpected form',
      'its “abstractText” is missing or has an unexpected form',
      'it is no record of a paper',
    ])
    expect(rejected[3]?.raw).toBe('{"id":"99900001","source":"MED","abstractText":["We count."]}')
  })

  test('with bytes that are not UTF-8 is rejected', () => {
    const body = listOf(record({ abstractText: 'J\uFFFDo' }), record({ id: '7' }))
    const { entries, rejected } = parseEuropepmc(body, { invalidUtf8: true })
    expect(entries.map(({ ids }) => ids)).toEqual([['pmid:7']])
    expect(rejected.map(({ reason }) => reason)).toEqual(['it is not valid UTF-8'])
  })
})

test.each([
  '{}',
  '[]',
  'null',
  '{"hitCount":0}',
  '{"hitCount":-1,"resultList":{"result":[]}}',
  '{"hitCount":"1","resultList":{"result":[]}}',
  '{"hitCount":0,"resultList":{}}',
  '{"hitCount":1,"resultList":{"result":[]}}',
  '{"errCode":500,"errMsg":"no","hitCount":0,"resultList":{"result":[]}}',
  '<responseWrapper/>',
])('%s is no answer of the search', (body) => {
  expect(() => parseEuropepmc(body, {})).toThrow(SyntaxError)
})
