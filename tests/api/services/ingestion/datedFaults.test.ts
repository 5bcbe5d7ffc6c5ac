import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { VISION } from '#tests/api/support/journals.ts'
import { simulateCrossref, simulatePreprints, usePipeline } from '#tests/api/support/pipeline.ts'
import { announcedOn, at, findFalseLedgers, idOf } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { REPLACED } from '#tests/simulators/biorxivAnswers.ts'
import { CROSSREF_FAULTS } from '#tests/simulators/crossrefAnswers.ts'
import { answer as answerList } from '#tests/simulators/crossrefLists.ts'
import { RAW_ANSWERS, startRawServer } from '#tests/simulators/rawServer.ts'
import { sized } from '#tests/support/longRun.ts'
import { simPosted } from '#tests/simulators/simPreprints.ts'
import { simJournal, simRegistered } from '#tests/simulators/simWorks.ts'

/** Small, so that an answer that never ends is over soon. */
const limits = { firstByteMs: 1_500, totalMs: 3_000 }
/** The address of a server of raw bytes while there is one. */
let raw: ReturnType<typeof startRawServer> | undefined
const readSettings = async () => ({
  gap_ms: null,
  addresses: (raw ? { api: raw.origin } : {}) as Record<string, string>,
})
const { simulator: crossref, crossref: source } = simulateCrossref({ limits, readSettings })
const { simulator: servers, biorxiv, medrxiv } = simulatePreprints({ limits, readSettings })
const { product } = usePipeline({
  further: [biorxiv, medrxiv, source],
  stop: async () => void (await Promise.all([crossref.stop(), servers.stop()])),
})

const [MON, TUE, WED, THU] = [23, 24, 25, 26].map((day) => `2026-11-${day}`) as [string, string, string, string]

beforeEach(async () => {
  servers.preprints.splice(0, servers.preprints.length, ...[MON, TUE, WED].flatMap((day) => simPosted(3, day)))
  crossref.works.splice(0, crossref.works.length, ...[MON, TUE, WED].flatMap((day) => simRegistered(3, day)))
  crossref.journals = [simJournal()]
  await createJournal(product.sources, '9999-9994')
  await makeReader('ada', [VISION, 'biorxiv.neuroscience'])
})
function stopRaw(): void {
  raw?.stop()
  raw = undefined
}
afterEach(stopRaw)

const fetchOn = (day: string, time: string, id: string) => {
  at(day, time)
  return ingest(product, { source: id }, createJobContext())
}
const papersOf = (id: string): string[] =>
  id === 'crossref' ? crossref.works.map(({ DOI }) => `doi:${DOI}`) : servers.preprints.map(idOf)

/** Lives through a healthy day, a day with the fault, and a healthy one. Returns what was said, and the announced days. */
async function liveThrough(id: string, begin: () => void, end: () => void) {
  await fetchOn(TUE, '00:15', id)
  begin()
  const said: string[] = []
  for (const time of ['00:40', '07:10', '12:10'])
    await fetchOn(WED, time, id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      said.push(`${error.code}: ${error.message}`)
    })
  end()
  await fetchOn(THU, '00:15', id)
  const days = (await Promise.all(papersOf(id).map(announcedOn))).map((one) => one?.join())
  return { said, days }
}
const recovered = [TUE, WED, THU].flatMap((day) => Array.from({ length: 3 }, () => `${day} new`))

/** What is answered in place of any right answer, by source and name. */
const ANSWERS: [id: 'crossref' | 'biorxiv', name: string, answer: () => Response][] = [
  ...Object.entries(CROSSREF_FAULTS)
    .filter(([name]) => name !== 'redirect-inside')
    .map(([name, answer]) => ['crossref', name, answer] as (typeof ANSWERS)[number]),
  ...Object.entries(REPLACED)
    .filter(([name]) => name !== 'empty-page')
    .map(([name, answer]) => ['biorxiv', name, answer] as (typeof ANSWERS)[number]),
]
/** Those that wait for a limit of time with each request. */
const SLOW = new Set(['no first byte', 'headers without an end', 'one byte at a time'])
const RAW = Object.entries(RAW_ANSWERS).filter(([name]) =>
  sized({ short: !SLOW.has(name), long: true, everything: true }),
)
const NAMES = { crossref: 'Crossref', biorxiv: 'bioRxiv' }

describe('A day with a fault loses no paper, says what is wrong, and each paper keeps its day', () => {
  test.each(ANSWERS)('%s: %s', async (id, _name, answer) => {
    const service = id === 'crossref' ? crossref : servers
    const { said, days } = await liveThrough(
      id,
      () => (service.onRequest = () => answer()),
      () => (service.onRequest = null),
    )
    expect(said).toHaveLength(3)
    for (const sentence of said) expect(sentence).toStartWith(`source-unavailable: ${NAMES[id]} `)
    expect(days).toEqual(recovered)
    expect(await findFalseLedgers()).toEqual([])
  })

  test.each(
    RAW.flatMap(([name, answer]) => (['crossref', 'biorxiv'] as const).map((id) => [id, name, answer] as const)),
  )('%s: %s', async (id, _name, answer) => {
    const { said, days } = await liveThrough(id, () => (raw = startRawServer(answer)), stopRaw)
    expect(said).toHaveLength(3)
    for (const sentence of said) expect(sentence).toStartWith(`source-unavailable: ${NAMES[id]} `)
    expect(days).toEqual(recovered)
  })
})

const answerNothing = () => answerList('work-list', { items: [], 'total-results': 0, 'next-cursor': 'x' })

test('an answer without any paper is believed, and what it left out is announced with the next day, once', async () => {
  const { said, days } = await liveThrough(
    'crossref',
    () => (crossref.onRequest = answerNothing),
    () => (crossref.onRequest = null),
  )
  expect(said).toEqual([])
  expect(days).toEqual([TUE, THU, THU].flatMap((day) => Array.from({ length: 3 }, () => `${day} new`)))
})
