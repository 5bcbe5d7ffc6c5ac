import { beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { simRegistered, simWork } from '#tests/simulators/simWorks.ts'
import { signal, useCrossref } from './source.ts'

const JOURNAL = 'journal.9999-9994'
const LETTERS = 'journal.9999-9978'
const start = useCrossref()
// Tuesday in New York: what was registered on Monday, in UTC, is complete.
beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))

function startDays(...args: Parameters<typeof start>) {
  const { simulator, source } = start(...args)
  const readDays = (reading: { categories?: string[]; from?: string; until?: string; after?: string } = {}) =>
    source.announcements.readDays({
      categories: [JOURNAL],
      from: '2026-11-24',
      until: '2026-11-24',
      signal,
      ...reading,
    })
  return { simulator, source, readDays }
}
const filtersOf = (requests: readonly { url: string }[]) =>
  requests.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('filter')?.split(','))

describe('The papers of journals and servers', () => {
  test('are those registered on the day before, of the followed journals alone, and those changed since', async () => {
    const { simulator, readDays } = startDays([
      ...simRegistered(2, '2026-11-23'),
      ...simRegistered(1, '2026-11-22'),
      ...simRegistered(1, '2026-11-24'),
      ...simRegistered(3, '2026-11-23', { issn: '9999-9978' }),
    ])
    const { records, rejected } = await collect(readDays())
    // A change list holds the same papers again.
    expect(new Set(records.map(({ source_id }) => source_id))).toEqual(
      new Set(['10.5555/99999994.20261123.1', '10.5555/99999994.20261123.2']),
    )
    expect(rejected).toEqual([])
    expect(records[0]).toMatchObject({
      source: 'crossref',
      announced_on: '2026-11-24',
      announce_type: 'new',
      categories: [JOURNAL],
      primary_category: JOURNAL,
    })
    const journal = [
      'issn:9999-9994',
      'type:journal-article',
      'type:proceedings-article',
      'type:book-chapter',
      'type:posted-content',
    ]
    expect(filtersOf(simulator.requests)).toEqual([
      [...journal, 'from-created-date:2026-11-23', 'until-created-date:2026-11-23'],
      [...journal, 'from-update-date:2026-11-23'],
    ])
  })

  test('of many journals are asked for in several lists, each address below 4 kB', async () => {
    const { simulator, readDays } = startDays([])
    const codes = Array.from({ length: 120 }, (_, at) => `journal.${String(1_000 + at)}-0000`)
    await collect(readDays({ categories: [...codes, 'chemrxiv', 'nber'] }))
    expect(simulator.requests).toHaveLength(8)
    expect(simulator.requests.every(({ url }) => url.length < 4_000)).toBe(true)
    expect(
      filtersOf(simulator.requests)
        .flat()
        .filter((one) => one?.startsWith('issn:')),
    ).toHaveLength(240)
    expect(filtersOf(simulator.requests).at(-1)).toContainValues(['prefix:10.26434', 'prefix:10.3386', 'type:report'])
  })

  test('of a server are its preprints, whatever the type of their records, under its name', async () => {
    const { readDays } = startDays([
      simWork({
        DOI: '10.26434/chemrxiv.10009991/v1',
        type: 'posted-content',
        'container-title': [],
        ISSN: [],
        created: { 'date-time': '2026-11-23T09:00:00Z' },
        'published-online': undefined,
        posted: { 'date-parts': [[2026, 11, 22]] },
      }),
      simWork({
        DOI: '10.26434/chemrxiv.10009990/v2',
        type: 'posted-content',
        created: { 'date-time': '2026-11-23T09:00:00Z' },
        'published-online': { 'date-parts': [[2026, 11, 1]] },
      }),
      simWork({
        DOI: '10.2139/ssrn.1234567',
        'container-title': ['SSRN Electronic Journal'],
        ISSN: ['1556-5068'],
        created: { 'date-time': '2026-11-23T09:00:00Z' },
        'published-online': { 'date-parts': [[2026, 11, 1]] },
      }),
    ])
    const { records } = await collect(readDays({ categories: ['chemrxiv', 'ssrn'] }))
    expect(records.slice(0, 3)).toMatchObject([
      {
        id: 'doi:10.26434/chemrxiv.10009991',
        version: 1,
        announce_type: 'new',
        categories: ['chemrxiv'],
        venue: { name: 'ChemRxiv' },
      },
      { id: 'doi:10.26434/chemrxiv.10009990', version: 2, announce_type: 'replace' },
      { id: 'doi:10.2139/ssrn.1234567', kind: 'preprint', venue: { name: 'SSRN' }, journal_ref: null },
    ])
  })

  test('are read page by page, also when the number of a whole page is that of the list', async () => {
    const { simulator, readDays } = startDays(simRegistered(1_000, '2026-11-23'))
    const { records, pages } = await collect(readDays())
    expect(new Set(records.map(({ id }) => id)).size).toBe(1_000)
    expect(pages.slice(0, 3).map(({ step }) => step)).toEqual([
      'journals, registered on 2026-11-23, 500 of 1000',
      'journals, registered on 2026-11-23, 1000 of 1000',
      'journals, registered on 2026-11-23, 1000 of 1000',
    ])
    expect(simulator.requests).toHaveLength(6)
  })

  test('are read on from the last page after a stop, and from the beginning when other journals are followed', async () => {
    const { simulator, readDays } = startDays([
      ...simRegistered(700, '2026-11-23'),
      ...simRegistered(1, '2026-11-23', { issn: '9999-9978' }),
    ])
    let after = ''
    for await (const { cursor } of readDays()) {
      after = cursor
      break
    }
    const rest = await collect(readDays({ after }))
    expect(rest.records).toHaveLength(200 + 700)
    simulator.requests.length = 0
    expect((await collect(readDays({ after, categories: [JOURNAL, LETTERS] }))).records).toHaveLength(2 * 701)
  })

  test('are read from the beginning of a list when Crossref has forgotten the cursor', async () => {
    const { simulator, readDays } = startDays(simRegistered(700, '2026-11-23'))
    let after = ''
    for await (const { cursor } of readDays()) {
      after = cursor
      break
    }
    simulator.fail('ended-cursor')
    const { records, pages } = await collect(readDays({ after }))
    expect(new Set(records.map(({ id }) => id)).size).toBe(700)
    expect(pages[0]?.step).toBe('journals, registered on 2026-11-23, 500, once more because the list changed')
  })

  test('are not taken for all when the list has fewer rows than it says', async () => {
    const { simulator, readDays } = startDays(simRegistered(5, '2026-11-23'))
    simulator.hidden = 1
    expect(await sentenceOf(readDays())).toBe(
      'source-unavailable: Crossref gave only 4 records of 5 (journals, registered on 2026-11-23), also when asked again.',
    )
    simulator.hidden = 0
    expect((await collect(readDays())).records).toHaveLength(10)
  })

  test('of days before the newest one are read without the list of changes', async () => {
    const { simulator, readDays } = startDays(simRegistered(2, '2026-11-09'))
    const { records } = await collect(readDays({ from: '2026-11-10', until: '2026-11-11' }))
    expect(records.map(({ announced_on }) => announced_on)).toEqual(['2026-11-10', '2026-11-10'])
    expect(simulator.requests).toHaveLength(1)
  })

  test('are asked again after a failure, and a refusal is said in its words', async () => {
    const { simulator, readDays } = startDays(simRegistered(2, '2026-11-23'))
    simulator.fail('unavailable')
    expect((await collect(readDays())).records).toHaveLength(4)
    simulator.onRequest = () =>
      Response.json({ message: [{ message: 'Filter issn specified but there is no such filter.' }] }, { status: 400 })
    expect(await sentenceOf(readDays())).toBe(
      'source-unavailable: Crossref did not accept the request: Filter issn specified but there is no such filter.',
    )
  })
})
