import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createQuery } from '#api/services/ingestion/queries.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { VISION } from '#tests/api/support/journals.ts'
import {
  simulateCrossref,
  simulateEprint,
  simulatePreprints,
  simulatePubmed,
  usePipeline,
} from '#tests/api/support/pipeline.ts'
import { announcedOn, at, findFalseLedgers, idOf } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { REPLACED } from '#tests/simulators/biorxivAnswers.ts'
import { CROSSREF_FAULTS } from '#tests/simulators/crossrefAnswers.ts'
import { answer as answerList } from '#tests/simulators/crossrefLists.ts'
import { EPRINT_FAULTS, simEprints } from '#tests/simulators/eprint.ts'
import { PUBMED_FAULTS } from '#tests/simulators/pubmed.ts'
import { RAW_ANSWERS, startRawServer } from '#tests/simulators/rawServer.ts'
import { sized } from '#tests/support/longRun.ts'
import { simCreated } from '#tests/simulators/simArticles.ts'
import { simPosted } from '#tests/simulators/simPreprints.ts'
import { simJournal, simRegistered } from '#tests/simulators/simWorks.ts'

/** Small, so that an answer that never ends is over soon. */
const limits = { firstByteMs: 1_500, totalMs: 3_000 }
/** The address of a server of raw bytes while there is one. */
let raw: ReturnType<typeof startRawServer> | undefined
const readSettings = async () => ({
  gap_ms: null,
  addresses: (raw ? { api: raw.origin, oai: raw.origin } : {}) as Record<string, string>,
})
const { simulator: crossref, crossref: source } = simulateCrossref({ limits, readSettings })
const { simulator: servers, biorxiv, medrxiv } = simulatePreprints({ limits, readSettings })
const { simulator: archive, eprint } = simulateEprint({ limits, readSettings })
const { simulator: library, pubmed } = simulatePubmed({ limits, readSettings })
const { product } = usePipeline({
  further: [biorxiv, medrxiv, eprint, pubmed, source],
  stop: async () => void (await Promise.all([crossref, servers, archive, library].map((service) => service.stop()))),
})

const [MON, TUE, WED, THU] = [23, 24, 25, 26].map((day) => `2026-11-${day}`) as [string, string, string, string]

beforeEach(async () => {
  servers.preprints.splice(0, servers.preprints.length, ...[MON, TUE, WED].flatMap((day) => simPosted(3, day)))
  crossref.works.splice(0, crossref.works.length, ...[MON, TUE, WED].flatMap((day) => simRegistered(3, day)))
  archive.papers = [MON, TUE, WED].flatMap((day, index) => simEprints(3, day, 1_501 + 3 * index))
  library.articles = [MON, TUE, WED].flatMap((day, index) => simCreated(3, day, 101 + 3 * index))
  crossref.journals = [simJournal()]
  await createJournal(product.sources, '9999-9994')
  at(MON)
  const { category } = await createQuery(product.sources, 'lanterns[ti]')
  await makeReader('ada', [VISION, 'biorxiv.neuroscience', 'eprint.foundations', category.id])
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
/** The simulated services, by the id of their source. */
const SERVICES = {
  crossref: { name: 'Crossref', service: crossref, ids: () => crossref.works.map(({ DOI }) => `doi:${DOI}`) },
  biorxiv: { name: 'bioRxiv', service: servers, ids: () => servers.preprints.map(idOf) },
  pubmed: { name: 'PubMed', service: library, ids: () => library.articles.map(({ pmid }) => `pmid:${pmid}`) },
  eprint: { name: 'IACR ePrint', service: archive, ids: () => archive.papers.map(({ number }) => `eprint:${number}`) },
}
type Id = keyof typeof SERVICES
const IDS = Object.keys(SERVICES) as Id[]

/** Lives through a healthy day, a day with the fault, and a healthy one. Returns what was said, and the announced days. */
async function liveThrough(id: Id, begin: () => void, end: () => void) {
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
  const days = (await Promise.all(SERVICES[id].ids().map(announcedOn))).map((one) => one?.join())
  return { said, days }
}
const recovered = [TUE, WED, THU].flatMap((day) => Array.from({ length: 3 }, () => `${day} new`))

/** What is answered in place of any right answer, by source and name. */
const ANSWERS = [
  ...listAnswers('crossref', CROSSREF_FAULTS, 'redirect-inside'),
  ...listAnswers('biorxiv', REPLACED, 'empty-page'),
  ...listAnswers('eprint', EPRINT_FAULTS),
  ...listAnswers('pubmed', PUBMED_FAULTS),
]
function listAnswers(id: Id, answers: Readonly<Record<string, () => Response>>, without?: string) {
  const wanted = Object.entries(answers).filter(([name]) => name !== without)
  return wanted.map(([name, answer]) => [id, name, answer] as const)
}
/** Those that wait for a limit of time with each request. */
const SLOW = new Set(['no first byte', 'headers without an end', 'one byte at a time'])
const RAW = Object.entries(RAW_ANSWERS).filter(([name]) =>
  sized({ short: !SLOW.has(name), long: true, everything: true }),
)

describe('A day with a fault loses no paper, says what is wrong, and each paper keeps its day', () => {
  test.each(ANSWERS)('%s: %s', async (id, _name, answer) => {
    const { service } = SERVICES[id]
    const { said, days } = await liveThrough(
      id,
      () => (service.onRequest = () => answer()),
      () => (service.onRequest = null),
    )
    expect(said).toHaveLength(3)
    for (const sentence of said) expect(sentence).toStartWith(`source-unavailable: ${SERVICES[id].name} `)
    expect(days).toEqual(recovered)
    expect(await findFalseLedgers()).toEqual([])
  })

  test.each(RAW.flatMap(([name, answer]) => IDS.map((id) => [id, name, answer] as const)))(
    '%s: %s',
    async (id, _name, answer) => {
      const { said, days } = await liveThrough(id, () => (raw = startRawServer(answer)), stopRaw)
      expect(said).toHaveLength(3)
      for (const sentence of said) expect(sentence).toStartWith(`source-unavailable: ${SERVICES[id].name} `)
      expect(days).toEqual(recovered)
    },
  )
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
