import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { findVersions } from '#api/store/papers/paperVersions.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { article, bring, preprint, PREPRINT } from '#tests/api/services/joining/joinedWorld.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, sources } = simulateArxiv()
const { as, signedOut, product } = useApp({ sources })
const DAY = '2026-11-20'
const FIRST = { title: 'Lanterns in haze', comment: '12 pages' }

beforeEach(() => {
  setClock(new Date('2026-11-20T12:00:00Z'))
  simulator.requests.length = 0
  simulator.onRequest = null
  simulator.papers.splice(
    0,
    Infinity,
    simPaper({
      id: '2611.90001',
      versions: [
        { at: new Date('2026-11-16T10:00:00Z'), said: FIRST },
        { at: new Date('2026-11-17T10:00:00Z'), said: { title: 'Lanterns in mist' } },
        { at: new Date('2026-11-18T10:00:00Z') },
      ],
    }),
  )
})
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

/** Stores these versions of paper 1, as the feed announces them. */
async function announce(...versions: number[]): Promise<void> {
  for (const version of versions)
    await announcePapers(DAY, [
      { number: 1, changes: { version, title: `Lanterns ${version}`, announce_type: 'replace' } },
    ])
}
const changesFor = (client = as('ada'), query: { from?: number; to?: number } = {}, id = idOf(1)) =>
  client.papers({ id }).changes.get({ query })
const failureOf = ({ status, error }: { status: number; error: { value: unknown } | null }) => [
  status,
  (error?.value as { error: { code: string; message: string } } | undefined)?.error,
]

test('two stored versions are compared for everybody, without a request to the source', async () => {
  await announce(1, 2)
  for (const client of [signedOut, as('ada')]) {
    const { status, data } = await changesFor(client)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      from: 1,
      to: 2,
      summary: 'Only the title changed.',
      withdrawn: false,
      fields: [
        {
          field: 'title',
          kind: 'text',
          parts: [
            { op: 'same', segments: [{ text: 'Lanterns ' }] },
            { op: 'removed', segments: [{ text: '1' }], number: true },
            { op: 'added', segments: [{ text: '2' }], number: true },
          ],
        },
      ],
    })
  }
  expect(simulator.requests).toEqual([])
})

test('by default from the version that the reader saw last to the newest one', async () => {
  await announce(1)
  await as('ada').users.me['reading-list'].post({ paper_id: idOf(1) })
  await announce(2, 3)
  const versions = async (name: string, query = {}) => {
    const { data } = await changesFor(as(name), query)
    return data && 'from' in data && [data.from, data.to]
  }
  expect(await versions('ada')).toEqual([1, 3])
  expect(await versions('ben')).toEqual([2, 3])
  expect(await versions('ben', { to: 2 })).toEqual([1, 2])
  expect(await versions('ben', { from: 1 })).toEqual([1, 3])
})

test('a version that is not kept is asked for once, for readers who are signed in, and kept', async () => {
  await announce(3)
  const denied = await changesFor(signedOut, { from: 1 })
  expect(failureOf(denied)).toMatchObject([401, { code: 'unauthenticated', message: expect.stringContaining('arXiv') }])
  expect(simulator.requests).toEqual([])
  const answers = await Promise.all([1, 2, 3].map(() => changesFor(as('ada'), { from: 1 })))
  for (const { status, data } of answers) {
    expect(status).toBe(200)
    expect(data).toMatchObject({ from: 1, from_at: '2026-11-16T10:00:00.000Z', fields: [{ field: 'title' }, {}, {}] })
  }
  expect((await changesFor(signedOut, { from: 1 })).status).toBe(200)
  expect(simulator.requests.map(({ url }) => new URL(url, 'http://arxiv').searchParams.get('id_list'))).toEqual([
    '2611.90001v1',
  ])
})

test('versions are asked for one at a time', async () => {
  await announce(3)
  await Promise.all([changesFor(as('ada'), { from: 1, to: 2 }), changesFor(as('ben'), { from: 2 })])
  expect(simulator.requests).toHaveLength(2)
  expect(simulator.maxConcurrentRequests).toBe(1)
})

test('while the source takes long, the answer is 202, and the request goes on', async () => {
  await announce(3)
  const { promise, resolve } = Promise.withResolvers<void>()
  simulator.onRequest = async (_, correct) => {
    await promise
    return correct()
  }
  const waiting = await changesFor(as('ada'), { from: 1 })
  expect([waiting.status, waiting.data as unknown]).toEqual([202, { source: 'arXiv', version: 1, retry_after: 1 }])
  resolve()
  await waitUntil(async () => (await findVersions([idOf(1)])).get(idOf(1))?.kept.has(1))
  const { status, data } = await changesFor(as('ada'), { from: 1 })
  expect([status, data]).toMatchObject([200, { from: 1, to: 3 }])
  expect(simulator.requests).toHaveLength(1)
  // Once it is not kept any more, it is asked for again.
  await removePapers([idOf(1)])
  await announce(3)
  expect((await changesFor(as('ada'), { from: 1 })).status).toBe(200)
  expect(simulator.requests).toHaveLength(2)
})

test.each(['server-error', 'garbage', 'truncated', 'html', 'blocked', 'empty-page'] as const)(
  'a source that fails (%s) is said, and asked again by the next request',
  async (fault) => {
    await announce(3)
    simulator.fail(fault, { times: 1 })
    const failed = await changesFor(as('ada'), { from: 1 })
    expect(failureOf(failed)).toMatchObject([
      502,
      { code: 'source-unavailable', message: expect.stringContaining('Try again later') },
    ])
    expect((await changesFor(as('ada'), { from: 1 })).status).toBe(200)
    expect(simulator.requests).toHaveLength(2)
  },
)

test('an answer with another version is not kept as the one that was asked for', async () => {
  await announce(3)
  simulator.onRequest = async (_, correct) =>
    new Response((await (await correct()).text()).replaceAll('90001v1', '90001v3'))
  expect(failureOf(await changesFor(as('ada'), { from: 1 }))).toMatchObject([
    404,
    { message: 'arXiv has no version 1 of this paper.' },
  ])
})

test('versions that do not exist, in the wrong order or at no source are refused', async () => {
  await announce(3)
  const { status, error } = await changesFor(as('ada'), { from: 3, to: 2 })
  expect([status, error?.value]).toMatchObject([422, { error: { fields: { from: expect.any(String) } } }])
  expect(failureOf(await changesFor(as('ada'), { to: 9 }))).toMatchObject([
    404,
    { message: expect.stringContaining('version 9') },
  ])
  expect(failureOf(await changesFor(as('ada'), { to: 1 }))).toMatchObject([404, { code: 'not-found' }])
  expect((await changesFor(as('ada'), {}, 'arxiv:2611.99999')).status).toBe(404)
  expect((await changesFor(as('ada'), { from: 0 })).status).toBe(422)
  await announcePapers(DAY, [
    { number: 2, changes: { version: null } },
    { number: 3, changes: { version: 1 } },
    { number: 4, changes: { id: 'other:1', source: 'other', source_id: '1', version: 2 } },
  ])
  for (const id of [idOf(2), idOf(3), 'other:1'])
    expect(failureOf(await changesFor(as('ada'), {}, id))).toMatchObject([404, { code: 'not-found' }])
  expect(simulator.requests).toEqual([])
})

test('a source that is switched off is not asked', async () => {
  await announce(3)
  await saveSourceSettings('arxiv', { enabled: false })
  expect(failureOf(await changesFor(as('ada'), { from: 1 }))).toMatchObject([409, { code: 'conflict' }])
  expect(simulator.requests).toEqual([])
})

test('a withdrawal is said, and the versions of a removed paper are gone', async () => {
  await announce(1)
  await announcePapers(DAY, [
    {
      number: 1,
      changes: {
        version: 2,
        withdrawn: true,
        abstract: 'Withdrawn.',
        source_interface: 'oai',
        comment: 'A wrong lemma',
      },
    },
  ])
  const { data } = await changesFor(signedOut)
  expect(data).toMatchObject({ summary: 'Version 2 withdraws the paper.', withdrawn: true })
  await removePapers([idOf(1)])
  expect((await changesFor(signedOut)).status).toBe(404)
})

test('a source that asked for a pause is left alone, and the answer says how long', async () => {
  await announce(3)
  await mongoRateLimit().pause('arxiv', 60_000)
  const { status, error } = await changesFor(as('ada'), { from: 1 })
  expect([status, error?.value]).toMatchObject([502, { error: { retry_after: expect.any(Number) } }])
  expect(simulator.requests).toEqual([])
})

test('what a paper has from its other records is no change of a version', async () => {
  await bring(product, preprint(DAY), article())
  await bring(product, preprint(DAY, { version: 2, announce_type: 'replace', source_interface: 'api' }))
  const { data: paper } = await as('ada').papers({ id: PREPRINT }).get()
  expect(paper).toMatchObject({ version: 2, journal_ref: 'Journal of Imaginary Vision 3 (2027)' })
  expect((await changesFor(signedOut, {}, PREPRINT)).data).toMatchObject({
    summary: 'Nothing that is read here changed.',
  })
  const { data } = await changesFor(signedOut, {}, encodeURIComponent('doi:10.5555/a'))
  expect(data).toMatchObject({ from: 1, to: 2, fields: [] })
})
