import { describe, expect, test } from 'bun:test'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { mergeContent, type PaperContent } from '#api/store/papers/paperMerge.ts'
import { feedRecord } from '#tests/api/support/records.ts'

const report = (changes: Partial<SourceRecord>) => normalise(feedRecord(1, '2026-11-18', changes))
const merge = (records: readonly ReturnType<typeof report>[]): PaperContent | null =>
  records.reduce<PaperContent | null>(mergeContent, null)
const pdfOf = (records: Parameters<typeof merge>[0]) => merge(records)?.urls.pdf

describe('A withdrawn version', () => {
  const first = report({ source_interface: 'api', version: 1 })
  const announced = report({ source_interface: 'rss', version: 2, announce_type: 'replace' })
  const withdrawn = report({ source_interface: 'oai', version: 2, withdrawn: true, withdrawn_by: 'administrators' })

  test('has no PDF of its own, whichever interface reports it first', () => {
    expect(pdfOf([announced])).toEndWith('v2')
    expect(pdfOf([withdrawn])).toBeUndefined()
    expect(pdfOf([announced, withdrawn])).toBeUndefined()
    expect(pdfOf([withdrawn, announced])).toBeUndefined()
  })

  test('keeps the PDF of the version before, and who withdrew it', () => {
    expect(pdfOf([first, withdrawn])).toEndWith('v1')
    expect(merge([first, withdrawn, announced])).toMatchObject({ withdrawn: true, withdrawn_by: 'administrators' })
  })

  test('is followed by one that is there again', () => {
    const again = report({ source_interface: 'oai', version: 3 })
    const merged = merge([first, withdrawn, again])
    expect([merged?.withdrawn, merged?.withdrawn_by, merged?.urls.pdf]).toEqual([
      false,
      undefined,
      expect.stringMatching(/v3$/),
    ])
  })
})
