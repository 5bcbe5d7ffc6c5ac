import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { hashContent, mergeContent, type PaperContent } from '#api/store/papers/paperMerge.ts'
import { findPaper, findPapersAfter, savePapers } from '#api/store/papers/papers.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { feedRecord } from '#tests/api/support/records.ts'
import { emptyDatabase } from '#tests/support/database.ts'

const DAY = '2026-11-18'
const told = (changes: Partial<SourceRecord> = {}) => normalise(feedRecord(1, DAY, changes))
const save = (...records: ReturnType<typeof told>[]) => savePapers(records, { generation: 0 })
const merge = (records: readonly ReturnType<typeof told>[]): PaperContent | null =>
  records.reduce<PaperContent | null>(mergeContent, null)

beforeAll(async () => openDatabase(await testDatabase()))
beforeEach(emptyDatabase)
afterAll(closeDatabase)

describe('A paper told by several interfaces', () => {
  test('keeps the words of the better one, whoever comes first', () => {
    const rss = told({ title: 'From the feed', source_interface: 'rss' })
    const api = told({ title: 'From the query API', source_interface: 'api', announced_on: null, announce_type: null })
    expect(merge([rss, api])?.title).toBe('From the query API')
    expect(merge([api, rss])?.title).toBe('From the query API')
  })

  test('follows the higher version, even when a lesser interface tells it', () => {
    const first = told({ title: 'First', source_interface: 'api', version: 1 })
    const second = told({ title: 'Second', source_interface: 'rss', version: 2, announce_type: 'replace' })
    expect(merge([first, second])).toMatchObject({ title: 'Second', version: 2 })
    expect(merge([second, first])).toMatchObject({ title: 'Second', version: 2 })
    expect(merge([second, first])?.versions.map(({ version }) => version)).toEqual([1, 2])
  })

  test('loses nothing known to an empty field', () => {
    const full = told({
      source_interface: 'rss',
      comment: '9 pages',
      license: 'http://creativecommons.org/licenses/by/4.0/',
    })
    const bare = told({ source_interface: 'api', abstract: null, authors: [] })
    expect(merge([full, bare])).toMatchObject({ comment: '9 pages', authors: [{ name: 'Mirela Quillfeather' }] })
    expect(merge([full, bare])?.abstract).toStartWith('We invent')
  })

  test('was published at the earliest time that anybody told', () => {
    const [early, late] = [new Date('2026-11-16T10:00:00Z'), new Date('2026-11-17T10:00:00Z')]
    for (const order of [
      [early, late],
      [late, early],
    ])
      expect(merge(order.map((published_at) => told({ published_at })))?.published_at).toEqual(early)
  })

  test('is new when one feed of the day says so, and stays new', () => {
    const cross = told({ announce_type: 'cross' })
    const fresh = told({ announce_type: 'new' })
    for (const order of [
      [cross, fresh],
      [fresh, cross],
    ])
      expect(merge(order)?.announcements).toEqual([{ on: DAY, type: 'new', version: 1, derived: false }])
  })

  test('takes its day from an announcement rather than from dates', () => {
    const announced = told()
    const derived = told({ source_interface: 'oai', announced_on: '2026-11-17' })
    for (const order of [
      [announced, derived],
      [derived, announced],
    ])
      expect(merge(order)?.announced_on).toBe(DAY)
  })

  test('is not announced again by a change of its data', () => {
    const later = told({
      source_interface: 'oai',
      announced_on: '2026-11-20',
      announce_type: 'cross',
      comment: 'corrected',
    })
    expect(merge([told(), later])?.announcements).toHaveLength(1)
  })

  test('ends the same in any order of telling, and telling it again changes nothing', () => {
    const record = fc.record({
      version: fc.constantFrom(1, 2, 3),
      source_interface: fc.constantFrom('rss', 'oai', 'api'),
      published_at: fc.constantFrom(null, new Date('2026-11-16T10:00:00Z'), new Date('2026-11-17T10:00:00Z')),
      comment: fc.constantFrom(null, 'a comment'),
      announced_on: fc.constantFrom(DAY, '2026-11-19', null),
      announce_type: fc.constantFrom('new', 'cross', 'replace'),
    } as const)
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), fc.nat(), (records, seed) => {
        const tellings = records.map((one) => told({ ...one, ...texts(one) }))
        const shuffled = tellings.toSorted((a, b) => hashOf(a, seed) - hashOf(b, seed))
        const [one, other] = [merge(tellings), merge(shuffled)]
        if (one === null || other === null) throw new Error('nothing was told')
        for (const field of ['title', 'version', 'published_at', 'source_interface', 'withdrawn'] as const)
          expect(one[field]).toEqual(other[field])
        expect(one.categories.toSorted()).toEqual(other.categories.toSorted())
        const again = tellings.reduce<PaperContent>((held, next) => mergeContent(held, next), one)
        expect(hashContent(again)).toBe(hashContent(one))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('Saving papers', () => {
  test('counts what was new, what changed, and what was known', async () => {
    expect(await save(told())).toMatchObject({ added: ['arxiv:2611.90001'], changed: [], unchanged: 0 })
    expect(await save(told())).toEqual({ added: [], changed: [], unchanged: 1 })
    expect(await save(told({ comment: '9 pages' }))).toMatchObject({ added: [], changed: ['arxiv:2611.90001'] })
  })

  test('gives each change the next number of the sequence', async () => {
    await save(told(), normalise(feedRecord(2, DAY)))
    await save(told({ comment: '9 pages' }))
    const records = await findPapersAfter(0, 10)
    expect(records.map(({ _id }) => _id)).toEqual(['arxiv:2611.90002', 'arxiv:2611.90001'])
    expect(await findPapersAfter(records[0]?.seq ?? 0, 10)).toHaveLength(1)
  })

  test('loses nothing when several processes save the same paper at once', async () => {
    const tellings = [
      told({ comment: '9 pages' }),
      told({ doi: '10.5555/jiv.1' }),
      told({ source_interface: 'oai', license: 'http://creativecommons.org/licenses/by/4.0/' }),
      told({ source_interface: 'api', journal_ref: 'J. Imaginary Vis. 3' }),
    ]
    const saved = await Promise.all(tellings.map((one) => save(one)))
    expect(saved.flatMap(({ added }) => added)).toHaveLength(1)
    expect(await findPaper('arxiv:2611.90001')).toMatchObject({
      comment: '9 pages',
      doi: '10.5555/jiv.1',
      license: 'http://creativecommons.org/licenses/by/4.0/',
      journal_ref: 'J. Imaginary Vis. 3',
    })
  })

  test('links to the version that is current, with its HTML page', async () => {
    await save(told(), told({ version: 2, announce_type: 'replace', code_url: 'https://example.org/lantern' }))
    expect((await findPaper('arxiv:2611.90001'))?.urls).toEqual({
      abs: 'https://arxiv.org/abs/2611.90001v2',
      pdf: 'https://arxiv.org/pdf/2611.90001v2',
      html: 'https://arxiv.org/html/2611.90001v2',
      code: 'https://example.org/lantern',
    })
  })
})

/** What one interface says of one version does not vary. */
const texts = ({ version, source_interface }: { version: number; source_interface: string }) => ({
  title: `Version ${version} by ${source_interface}`,
})

const hashOf = (value: unknown, seed: number) => Number(Bun.hash(JSON.stringify(value), seed) % 1_000_003n)
