import { expect, test } from 'bun:test'
import type { NoticesPage } from '#api/sources/noticing.ts'
import { parseUpdatedBy, parseUpdates } from '#api/sources/crossref/updates.ts'
import type { SimWork } from '#tests/simulators/crossref.ts'
import { simNotice, simUpdate } from '#tests/simulators/notices.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { signal, useCrossref } from './source.ts'

const start = useCrossref()

async function readAll(pages: AsyncIterable<NoticesPage>): Promise<NoticesPage> {
  const all = await Array.fromAsync(pages)
  return { notices: all.flatMap(({ notices }) => notices), rejected: all.flatMap(({ rejected }) => rejected) }
}

function startNotices(works: SimWork[]) {
  const { simulator, source } = start(works)
  const readSince = (day: string) => readAll(source.notices.readSince(day, { signal }))
  const readAbout = (...dois: string[]) => source.notices.readAbout(dois, { signal })
  return { simulator, readSince, readAbout, notices: source.notices }
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => simNotice({ about: `10.5555/jiv.${at}`, doi: `10.5555/jiv.${at}r` }))

test('notices of a day and later are found by their types, with the paper that each is about, its day and its address', async () => {
  const { simulator, readSince } = startNotices([
    simWork({ DOI: '10.5555/jiv.1' }),
    simNotice({ about: '10.5555/JIV.1', doi: '10.5555/jiv.1r', on: '2026-11-18' }),
    simNotice({ about: '10.5555/jiv.2', doi: '10.5555/jiv.2e', type: 'expression_of_concern', on: '2026-11-19' }),
    simNotice({ about: '10.5555/jiv.3', doi: '10.5555/jiv.3e', on: '2026-11-10' }),
  ])
  expect((await readSince('2026-11-15')).notices).toEqual([
    {
      doi: '10.5555/jiv.1',
      kind: 'retracted',
      on: '2026-11-18',
      by: 'publisher',
      notice_doi: '10.5555/jiv.1r',
      url: 'https://doi.org/10.5555/jiv.1r',
    },
    expect.objectContaining({ doi: '10.5555/jiv.2', kind: 'concern', on: '2026-11-19' }),
  ])
  const [address = ''] = simulator.requests.map(({ url }) => decodeURIComponent(url))
  expect(address).toContain('filter=update-type:retraction,update-type:partial_retraction,')
  expect(address).toContain(',from-update-date:2026-11-15&rows=500&select=DOI,update-to&cursor=*')
})

test('a long list is read page by page, and from its beginning when its cursor has ended', async () => {
  const { simulator, readSince } = startNotices(many(1_201))
  expect((await readSince('2026-11-15')).notices).toHaveLength(1_201)
  expect(simulator.requests).toHaveLength(3)
  let asked = 0
  simulator.onRequest = () => {
    asked += 1
    if (asked === 2) simulator.fail('ended-cursor')
    return undefined
  }
  simulator.requests.length = 0
  const again = await readSince('2026-11-15')
  expect(new Set(again.notices.map(({ doi }) => doi)).size).toBe(1_201)
})

test('a list that stays shorter than it says is not taken for a whole one', async () => {
  const { simulator, readSince } = startNotices(many(20))
  simulator.hidden = 3
  await expect(readSince('2026-11-15')).rejects.toThrow(
    'Crossref gave only 17 of 20 notices since 2026-11-15, also when asked again.',
  )
})

test('all notices about papers are found by their DOIs, fifty in a request, those of publisher and Retraction Watch as two', async () => {
  const dois = Array.from({ length: 60 }, (_, at) => `10.5555/jiv.${at}`)
  const { simulator, readAbout, notices } = startNotices([
    ...dois.slice(0, 59).map((DOI) => simWork({ DOI })),
    simWork({ DOI: '10.5555/other', 'updated-by': [simUpdate('10.5555/other.r')] }),
  ])
  Object.assign(simulator.works[4] ?? {}, {
    DOI: '10.5555/JIV.4',
    'updated-by': [
      simUpdate('10.5555/jiv.4r'),
      simUpdate('10.5555/JIV.4R', { on: '2026-11-17', source: 'retraction-watch' }),
      simUpdate('10.5555/jiv.4v2', { type: 'new_version' }),
    ],
  })
  const about = await readAbout(...dois)
  expect(about.notices).toMatchObject([
    { doi: '10.5555/jiv.4', kind: 'retracted', notice_doi: '10.5555/jiv.4r', by: 'publisher', on: '2026-11-18' },
    { doi: '10.5555/jiv.4', kind: 'retracted', notice_doi: '10.5555/jiv.4r', by: 'retraction-watch', on: '2026-11-17' },
  ])
  expect(about.known).toHaveLength(59)
  expect(notices.batchMax).toBe(50)
  expect(simulator.requests).toHaveLength(2)
  expect(decodeURIComponent(simulator.requests[0]?.url ?? '')).toContain('select=DOI,updated-by')
})

test('a DOI with a comma is asked for alone, and one that Crossref lacks is not known', async () => {
  const { simulator, readAbout } = startNotices([
    simWork({ DOI: '10.5555/a,b', 'updated-by': [simUpdate('10.5555/ab.r')] }),
  ])
  const about = await readAbout('10.5555/missing', '10.5555/a,b')
  expect(about).toMatchObject({ known: ['10.5555/a,b'], notices: [{ doi: '10.5555/a,b', kind: 'retracted' }] })
  expect(simulator.requests.map(({ status }) => status)).toEqual([404, 200])
})

test('an outage is said, and not taken for an empty list', async () => {
  const { simulator, readSince, readAbout } = startNotices(many(3))
  simulator.fail('unavailable', { times: 2 })
  await expect(readSince('2026-11-15')).rejects.toMatchObject({ code: 'source-unavailable' })
  await simulator.down()
  await expect(readAbout('10.5555/jiv.1', '10.5555/jiv.2')).rejects.toMatchObject({ code: 'source-unavailable' })
})

const listOf = (items: unknown[]) =>
  JSON.stringify({ status: 'ok', 'message-type': 'work-list', message: { items, 'total-results': items.length } })

test.each([
  ['retraction', 'retracted'],
  ['partial_retraction', 'retracted'],
  ['Partial Retraction', 'retracted'],
  ['withdrawal', 'withdrawn'],
  ['removal', 'removed'],
  ['expression_of_concern', 'concern'],
  ['corrigendum', 'corrected'],
  ['something_new', 'corrected'],
  [null, 'corrected'],
  ['constructor', 'corrected'],
] as const)('an update of the type %p is a notice of the kind %p', (type, kind) => {
  const update = { ...simUpdate('10.5555/a'), type }
  expect(parseUpdates(listOf([{ DOI: '10.5555/n', 'update-to': [update] }]), {}).notices).toMatchObject([{ kind }])
})

test('a notice whose day is not known whole has none', () => {
  const days = [
    { 'date-parts': [[2026, 11, 18]] },
    { 'date-parts': [[2026, 11]] },
    { 'date-parts': [[null]] },
    { 'date-parts': [[2026, 2, 30]] },
    { 'date-time': '2026-11-18T00:00:00Z' },
    null,
  ]
  const updates = days.map((updated, at) => ({ ...simUpdate(`10.5555/${at}`), updated }))
  const { notices } = parseUpdates(listOf([{ DOI: '10.5555/n', 'update-to': updates }]), {})
  expect(notices.map(({ on }) => on)).toEqual(['2026-11-18', null, null, null, '2026-11-18', null])
})

test('an entry that cannot be read does not hide the others, and its paper is not taken for one without notices', () => {
  const hostile = [
    simUpdate('10.5555/good'),
    { ...simUpdate('no DOI \u0000 <script>') },
    { ...simUpdate(`10.5555/${'a'.repeat(10_000)}`) },
    'a text',
    { DOI: 7 },
    null,
  ]
  const page = parseUpdatedBy(
    listOf([{ DOI: '10.5555/n', 'updated-by': hostile }, { DOI: '10.5555/m' }, { DOI: 'none' }, 12]),
    {},
  )
  expect(page.notices).toMatchObject([{ doi: '10.5555/n', notice_doi: '10.5555/good' }])
  expect(page.rejected).toHaveLength(7)
  expect(page.known).toEqual(['10.5555/m'])
})

test('a title alone is no proof of a retraction', async () => {
  const { readSince, readAbout } = startNotices([
    simWork({
      DOI: '10.5555/jiv.1',
      title: ['RETRACTED: Counting Lanterns'],
      deposited: { 'date-time': '2026-11-20T00:00:00Z' },
    }),
  ])
  expect((await readSince('2026-11-15')).notices).toEqual([])
  expect((await readAbout('10.5555/jiv.1')).notices).toEqual([])
})
