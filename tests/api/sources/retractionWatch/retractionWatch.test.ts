import { afterEach, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { FileVersion, NoticesFile } from '#api/sources/noticing.ts'
import { createRetractionWatchSource } from '#api/sources/retractionWatch/retractionWatch.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { startRawServer } from '#tests/simulators/rawServer.ts'
import { simRow, startRetractionWatchSimulator, type SimRow } from '#tests/simulators/retractionWatch.ts'

const { signal } = new AbortController()
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const createSource = (apiUrl: string) =>
  createRetractionWatchSource({
    apiUrl,
    contactEmail: 'papers@example.org',
    gapMs: 0,
    rateLimit: localRateLimit(),
    retries: { basePauseMs: 1, tries: 2, breakerFailures: 50 },
  })

function start(rows: SimRow[]) {
  const simulator = startRetractionWatchSimulator({ rows })
  stops.push(() => simulator.stop())
  const { notices } = createSource(simulator.apiUrl)
  const download = (before: FileVersion | null = null) => notices.download({ signal, before })
  return { simulator, download }
}

async function readAll(file: NoticesFile | null) {
  if (file === null) throw new Error('there is no file')
  await using open = file
  const pages = await Array.fromAsync(open.read())
  return {
    version: open.version,
    notices: pages.flatMap(({ notices }) => notices),
    rejected: pages.flatMap(({ rejected }) => rejected),
  }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => simRow(at, { OriginalPaperDOI: `10.5555/jiv.2026.${at}` }))
const leftFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('paperdawn-notices-'))

test('the rows of the file are notices with their reasons, whatever is in its other fields', async () => {
  const { download } = start([
    simRow(1, { OriginalPaperDOI: ' 10.5555/JIV.2026.1 ' }),
    simRow(2, {
      OriginalPaperDOI: '10.5555/jiv.2026.2',
      RetractionDOI: 'unavailable',
      RetractionNature: 'Expression of concern',
      Reason: '+Concerns/Issues about Data;',
    }),
    simRow(3, { OriginalPaperDOI: '10.5555/jiv.2026.3', RetractionNature: 'Reinstatement', Reason: '' }),
    simRow(4, { OriginalPaperDOI: '10.5555/jiv.2026.4', RetractionDOI: '10.5555/jiv.2026.4', RetractionDate: '' }),
  ])
  const { notices, rejected, version } = await readAll(await download())
  expect(notices).toEqual([
    {
      doi: '10.5555/jiv.2026.1',
      kind: 'retracted',
      on: '2026-11-18',
      by: 'retraction-watch',
      reason: 'Concerns/Issues about Data; Investigation by Journal/Publisher',
      notice_doi: '10.5555/jiv.2026.1r',
      url: 'https://doi.org/10.5555/jiv.2026.1r',
    },
    {
      doi: '10.5555/jiv.2026.2',
      kind: 'concern',
      on: '2026-11-18',
      by: 'retraction-watch',
      reason: 'Concerns/Issues about Data',
      url: 'https://doi.org/10.5555/jiv.2026.2',
    },
    expect.objectContaining({ doi: '10.5555/jiv.2026.3', kind: 'reinstated' }),
    expect.not.objectContaining({ notice_doi: expect.anything() }),
  ])
  expect(notices[3]).toMatchObject({ doi: '10.5555/jiv.2026.4', on: null })
  expect(rejected).toEqual([])
  expect(version).toMatchObject({ rows: 4, etag: expect.stringMatching(/^W\//) })
})

test('a row without a DOI is skipped, and one that cannot be read is said and does not hide the others', async () => {
  const { download } = start([
    ...['unavailable', '0', '', 'n/a'].map((OriginalPaperDOI, at) => simRow(at, { OriginalPaperDOI })),
    simRow(5, { OriginalPaperDOI: 'see the journal' }),
    simRow(6, { OriginalPaperDOI: '10.5555/jiv.6', RetractionNature: '' }),
    simRow(7, {
      OriginalPaperDOI: '10.5555/jiv.7',
      RetractionNature: 'Something new',
      RetractionDate: '13/40/2026 0:00',
    }),
    simRow(8, { OriginalPaperDOI: '10.5555/jiv.8', Notes: `"${'é<b>\u0000'.repeat(1_000)}` }),
  ])
  const { notices, rejected } = await readAll(await download())
  expect(notices).toMatchObject([
    { doi: '10.5555/jiv.7', kind: 'corrected', on: null },
    { doi: '10.5555/jiv.8', kind: 'retracted' },
  ])
  expect(rejected.map(({ reason }) => reason)).toEqual([
    '“see the journal” of row 70005 is not a DOI',
    'row 70006 does not say what the notice is',
  ])
})

test('an unchanged file is not sent again', async () => {
  const { simulator, download } = start(rows(3))
  const { version } = await readAll(await download())
  expect(await download(version)).toBeNull()
  expect(simulator.requests.map(({ status }) => status)).toEqual([200, 304])
  simulator.rows.push(...rows(5).slice(3))
  expect((await readAll(await download(version))).version.rows).toBe(5)
})

test('a file that ends within a row is not taken for a whole one', async () => {
  const { simulator, download } = start(rows(20))
  simulator.fail('truncated', { times: 2 })
  await expect(download()).rejects.toThrow('it cannot be read to its end as CSV')
  simulator.fail('cut', { times: 2 })
  await expect(download()).rejects.toThrow('it ends within a row')
  simulator.fail('truncated')
  expect((await readAll(await download())).notices).toHaveLength(20)
})

test('a file with fewer than nine tenths of the rows of the one before is refused, and one with a few less is not', async () => {
  const { simulator, download } = start(rows(20))
  const { version } = await readAll(await download())
  simulator.rows.splice(0, 2)
  expect((await readAll(await download(version))).notices).toHaveLength(18)
  simulator.fail('half')
  await expect(download(version)).rejects.toThrow(
    'The file of Retraction Watch has only 9 rows, after 20 before: it is not used.',
  )
})

test('a body that is shorter than its header says is not taken for a whole file', async () => {
  const head = 'Record ID,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason\n'
  const body = `${head}1,11/18/2026 0:00,10.5555/r,10.5555/a,Retraction,\n`
  const { origin, stop } = startRawServer(
    (socket) => void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length + 50}\r\n\r\n${body}`),
  )
  stops.push(stop)
  await expect(createSource(origin).notices.download({ signal, before: null })).rejects.toMatchObject({
    code: 'source-unavailable',
  })
})

test.each(['html', 'unavailable'] as const)('an answer that is %s is no file', async (fault) => {
  const { simulator, download } = start(rows(2))
  simulator.fail(fault, { times: 2 })
  await expect(download()).rejects.toMatchObject({ code: 'source-unavailable' })
})

test('nothing is left on the disk, whatever became of a download', async () => {
  const before = await leftFolders()
  const { simulator, download } = start(rows(3))
  const { version } = await readAll(await download())
  await download(version)
  simulator.fail('truncated', { times: 2 })
  await download().catch(() => undefined)
  expect(await leftFolders()).toEqual(before)
})
