import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePreprints, type PreprintOptions } from '#api/sources/biorxiv/records.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { one, OPTIONS, parse, row } from './rows.ts'

const POSTED = new Date('2026-11-23T00:00:00Z')

describe('A preprint of bioRxiv', () => {
  test('becomes a paper that is announced on the day after it was posted', () => {
    expect(one()).toEqual({
      id: 'doi:10.64898/2026.11.22.999001',
      source: 'biorxiv',
      source_id: '10.64898/2026.11.22.999001',
      version: 1,
      title: 'Invented kinases in imaginary cells',
      abstract: 'We invent kinases and count the cells that do without them.',
      authors: [
        { name: 'M. Quillfeather', affiliation: 'Institute of Invented Studies' },
        { name: 'T. Odinsson' },
        { name: 'R. J. de la Nada' },
      ],
      categories: ['biorxiv.cell-biology'],
      primary_category: 'biorxiv.cell-biology',
      published_at: POSTED,
      published_precision: 'day',
      updated_at: null,
      announced_on: '2026-11-24',
      announce_type: 'new',
      announced_in: null,
      changed_on: '2026-11-23',
      version_dates: [{ version: 1, at: POSTED }],
      doi: '10.64898/2026.11.22.999001',
      comment: null,
      journal_ref: null,
      license: 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
      code_url: null,
      withdrawn: false,
      source_interface: 'api',
    })
  })

  test('is replaced by a later version, which says nothing of the day on which it was published', () => {
    const record = one({ version: '5', doi: '10.1101/2021.11.22.469359', published: '10.5555/jiv.2026.0011' })
    expect(record).toMatchObject({
      id: 'doi:10.1101/2021.11.22.469359',
      version: 5,
      published_at: null,
      updated_at: POSTED,
      announced_on: '2026-11-24',
      announce_type: 'replace',
      version_dates: [{ version: 5, at: POSTED }],
      doi: '10.1101/2021.11.22.469359',
      journal_ref: null,
    })
    expect(record).not.toHaveProperty('published_precision')
  })

  test.each([
    ['10.1101/2021.11.22.469359', 'doi:10.1101/2021.11.22.469359'],
    ['10.1101/2021.11.22.469359v3', 'doi:10.1101/2021.11.22.469359'],
    ['10.64898/2026.11.22.ABC', 'doi:10.64898/2026.11.22.abc'],
    ['10.1101/000539', 'doi:10.1101/000539'],
    ['10.1101/2026<b>1', 'doi:10.1101/2026<b>1'],
  ])('with the DOI %s has the id %s', (doi, id) => {
    expect(one({ doi })).toMatchObject({ id })
  })

  test('of medRxiv is one of medRxiv', () => {
    const changes = { server: 'medRxiv', category: 'HIV/AIDS' }
    expect(one(changes, { server: 'medrxiv' })).toMatchObject({
      source: 'medrxiv',
      categories: ['medrxiv.hiv-aids'],
      primary_category: 'medrxiv.hiv-aids',
    })
  })

  test.each([
    ['Cell Biology', ['biorxiv.cell-biology'], undefined],
    ['cell_biology ', ['biorxiv.cell-biology'], undefined],
    ['scientific communication and education', ['biorxiv.scientific-communication-and-education'], undefined],
    ['clinical trials', [], ['biorxiv.clinical-trials']],
    ['Omics, applied & other', [], ['biorxiv.omics-applied-other']],
    ['epidemiology', [], ['biorxiv.epidemiology']],
    ['–', [], undefined],
    ['NA', [], undefined],
    ['x'.repeat(500), [], undefined],
    [null, [], undefined],
    [undefined, [], undefined],
  ])('of the subject %j has the categories %j, and unknown %j', (category, categories, unknown) => {
    const { records } = parse([row({ category })])
    expect(records).toMatchObject([{ categories, primary_category: categories[0] ?? null }])
    expect(records[0]?.unknown_categories).toEqual(unknown)
  })

  test.each([
    ['cc_by', 'https://creativecommons.org/licenses/by/4.0/'],
    ['cc_by_nc', 'https://creativecommons.org/licenses/by-nc/4.0/'],
    ['CC-BY-ND', 'https://creativecommons.org/licenses/by-nd/4.0/'],
    ['cc0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
    ['cc0_ng', 'https://creativecommons.org/publicdomain/zero/1.0/'],
    ['cc_no', null],
    ['NA', null],
    ['cc_by_<script>', null],
    [undefined, null],
  ])('under the licence %j has the address %j', (license, address) => {
    expect(one({ license })).toMatchObject({ license: address })
  })

  test.each([
    [{ title: 'WITHDRAWN: Invented kinases' }, true],
    [{ abstract: 'WITHDRAWN BY THE AUTHORS' }, true],
    [{ abstract: 'The authors have withdrawn their manuscript because the kinases were real.' }, true],
    [{ type: 'withdrawn' }, true],
    [{ title: 'Withdrawn mice prefer lanterns' }, false],
    [{ abstract: 'Rats withdrawn from nicotine seek lanterns.' }, false],
  ])('with %j is withdrawn: %j', (changes, withdrawn) => {
    expect(one(changes)).toMatchObject({ withdrawn })
  })
})

describe('A row that cannot be used', () => {
  test.each([
    [{ title: undefined }, 'its “title” is missing or has an unexpected form'],
    [{ title: '<i> </i>' }, 'it has no title'],
    [{ doi: 'none' }, 'its “doi” is missing or has an unexpected form'],
    [{ doi: '10.1101/' }, 'its “doi” is missing or has an unexpected form'],
    [{ version: '0' }, 'its version is not a positive integer'],
    [{ version: 'two' }, 'its “version” is missing or has an unexpected form'],
    [{ date: '2026-02-30' }, 'its date, 2026-02-30, is not a day'],
    [{ date: 'yesterday' }, 'its “date” is missing or has an unexpected form'],
    [{ date: '2026-11-24' }, 'it was posted on 2026-11-24, outside of the days that were asked for'],
    [{ date: '2026-11-19' }, 'it was posted on 2026-11-19, outside of the days that were asked for'],
    [{ server: 'medRxiv' }, 'it is one of medRxiv'],
    [{ authors: ['Quillfeather, M.'] }, 'its “authors” is missing or has an unexpected form'],
  ])('%j is left out with the reason “%s”', (changes, reason) => {
    expect(one(changes)).toBe(reason)
  })

  test('leaves those beside it, and is kept as it came', () => {
    const { records, rejected, rows } = parse([
      row({ title: 7, more: 'x' }),
      null,
      'text',
      row({ version: 1, more: 1 }),
    ])
    expect(rows).toBe(4)
    expect(records).toMatchObject([{ version: 1 }])
    expect(rejected.map(({ source_id, reason }) => [source_id, reason])).toEqual([
      ['10.64898/2026.11.22.999001', 'its “title” is missing or has an unexpected form'],
      [undefined, 'it is no record of a paper'],
      [undefined, 'it is no record of a paper'],
    ])
    expect(JSON.parse(rejected[0]!.raw)).toMatchObject({ title: 7, date: '2026-11-23' })
    expect(rejected[0]!.raw).not.toContain('more')
  })

  test('is one with damaged text', () => {
    expect(one({ title: 'Kin\uFFFDses' }, { invalidUtf8: true })).toBe('it is not valid UTF-8')
    expect(one({ title: 'Kin\uFFFDses' })).toMatchObject({ title: 'Kin\uFFFDses' })
  })

  test('needs no field but DOI, day, version and title', () => {
    const { doi, date, version, title } = row()
    expect(parse([{ doi, date, version, title }]).records).toMatchObject([
      { abstract: null, authors: [], categories: [], license: null },
    ])
  })
})

describe('An answer', () => {
  test.each([
    [
      { status: 'ok', cursor: 30, count: 1, total: '164' },
      { cursor: 30, total: 164 },
    ],
    [
      { status: 'ok', cursor: '30', total: 164 },
      { cursor: 30, total: 164 },
    ],
    [{ status: 'ok' }, { cursor: null, total: null }],
    [
      { status: 'ok', cursor: 'x', total: 'many' },
      { cursor: null, total: null },
    ],
  ])('with the message %j says %j', (message, said) => {
    expect(parse([row()], {}, message)).toMatchObject({ rows: 1, ...said })
  })

  test.each(['no posts found', 'No articles found for this interval'])('“%s” has no rows', (status) => {
    expect(parse([], {}, { status })).toEqual({ records: [], rejected: [], rows: 0, cursor: null, total: null })
  })

  test.each([
    ['Error : (2002) Connection refused', 'it says “Error : (2002) Connection refused”'],
    ['<!DOCTYPE html><title>Maintenance</title>', 'it is a page of HTML'],
    ['', 'it is no JSON'],
    ['{"messages":[{"status":"ok"}],"coll', 'it is no JSON'],
    ['{"messages":[{"status":"ok"}]}', 'it has no list of preprints'],
    ['{"collection":[]}', 'it has no list of preprints'],
    ['{"messages":[],"collection":[]}', 'it has no list of preprints'],
    ['[]', 'it has no list of preprints'],
    ['null', 'it has no list of preprints'],
    ['{"messages":[{"status":"Error: invalid dates"}],"collection":[]}', 'it says “Error: invalid dates”'],
  ])('%s is none', (body, reason) => {
    expect(() => parsePreprints(body, OPTIONS)).toThrow(new SyntaxError(reason))
  })
})

if (hasRealData('biorxiv', 'the parser on recorded answers of bioRxiv'))
  test('Every recorded row is read', async () => {
    for (const name of await readdir(join(REAL_DATA, 'biorxiv'))) {
      const recorded = (await Bun.file(join(REAL_DATA, 'biorxiv', name)).json()) as Record<string, unknown>
      const collection = (recorded['collection'] ?? [recorded]) as Record<string, string>[]
      const [first] = collection
      const server = first!['server']!.toLowerCase() as PreprintOptions['server']
      const { records, rejected } = parse(collection, { server, from: '2013-11-01', to: '2026-12-31' })
      expect(rejected).toEqual([])
      expect(records).toHaveLength(collection.length)
      for (const { title, authors, categories } of records) {
        expect(title).not.toMatch(/<\/?[a-z]+>|&(?:amp|lt|gt);/)
        expect(authors.filter(({ affiliation }) => affiliation !== undefined)).toHaveLength(1)
        expect(categories).toHaveLength(1)
      }
    }
  })
