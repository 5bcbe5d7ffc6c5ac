import { describe, expect, test } from 'bun:test'
import { parseAds } from '#api/sources/ads/records.ts'

const BIBCODE = '2026JIV.....3...11Q'
const listOf = (...docs: unknown[]) => JSON.stringify({ response: { numFound: docs.length, start: 0, docs } })
const record = (fields: Record<string, unknown> = {}) => ({ bibcode: BIBCODE, ...fields })
const read = (...items: unknown[]) => parseAds(listOf(...items), {})
const one = (fields: Record<string, unknown>) => read(record(fields)).entries[0]

describe('A record of NASA ADS', () => {
  test('has the ids of arXiv and the DOIs among its identifiers', () => {
    const identifier = [
      '2026arXiv261190001Q',
      'arXiv:2611.90001',
      'arXiv:hep-th/9711200',
      '10.48550/arXiv.2611.90001',
      '10.5555/A',
      '10.5555/A',
      '10.lantern',
      'pmid:7',
      '',
      null,
      BIBCODE,
    ]
    expect(one({ identifier })?.ids).toEqual(['arxiv:2611.90001', 'arxiv:hep-th/9711200', 'doi:10.5555/a'])
    expect(one({ identifier: null })?.ids).toEqual([])
  })

  test('has only citations that can be counted', () => {
    const counts = [0, 12, -1, 1.5, 1e300, null].map((count) => one({ citation_count: count })?.facts.citations)
    expect(counts).toEqual([0, 12, ...Array(4)])
  })

  test('that cannot be used is rejected with the reason, and the others are read', () => {
    const author = Array.from({ length: 3_000 }, (_, index) => `Quillfeather, M${index}`)
    const { entries, rejected, count } = read(
      record({ bibcode: undefined }),
      record({ bibcode: '2026JIV/../../../3Q' }),
      record({ bibcode: '2'.repeat(10_000_000) }),
      record({ identifier: '10.5555/a' }),
      record({ citation_count: '2' }),
      null,
      record({ author }),
    )
    expect([entries.length, count]).toEqual([1, 7])
    expect(rejected.map(({ reason }) => reason)).toEqual([
      ...Array(3).fill('its “bibcode” is missing or has an unexpected form'),
      'its “identifier” is missing or has an unexpected form',
      'its “citation_count” is missing or has an unexpected form',
      'it is no record of a paper',
    ])
    expect(rejected[2]?.raw).toHaveLength(64 * 1024)
    expect(rejected[4]?.raw).toBe(`{"bibcode":"${BIBCODE}","citation_count":"2"}`)
  })

  test('with bytes that are not UTF-8 is rejected', () => {
    const body = listOf(record({ identifier: ['10.5555/\uFFFD'] }), record())
    const { entries, rejected } = parseAds(body, { invalidUtf8: true })
    expect([entries.length, rejected.map(({ reason }) => reason)]).toEqual([1, ['it is not valid UTF-8']])
  })
})

test.each([
  '{}',
  '[]',
  '{"response":{}}',
  '{"response":{"numFound":0}}',
  '{"response":{"numFound":"1","docs":[]}}',
  '{"response":{"numFound":2,"docs":[]}}',
  '{"responseHeader":{"partialResults":true},"response":{"numFound":0,"docs":[]}}',
  '{"responseHeader":{"partialResults":"true"},"response":{"numFound":0,"docs":[]}}',
  '{"error":{"msg":"no"}}',
  '<html>',
])('%s is no answer of the search', (body) => {
  expect(() => parseAds(body, {})).toThrow(SyntaxError)
})
