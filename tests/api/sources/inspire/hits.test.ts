import { describe, expect, test } from 'bun:test'
import { parseInspire } from '#api/sources/inspire/hits.ts'

const listOf = (...hits: unknown[]) => JSON.stringify({ hits: { total: hits.length, hits } })
const record = (fields: Record<string, unknown> = {}) => ({ id: '7', metadata: { control_number: 7, ...fields } })
const read = (...items: unknown[]) => parseInspire(listOf(...items), {})
const one = (fields: Record<string, unknown>) => read(record(fields)).entries[0]

describe('A record of INSPIRE', () => {
  test('has the ids of arXiv and of its article that can be such', () => {
    const eprints = ['2611.90001v2', 'hep-th/9711200', 'lantern', '10.5555/a', null].map((value) => ({ value }))
    const dois = [' 10.5555/A ', '2611.90009', 'lantern', '', null].map((value) => ({ value, material: 'publication' }))
    expect(one({ arxiv_eprints: eprints, dois })?.ids).toEqual([
      'arxiv:2611.90001',
      'arxiv:hep-th/9711200',
      'doi:10.5555/a',
      'arxiv:2611.90009',
    ])
    expect(one({ arxiv_eprints: null })?.ids).toEqual([])
  })

  test('has only citations that can be counted', () => {
    const counts = [0, 12, -1, 1.5, 1e300, null].map((count) => one({ citation_count: count })?.facts.citations)
    expect(counts).toEqual([0, 12, ...Array(4)])
  })

  test('that cannot be used is rejected with the reason, and the others are read', () => {
    const authors = Array.from({ length: 3_000 }, (_, index) => ({ full_name: `Quillfeather, M${index}` }))
    const { entries, rejected, count } = read(
      record({ control_number: '7' }),
      record({ control_number: 0 }),
      record({ dois: '10.5555/a' }),
      record({ citation_count: '2' }),
      { metadata: null },
      null,
      record({ authors }),
    )
    expect([entries.length, count]).toEqual([1, 7])
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'its “metadata/control_number” is missing or has an unexpected form',
      'its “metadata/control_number” is missing or has an unexpected form',
      'its “metadata/dois” is missing or has an unexpected form',
      'its “metadata/citation_count” is missing or has an unexpected form',
      'its “metadata” is missing or has an unexpected form',
      'it is no record of a paper',
    ])
    expect(rejected[3]?.raw).toBe('{"metadata":{"control_number":7,"citation_count":"2"}}')
  })

  test('with bytes that are not UTF-8 is rejected', () => {
    const body = listOf(record({ dois: [{ value: '10.5555/\uFFFD', material: 'publication' }] }), record())
    const { entries, rejected } = parseInspire(body, { invalidUtf8: true })
    expect([entries.length, rejected.map(({ reason }) => reason)]).toEqual([1, ['it is not valid UTF-8']])
  })
})

test.each([
  '{}',
  '[]',
  '{"hits":[]}',
  '{"hits":{"total":0}}',
  '{"hits":{"total":"1","hits":[]}}',
  '{"hits":{"total":2,"hits":[]}}',
  '{"status":400,"message":"no"}',
  '<html>',
])('%s is no answer of the search', (body) => {
  expect(() => parseInspire(body, {})).toThrow(SyntaxError)
})
