import { afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { findVersions } from '#api/store/papers/paperVersions.ts'
import { fillAbstracts, savePapers } from '#api/store/papers/paperWrites.ts'
import { feedRecord, idOf } from '#tests/api/support/records.ts'
import { useDatabase } from '#tests/support/database.ts'

useDatabase()

const DAY = '2026-11-18'
const report = (version: number, changes: Partial<SourceRecord> = {}) =>
  normalise(feedRecord(1, DAY, { version, title: `Lanterns, version ${version}`, ...changes }))
const save = (...records: ReturnType<typeof report>[]) => savePapers(records, { generation: 0 })
const readKept = async () => {
  const known = (await findVersions([idOf(1)])).get(idOf(1))
  return known && { newest: known.newest.version, titles: [...known.kept.values()].map(({ title }) => title).sort() }
}
const titles = (...versions: number[]) => versions.map((version) => `Lanterns, version ${version}`)

afterEach(() => mongoose.set('debug', false))

describe('What an older version said', () => {
  test('is kept when a newer version replaces it', async () => {
    await save(report(1, { comment: '12 pages', license: 'https://example.org/by', categories: ['cs.LG', 'stat.ML'] }))
    await save(report(2, { comment: '14 pages', authors: [{ name: 'Tomás Óðinsson' }] }))
    const known = (await findVersions([idOf(1)])).get(idOf(1))!
    expect(known.newest).toMatchObject({ version: 2, title: 'Lanterns, version 2', comment: '14 pages' })
    expect(known.kept.get(1)).toMatchObject({
      title: 'Lanterns, version 1',
      abstract: expect.stringContaining('holds for all lanterns'),
      authors: [{ name: 'Mirela Quillfeather' }],
      comment: '12 pages',
      license: 'https://example.org/by',
      categories: ['cs.LG', 'stat.ML'],
      withdrawn: false,
      source_interface: 'rss',
    })
  })

  test('is kept of each version, in whichever order and however often they are reported', async () => {
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
      [3, 1, 2],
    ]) {
      await removePapers([idOf(1)])
      for (const version of [...order, ...order]) await save(report(version))
      expect(await readKept()).toEqual({ newest: 3, titles: titles(1, 2, 3) })
      await removePapers([idOf(1)])
      await save(...order.map((version) => report(version)))
      expect(await readKept()).toEqual({ newest: 3, titles: titles(1, 2, 3) })
    }
  })

  test('is kept when two versions are saved at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      await removePapers([idOf(1)])
      await save(report(1))
      await Promise.all([save(report(2)), save(report(3))])
      expect(await readKept()).toEqual({ newest: 3, titles: titles(1, 2, 3) })
    }
  })

  test('is replaced by a better text only, and never by what an interface does not know', async () => {
    await save(report(2))
    await save(report(1, { source_interface: 'oai', license: 'https://example.org/by', comment: '12 pages' }))
    await save(report(1, { title: 'As in the feed' }))
    expect(await readKept()).toMatchObject({ titles: titles(1, 2) })
    await save(report(1, { source_interface: 'api', title: 'As in the query', authors: [] }))
    expect((await findVersions([idOf(1)])).get(idOf(1))?.kept.get(1)).toMatchObject({
      title: 'As in the query',
      authors: [{ name: 'Mirela Quillfeather' }],
      license: 'https://example.org/by',
      comment: '12 pages',
    })
  })

  test('is not an abstract that another service gave', async () => {
    await save(report(1, { abstract: null }))
    const from = { name: 'Invented index', url: 'https://index.example.org/' }
    const given = { abstract: 'Of another service.', abstract_segments: [], abstract_from: from }
    await fillAbstracts(new Map([[idOf(1), given]]))
    await save(report(2))
    expect((await findVersions([idOf(1)])).get(idOf(1))?.kept.get(1)?.abstract).toBe('')
  })

  test('is not what a sample says that the real paper replaces', async () => {
    await save({ ...report(1), sample: true, source_interface: 'sample' })
    await save(report(2))
    expect(await readKept()).toEqual({ newest: 2, titles: titles(2) })
  })

  test('is what a sample said of its older version', async () => {
    const sample = { sample: true, source_interface: 'sample' as const }
    await save({ ...report(1), ...sample })
    await save({ ...report(2), ...sample })
    expect(await readKept()).toEqual({ newest: 2, titles: titles(1, 2) })
  })

  test('goes with the paper', async () => {
    await save(report(1), report(2))
    await removePapers([idOf(1)])
    expect(await readKept()).toBeUndefined()
    expect(await mongoose.connection.collection('paper_versions').countDocuments()).toBe(0)
  })

  test.each(['paper_versions', 'papers'])('is kept once when a write to %s fails and is repeated', async (refusing) => {
    const refuse = (validator: object) => mongoose.connection.db!.command({ collMod: refusing, validator })
    await save(report(1))
    await refuse({ _id: 'none' })
    expect(await save(report(2)).catch((error: Error) => error)).toBeInstanceOf(Error)
    expect(await readKept()).toEqual({ newest: 1, titles: titles(1) })
    await refuse({})
    await save(report(2))
    expect(await readKept()).toEqual({ newest: 2, titles: titles(1, 2) })
    expect(await mongoose.connection.collection('paper_versions').countDocuments()).toBe(1)
  })
})

test('A paper whose version stays the same costs no read or write of versions', async () => {
  await save(report(1))
  const used: string[] = []
  mongoose.set('debug', (collection: string) => used.push(collection))
  await save(report(1))
  await save(report(1, { comment: '12 pages' }))
  expect(used).toContain('papers')
  expect(used).not.toContain('paper_versions')
  await save(report(2))
  expect(used).toContain('paper_versions')
})
