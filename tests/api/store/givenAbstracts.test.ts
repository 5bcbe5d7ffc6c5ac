import { describe, expect, test } from 'bun:test'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { fillAbstracts, savePapers } from '#api/store/papers/paperWrites.ts'
import { feedRecord } from '#tests/api/support/records.ts'
import { useDatabase } from '#tests/support/database.ts'

const report = (changes: Partial<SourceRecord> = {}) => normalise(feedRecord(1, '2026-11-18', changes))
const save = (...records: ReturnType<typeof report>[]) => savePapers(records, { generation: 0 })

useDatabase()

describe('An abstract that another service gave', () => {
  const bare = report({ abstract: null })
  const given = {
    abstract: 'An abstract from elsewhere.',
    abstract_segments: [{ text: 'An abstract from elsewhere.' }],
    abstract_from: { name: 'Almanac', url: 'https://almanac.example.org/1' },
  }
  const abstracts = new Map([[bare._id, given]])

  test('is filled in where there is none, stays when the paper is read again, and is read and encoded like others', async () => {
    await save(bare)
    expect(await fillAbstracts(abstracts)).toEqual([bare._id])
    await save(bare)
    expect(await findPaper(bare._id)).toMatchObject({ ...given, processed_at: null, embedded_by: null })
    expect(await fillAbstracts(abstracts)).toEqual([])
  })

  test('gives way to one of the paper’s own source, of whichever interface, and leaves no credit', async () => {
    await save(report({ abstract: null, source_interface: 'api' }))
    await fillAbstracts(abstracts)
    await save(report({ abstract: 'Its own abstract.', source_interface: 'rss' }))
    const paper = await findPaper(bare._id)
    expect(paper?.abstract).toBe('Its own abstract.')
    expect(paper).not.toHaveProperty('abstract_from')
    expect(await fillAbstracts(abstracts)).toEqual([])
  })

  test('is not filled in for a paper that is not stored', async () => {
    expect(await fillAbstracts(abstracts)).toEqual([])
    expect(await findPaper(bare._id)).toBeNull()
  })
})
