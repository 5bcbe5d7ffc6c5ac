import { describe, expect, test } from 'bun:test'
import { nameOfVenue, parseNotes } from '#api/sources/openreview/notes.ts'
import { noteId, simNote, VENUE, type SimNote } from '#tests/simulators/openreview.ts'

const wrap = (note: SimNote) => ({
  ...note,
  content: Object.fromEntries(Object.entries(note.content).map(([name, value]) => [name, { value }])),
})
const parse = (...notes: unknown[]) => parseNotes(JSON.stringify({ notes, count: notes.length }), { venue: VENUE })
const recordOf = (note: unknown) => parse(note).records[0]
const reasonOf = (note: unknown) => parse(note).rejected[0]?.reason

describe('A note', () => {
  test('is the same paper in API 1 and in API 2', () => {
    const note = simNote(1, { pdate: Date.parse('2027-01-22T00:00:00Z'), mdate: Date.parse('2027-01-23T10:00:00Z') })
    const record = recordOf(wrap(note))
    expect(record).toEqual({
      id: `openreview:${noteId(1)}`,
      source: 'openreview',
      source_id: noteId(1),
      version: null,
      kind: 'proceedings',
      title: 'Counting Lanterns, part 1',
      abstract: 'We introduce LanternBench. It counts lanterns by night.',
      authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
      categories: [],
      primary_category: null,
      published_at: new Date('2027-01-22T00:00:00Z'),
      updated_at: null,
      announced_on: null,
      announce_type: null,
      announced_in: null,
      changed_on: '2027-01-23',
      version_dates: [],
      doi: null,
      comment: null,
      venue: { name: 'ICLR 2027' },
      journal_ref: 'ICLR 2027',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      code_url: null,
      pdf_url: `https://openreview.net/pdf?id=${noteId(1)}`,
      withdrawn: false,
      source_interface: 'api',
    })
    expect(recordOf(note)).toEqual(record)
  })

  test.each([
    ['ICLR 2027 Poster', 'ICLR 2027'],
    ['ICLR 2027 Oral', 'ICLR 2027'],
    ['ICLR 2023 notable top 5%', 'ICLR 2023'],
    ['NeurIPS 2024 Datasets and Benchmarks Track Spotlight', 'NeurIPS 2024 Datasets and Benchmarks Track'],
    ['Workshop on Lanterns (Oral presentation)', 'Workshop on Lanterns'],
    ['Accepted by TMLR', 'Accepted by TMLR'],
    ['', 'ICLR 2027 Conference'],
  ])('of “%s” is of %s', (venue, name) => {
    expect(recordOf(simNote(1, { content: { venue } }))?.venue).toEqual({ name })
  })

  test.each([
    [undefined, []],
    [null, []],
    [[], []],
    [['Anonymous'], []],
    [['Anonymous Authors', 'Ada Lind'], ['Ada Lind']],
    [[{ fullname: 'Ada Lind', username: '~Ada_Lind1' }], ['Ada Lind']],
  ])('with %p as authors has %p', (authors, names) => {
    expect(recordOf(wrap(simNote(1, { content: { authors } })))?.authors.map(({ name }) => name)).toEqual(names)
  })

  test('without abstract, licence, file and dates is a paper all the same', () => {
    const { license: _license, cdate: _cdate, mdate: _mdate, ...note } = simNote(1)
    const { abstract: _abstract, pdf: _pdf, ...content } = note.content
    expect(recordOf({ ...note, content })).toMatchObject({ abstract: null, license: null, published_at: null })
    expect(recordOf({ ...note, content })).not.toHaveProperty('pdf_url')
    expect(recordOf({ ...note, license: 'All rights reserved', cdate: 1e300, content })).toMatchObject({
      license: null,
      published_at: null,
    })
  })

  test.each([
    ['an id of another kind', { id: 7 }, 'its “id” is missing or has an unexpected form'],
    ['an id that is none', { id: '../login' }, 'its “id” is missing or has an unexpected form'],
    ['a date as text', { cdate: 'today' }, 'its “cdate” is missing or has an unexpected form'],
    ['no content', { content: undefined }, 'its “content” is missing or has an unexpected form'],
    ['no title', { content: { title: ' ', venueid: VENUE } }, 'it has no title'],
    ['a list as title', { content: { title: ['a'] } }, 'its “content/title” is missing or has an unexpected form'],
    ['another venue', { content: { title: 'A', venueid: 'TMLR' } }, 'it is not among the accepted papers of the venue'],
    [
      'too many authors',
      { content: { title: 'A', venueid: VENUE, authors: Array(10_001).fill('A B') } },
      'it has more than 10000 authors',
    ],
  ])('with %s is rejected alone', (_name, changes, reason) => {
    const { records, rejected, ids } = parse({ ...simNote(1), ...changes }, simNote(2))
    expect(records.map(({ source_id }) => source_id)).toEqual([noteId(2)])
    expect(rejected.map((one) => one.reason)).toEqual([reason])
    expect(ids).toHaveLength(2)
  })

  test('with hostile values is cleaned and cut', () => {
    const record = recordOf(
      simNote(1, {
        content: {
          title: `Lanterns\u0000 \u202E${'x'.repeat(10_000_000)}`,
          abstract: 'lantern '.repeat(1_300_000),
          authors: Array.from({ length: 3_000 }, (_, index) => `Ada ${'Lind'.repeat(3)} ${'x'.repeat(index % 9)}`),
          venue: `ICLR${' oral'.repeat(100_000)}`,
        },
      }),
    )
    expect(record?.title.length).toBe(1_000)
    expect(record?.title).not.toMatch(/\p{Cc}|\u202E/u)
    expect(record?.abstract?.length).toBeLessThanOrEqual(20_000)
    expect(record?.authors).toHaveLength(3_000)
    expect(record?.venue?.name.length).toBeLessThanOrEqual(300)
  })

  test('that was deleted is no paper', () => {
    expect(parse(simNote(1, { ddate: 1 }))).toMatchObject({ records: [], rejected: [], ids: [noteId(1)] })
  })
})

test.each(['[]', '{"notes":{}}', '{"count":0}', '"x"', '{"name":"NotFoundError","status":404}'])(
  'the answer %s is no list of notes',
  (body) => {
    expect(() => parseNotes(body, {})).toThrow('it has no list of notes')
  },
)

test('a note with damaged text is rejected alone', () => {
  const body = JSON.stringify({ notes: [simNote(1), simNote(2, { content: { title: 'Lan\uFFFDterns' } })] })
  const { records, rejected } = parseNotes(body, { venue: VENUE, invalidUtf8: true })
  expect([records.length, rejected[0]?.reason]).toEqual([1, 'it is not valid UTF-8'])
  expect(reasonOf(simNote(3))).toBeUndefined()
})

test.each([
  ['ICLR.cc/2027/Conference', 'ICLR 2027 Conference'],
  ['NeurIPS.cc/2024/Datasets_and_Benchmarks_Track', 'NeurIPS 2024 Datasets and Benchmarks Track'],
  ['TMLR', 'TMLR'],
  ['aclweb.org/ACL/ARR/2024/June', 'aclweb ACL ARR 2024 June'],
])('%s is called %s', (id, name) => {
  expect(nameOfVenue(id)).toBe(name)
})
