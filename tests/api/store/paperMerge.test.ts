import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { hashContent } from '#api/store/papers/contentHash.ts'
import { addDerived, mergeContent, type PaperContent } from '#api/store/papers/paperMerge.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { feedRecord } from '#tests/api/support/records.ts'
import { useDatabase } from '#tests/support/database.ts'

const DAY = '2026-11-18'
const report = (changes: Partial<SourceRecord> = {}) => normalise(feedRecord(1, DAY, changes))
const save = (...records: ReturnType<typeof report>[]) => savePapers(records, { generation: 0 })
const merge = (records: readonly ReturnType<typeof report>[]): PaperContent | null =>
  records.reduce<PaperContent | null>(mergeContent, null)

const late = (categories: string[], announced_in: string[]) =>
  report({ announce_type: 'cross', announced_on: '2026-11-20', announced_in, categories: ['cs.LG', ...categories] })
const added = (records: Parameters<typeof merge>[0]) =>
  merge(records)?.announcements.find(({ on }) => on === '2026-11-20')?.added

useDatabase()

describe('A paper reported by several interfaces', () => {
  test('has the text of the better interface, in any order', () => {
    const rss = report({ title: 'From the feed', source_interface: 'rss' })
    const api = report({ title: 'From the API', source_interface: 'api', announced_on: null, announce_type: null })
    expect(merge([rss, api])?.title).toBe('From the API')
    expect(merge([api, rss])?.title).toBe('From the API')
  })

  test('stays a paper of the source that announced it, in any order', () => {
    const id = 'doi:10.64898/2026.09.18.999001'
    const posted = report({ id, source: 'biorxiv', source_id: id.slice(4), source_interface: 'api' })
    const known = report({ ...posted, id, source: 'crossref', announced_on: null, announce_type: null, version: 2 })
    expect(merge([posted, known])).toMatchObject({ source: 'biorxiv', version: 2, announced_on: DAY })
    expect(merge([known, posted])).toMatchObject({ source: 'biorxiv', version: 2, announced_on: DAY })
  })

  test('has the text of the higher version, even from a lower-ranked interface', () => {
    const first = report({ title: 'First', source_interface: 'api', version: 1 })
    const second = report({ title: 'Second', source_interface: 'rss', version: 2, announce_type: 'replace' })
    expect(merge([first, second])).toMatchObject({ title: 'Second', version: 2 })
    expect(merge([second, first])).toMatchObject({ title: 'Second', version: 2 })
    expect(merge([second, first])?.versions.map(({ version }) => version)).toEqual([1, 2])
  })

  test('keeps the title of its first known version', () => {
    const [first, second, third] = [1, 2, 3].map((version) => report({ version, title: `Title ${version}` })) as [
      ReturnType<typeof report>,
      ReturnType<typeof report>,
      ReturnType<typeof report>,
    ]
    expect(merge([first])).not.toHaveProperty('first_title')
    const kept = { version: 1, title: 'Title 1', source_interface: 'rss' } as const
    for (const order of [
      [first, second, third],
      [third, first, second],
    ])
      expect(merge(order)?.first_title).toEqual(kept)
  })

  test('keeps a known value when a later one is empty', () => {
    const full = report({
      source_interface: 'rss',
      comment: '9 pages',
      license: 'http://creativecommons.org/licenses/by/4.0/',
    })
    const bare = report({ source_interface: 'api', abstract: null, authors: [] })
    expect(merge([full, bare])).toMatchObject({ comment: '9 pages', authors: [{ name: 'Mirela Quillfeather' }] })
    expect(merge([full, bare])?.abstract).toStartWith('We invent')
  })

  test('has the earliest publication time reported', () => {
    const [early, late] = [new Date('2026-11-16T10:00:00Z'), new Date('2026-11-17T10:00:00Z')]
    for (const order of [
      [early, late],
      [late, early],
    ])
      expect(merge(order.map((published_at) => report({ published_at })))?.published_at).toEqual(early)
  })

  test('is new when one feed of the day lists it as new, in any order', () => {
    const cross = report({ announce_type: 'cross' })
    const fresh = report({ announce_type: 'new' })
    for (const order of [
      [cross, fresh],
      [fresh, cross],
    ])
      expect(merge(order)?.announcements).toEqual([{ on: DAY, type: 'new', version: 1, derived: false }])
  })

  test('has the day of an announcement rather than one derived from dates', () => {
    const announced = report()
    const derived = report({ source_interface: 'oai', announced_on: '2026-11-17' })
    for (const order of [
      [announced, derived],
      [derived, announced],
    ])
      expect(merge(order)?.announced_on).toBe(DAY)
  })

  test('is not announced again after a change of its metadata', () => {
    const later = report({
      source_interface: 'oai',
      announced_on: '2026-11-20',
      announce_type: 'cross',
      comment: 'corrected',
    })
    expect(merge([report(), later])?.announcements).toHaveLength(1)
  })

  test('is cross-listed later only into the categories that it did not have', () => {
    const crossed = late(['cs.CV', 'math.ST'], ['cs.CV'])
    expect(added([report(), crossed])).toEqual(['cs.CV', 'math.ST'])
    expect(added([report(), crossed, crossed])).toEqual(['cs.CV', 'math.ST'])
  })

  test('is cross-listed later into the categories of the feeds, when it was stored with them', () => {
    const stored = report({ categories: ['cs.LG', 'cs.CV', 'math.ST'] })
    expect(added([stored, late(['cs.CV', 'math.ST'], ['cs.CV'])])).toEqual(['cs.CV'])
    expect(added([stored, late(['cs.CV', 'math.ST'], ['cs.CV']), late(['cs.CV', 'math.ST'], ['math.ST'])])).toEqual([
      'cs.CV',
      'math.ST',
    ])
  })

  test('gets a derived first announcement only when it has none, also after a new version was read', () => {
    const revised = merge([report({ version: 2, announce_type: 'replace', announced_on: '2026-11-20' })])
    if (revised === null) throw new Error('no record was merged')
    const arrival = { on: DAY, type: 'new' } as const
    const placed = addDerived(revised, { arrival, replaced: [{ version: 2, on: '2026-11-19' }] })
    expect(placed.announcements).toEqual([
      { on: DAY, type: 'new', version: 1, derived: true },
      { on: '2026-11-20', type: 'replace', version: 2, derived: false },
    ])
    expect(placed).toMatchObject({ announced_on: DAY, announce_type: 'new' })
    const again = addDerived(placed, { arrival: { ...arrival, on: '2026-11-17' }, replaced: [] })
    expect(again.announcements).toEqual(placed.announcements)
  })

  test('has the day of a new version, also when it was cross-listed as that version afterwards', () => {
    const categories = ['cs.LG', 'cs.CV']
    const gained = { announced_on: '2026-11-20', announce_type: 'cross', version: 2, categories } as const
    const listed = { ...gained, announced_in: ['cs.CV'] }
    const replaced = { arrival: null, replaced: [{ version: 2, on: '2026-11-19' }] }
    const first = mergeContent(null, report())
    const derived = addDerived(mergeContent(first, report({ ...gained, source_interface: 'oai' })), replaced)
    expect(derived.announcements.map(({ on, type }) => `${on} ${type}`)).toEqual([
      `${DAY} new`,
      '2026-11-19 replace',
      '2026-11-20 cross',
    ])
    expect(mergeContent(addDerived(first, replaced), report(listed)).announcements).toHaveLength(3)
    // Both on one day.
    const sameDay = { arrival: null, replaced: [{ version: 2, on: '2026-11-20' }] }
    expect(addDerived(mergeContent(first, report(listed)), sameDay).announcements).toHaveLength(3)
  })

  test('has the day on which a version was read rather than the derived one', () => {
    const first = merge([report()])
    if (first === null) throw new Error('no record was merged')
    const derived = addDerived(first, { arrival: null, replaced: [{ version: 2, on: '2026-11-19' }] })
    const read = report({ version: 2, announce_type: 'replace', announced_on: '2026-11-20' })
    expect(mergeContent(derived, read).announcements.map(({ on }) => on)).toEqual([DAY, '2026-11-20'])
  })

  test('is the same for any order of the records, and merging a record again changes nothing', () => {
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
        const reports = records.map((one) => report({ ...one, ...texts(one) }))
        const shuffled = reports.toSorted((a, b) => hashOf(a, seed) - hashOf(b, seed))
        const [one, other] = [merge(reports), merge(shuffled)]
        if (one === null || other === null) throw new Error('no record was merged')
        for (const field of [
          'title',
          'first_title',
          'version',
          'published_at',
          'source_interface',
          'withdrawn',
        ] as const)
          expect(one[field]).toEqual(other[field])
        expect(one.categories.toSorted()).toEqual(other.categories.toSorted())
        const again = reports.reduce<PaperContent>((merged, record) => mergeContent(merged, record), one)
        expect(hashContent(again)).toBe(hashContent(one))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('Saving papers', () => {
  test('keeps the links that a source declared when another one declares none', async () => {
    const links = [{ type: 'preprint-of', to: 'doi:10.5555/a', by: 'source' } as const]
    await save(report({ links }), report({ source_interface: 'api' }))
    expect(await findPaper('arxiv:2611.90001')).toMatchObject({ links })
  })

  test('counts new, changed and unchanged papers', async () => {
    expect(await save(report())).toMatchObject({ added: ['arxiv:2611.90001'], changed: [], unchanged: 0 })
    expect(await save(report())).toEqual({ added: [], changed: [], unchanged: 1 })
    expect(await save(report({ comment: '9 pages' }))).toMatchObject({ added: [], changed: ['arxiv:2611.90001'] })
  })

  test('keeps all data when several processes save the same paper at the same time', async () => {
    const reports = [
      report({ comment: '9 pages' }),
      report({ doi: '10.5555/jiv.1' }),
      report({ source_interface: 'oai', license: 'http://creativecommons.org/licenses/by/4.0/' }),
      report({ source_interface: 'api', journal_ref: 'J. Imaginary Vis. 3' }),
    ]
    const saved = await Promise.all(reports.map((one) => save(one)))
    expect(saved.flatMap(({ added }) => added)).toHaveLength(1)
    expect(await findPaper('arxiv:2611.90001')).toMatchObject({
      comment: '9 pages',
      doi: '10.5555/jiv.1',
      license: 'http://creativecommons.org/licenses/by/4.0/',
      journal_ref: 'J. Imaginary Vis. 3',
    })
  })

  test('links to the current version, with its HTML page', async () => {
    await save(report(), report({ version: 2, announce_type: 'replace', code_url: 'https://example.org/lantern' }))
    expect((await findPaper('arxiv:2611.90001'))?.urls).toEqual({
      abs: 'https://arxiv.org/abs/2611.90001v2',
      pdf: 'https://arxiv.org/pdf/2611.90001v2',
      html: 'https://arxiv.org/html/2611.90001v2',
      code: 'https://example.org/lantern',
    })
  })
})

/** One interface always reports the same text for one version. */
const texts = ({ version, source_interface }: { version: number; source_interface: string }) => ({
  title: `Version ${version} by ${source_interface}`,
})

const hashOf = (value: unknown, seed: number) => Number(Bun.hash(JSON.stringify(value), seed) % 1_000_003n)
