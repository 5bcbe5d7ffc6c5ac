import { describe, expect, test } from 'bun:test'
import { parseRegistered } from '#api/sources/crossref/registered.ts'
import type { SimWork } from '#tests/simulators/crossref.ts'
import { simWork } from '#tests/simulators/simWorks.ts'

const NEWEST = '2026-11-24'

function read(changes: Partial<SimWork>, isChanges = false) {
  const items = [simWork(changes)]
  const body = JSON.stringify({
    'message-type': 'work-list',
    message: { items, 'total-results': 1, 'next-cursor': 'x' },
  })
  return parseRegistered(body, { newest: NEWEST, isChanges })
}
const at = (day: string) => ({ 'date-time': `${day}T05:11:09Z` })
const published = (...parts: number[]) => ({
  'published-online': undefined,
  published: undefined,
  issued: { 'date-parts': [parts] },
})
const dayOf = (changes: Partial<SimWork>, isChanges = false) => read(changes, isChanges).records[0]?.announced_on

describe('The announcement day of a record', () => {
  test.each([
    ['registered yesterday', { created: at('2026-11-23'), ...published(2026, 11, 20) }, '2026-11-24'],
    ['registered some days ago', { created: at('2026-11-19'), ...published(2026, 11, 20) }, '2026-11-20'],
    ['published next spring', { created: at('2026-11-23'), ...published(2027, 3, 1) }, '2026-11-24'],
    ['published this year, no month given', { created: at('2026-11-23'), ...published(2026) }, '2026-11-24'],
    ['published two months ago', { created: at('2026-11-23'), ...published(2026, 9) }, '2026-11-24'],
    ['published in 1931', { created: at('2026-11-23'), ...published(1931) }, null],
    ['published 61 days before', { created: at('2026-11-23'), ...published(2026, 9, 23) }, null],
    ['published 60 days before', { created: at('2026-11-23'), ...published(2026, 9, 24) }, '2026-11-24'],
    ['without a date of publication', { created: at('2026-11-23'), ...published() }, '2026-11-24'],
    ['without a registration', { created: undefined, ...published(2026, 11, 20) }, null],
  ] satisfies [string, Partial<SimWork>, string | null][])('%s', (_name, changes, day) => {
    expect(dayOf(changes)).toBe(day)
  })

  // Registered before the paper was there: days.md 12.5, example 3.
  test.each([
    ['changed, registered two weeks ago', { created: at('2026-11-09'), deposited: at('2026-11-23') }, '2026-11-10'],
    ['changed, registered longer ago', { created: at('2026-11-02'), deposited: at('2026-11-23') }, '2026-11-24'],
    ['changed today, registered longer ago', { created: at('2026-11-02'), deposited: at('2026-11-24') }, null],
    ['changed, without a date of the deposit', { created: at('2026-11-02'), deposited: undefined }, null],
    [
      'changed, an old paper',
      { created: at('2020-11-02'), deposited: at('2026-11-23'), ...published(2020, 11, 1) },
      null,
    ],
  ] satisfies [string, Partial<SimWork>, string | null][])('%s', (_name, changes, day) => {
    expect(dayOf({ ...published(2026, 11, 5), ...changes }, true)).toBe(day)
  })

  test('is left out with the record while the day is not over', () => {
    expect(read({ created: at('2026-11-24') })).toMatchObject({
      records: [],
      rejected: [],
      rows: 1,
      total: 1,
      next: 'x',
    })
  })
})

describe('A record of a list', () => {
  test.each([[[]], [['  ']], [['Crossref Test 12']], [undefined]])('with the title %j is not there yet', (title) => {
    expect(read({ title, created: at('2026-11-23') })).toMatchObject({ records: [], rejected: [], rows: 1 })
  })

  test.each([
    ['an issue', { title: ['Issue Information'], author: [] }],
    ['the board', { title: ['Editorial Board'], author: undefined }],
    ['a retraction', { title: ['Retraction Note: Counting Lanterns'] }],
    ['a concern', { title: ['Editorial Expression of Concern: Counting Lanterns'] }],
    ['an erratum', { title: ['Erratum'] }],
    ['a correction', { title: ['Correction to: Counting Lanterns'] }],
    ['a notice', { title: ['Counting lanterns'], 'update-to': [{ DOI: '10.5555/x', type: 'retraction' }] }],
  ] satisfies [string, Partial<SimWork>][])('about %s is stored without a day', (_name, changes) => {
    const [record] = read({ created: at('2026-11-23'), ...published(2026, 11, 20), ...changes }).records
    expect(record).toMatchObject({ kind: 'other', announced_on: null, announce_type: null })
  })

  test.each([
    ['Contents of the stomach of lanterns', []],
    ['Correction of lanterns by light', undefined],
    ['Correction-free learning of lanterns', undefined],
    ['RETRACTED ARTICLE: Counting Lanterns', undefined],
    ['[Retracted] Counting Lanterns', undefined],
    ['Cover letters of lanterns', undefined],
  ])('“%s” by people is a paper', (title, author) => {
    const changes = { title: [title], created: at('2026-11-23'), ...published(2026, 11, 20) }
    const [record] = read({ ...changes, ...(author === undefined ? {} : { author: [{ family: 'Quill' }] }) }).records
    expect(record).toMatchObject({ kind: 'article', announced_on: '2026-11-24' })
  })

  test('has a category for each of its ISSNs, in whatever form they are, without those that are none', () => {
    const ISSN = ['99999994', '9999-9986', '9999-9994', '9999-9999', null]
    expect(read({ ISSN, created: at('2026-11-23') }).records[0]?.categories).toEqual([
      'journal.9999-9994',
      'journal.9999-9986',
    ])
  })

  test('that cannot be used is returned with its day and the reason, and fails no other', () => {
    const good = simWork({ DOI: '10.5555/good', created: at('2026-11-23') })
    const items = [good, simWork({ author: [{ given: 7 }] }), { DOI: 'x' }, null]
    const body = JSON.stringify({ 'message-type': 'work-list', message: { items, 'total-results': 4 } })
    const page = parseRegistered(body, { newest: NEWEST, isChanges: false })
    expect(page.records.map(({ source_id }) => source_id)).toEqual(['10.5555/good'])
    expect(page.rejected.map(({ reason }) => reason)).toEqual([
      'its “author” is missing or has an unexpected form',
      'its “DOI” is missing or has an unexpected form',
      'it is no record of a paper',
    ])
    expect(page).toMatchObject({ rows: 4, total: 4, next: null })
  })
})

test.each(['{}', '[]', '<html>', '{"message-type":"work","message":{}}'])('%s is no list', (body) => {
  expect(() => parseRegistered(body, { newest: NEWEST, isChanges: false })).toThrow(SyntaxError)
})
