import { beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { servers, toSubjectCode, type RegisteredServer } from '#api/text/taxonomy/taxonomy.ts'
import { simGrouped } from '#tests/simulators/simWorks.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { signal, useCrossref } from './source.ts'

const start = useCrossref()
beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))

const serverOf = (id: string) => servers.find((server) => server.id === id) as RegisteredServer
const preprints = serverOf('preprintsorg')

test('the subjects of a server are those of its papers of two weeks, the largest first, with papers a day', async () => {
  const { simulator, source } = start([
    ...simGrouped(14, '2026-11-12', 'Physical Sciences'),
    ...simGrouped(20, '2026-11-20', 'Business, Economics and <i>Management</i>', { first: 101 }),
    ...simGrouped(1, '2026-11-20', 'business economics and management', { first: 201 }),
    // Before the two weeks, and of today, which is not over.
    ...simGrouped(5, '2026-11-09', 'Old Subject', { first: 301 }),
    ...simGrouped(5, '2026-11-24', 'New Subject', { first: 401 }),
  ])
  expect(await source.subjects.list(preprints, { signal })).toEqual([
    {
      code: 'preprintsorg.business-economics-and-management',
      name: 'Business, Economics and Management',
      perDay: 1.5,
    },
    { code: 'preprintsorg.physical-sciences', name: 'Physical Sciences', perDay: 1 },
  ])
  expect(simulator.requests.map(({ url }) => new URL(url, simulator.apiUrl).searchParams.get('filter'))).toEqual([
    'prefix:10.20944,type:posted-content,type:journal-article,type:report,from-created-date:2026-11-10,until-created-date:2026-11-23',
  ])
})

test('a further version, a paper without a subject and the name of the server are none', async () => {
  const { source } = start([
    ...simGrouped(1, '2026-11-20', 'Versions', { DOI: '10.20944/preprints202611.0007.v2' }),
    ...simGrouped(2, '2026-11-20', 'preprints.ORG', { first: 11 }),
    ...simGrouped(2, '2026-11-20', '  ', { first: 21 }),
    ...simGrouped(2, '2026-11-20', '化学', { first: 31 }),
    ...simGrouped(2, '2026-11-20', 'Absent', { first: 41, 'group-title': undefined }),
  ])
  expect(await source.subjects.list(preprints, { signal })).toEqual([])
  expect(await source.subjects.list(serverOf('chemrxiv'), { signal })).toEqual([])
})

test('of more papers than one answer has, those of the answer stand for all', async () => {
  const { source } = start([
    ...simGrouped(1_000, '2026-11-20', 'Large'),
    ...simGrouped(400, '2026-11-21', 'Behind it', { first: 2_001 }),
  ])
  expect(await source.subjects.list(preprints, { signal })).toEqual([
    { code: 'preprintsorg.large', name: 'Large', perDay: 100 },
  ])
})

test.each(['unavailable', 'html', 'truncated', 'rate-limited'] as const)(
  'Crossref in trouble is a failure, and no server without subjects: %s',
  async (fault) => {
    const { simulator, source } = start(simGrouped(1, '2026-11-20', 'Large'))
    simulator.fail(fault, { times: 2 })
    expect(await errorOf(source.subjects.list(preprints, { signal }))).toMatchObject({ code: 'source-unavailable' })
  },
)

test('a paper of a server has its subject as a category beside the server', async () => {
  const { source } = start(simGrouped(1, '2026-11-23', 'Social Sciences'))
  const pages = await Array.fromAsync(
    source.announcements.readDays({
      categories: ['preprintsorg.social-sciences'],
      from: '2026-11-24',
      until: '2026-11-24',
      signal,
    }),
  )
  expect(pages[0]?.records).toMatchObject([
    { categories: ['preprintsorg', 'preprintsorg.social-sciences'], primary_category: 'preprintsorg' },
  ])
})

test.each([
  ['Medicine & Pharmacology', 'preprintsorg.medicine-pharmacology'],
  ['Économie', 'preprintsorg.economie'],
  ['COVID-19', 'preprintsorg.covid-19'],
  ['a'.repeat(200), `preprintsorg.${'a'.repeat(80)}`],
  ['…', null],
])('the code of the subject “%s” is readable', (subject, code) => {
  expect(toSubjectCode('preprintsorg', subject)).toBe(code)
})
