import { expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { readCounter } from '#api/store/papers/counters.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { batch, dump, useLibrary, waitUntil } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { emptyDatabase } from '#tests/support/database.ts'

const { simulator, run, databaseUri } = useLibrary()
const WEDNESDAY = '2026-11-18'
const CLOCK = `${WEDNESDAY}T05:30:00Z`
const KILLS = 9
const CHOSEN = [
  'cs.LG',
  'math.PR',
  'hep-th',
  'astro-ph.GA',
  'q-bio.NC',
  'econ.EM',
  'gr-qc',
  'nlin.CD',
  'q-fin.RM',
  'quant-ph',
]
const KEPT = ['papers', 'announcements', 'quarantine']

/** Papers in the feeds of ten archives; what a feed tells is told by no other way, so a lost page would be missed. */
function fillArxiv() {
  for (const [place, category] of CHOSEN.entries())
    simulator.papers.push(...batch(25, WEDNESDAY, 10_001 + 100 * place, { categories: [category] }))
  simulator.papers.push(simPaper({ ...batch(1, WEDNESDAY, 40_001)[0], id: '2611.40001', title: ' ' }))
}

function startProcess() {
  const { rssUrl, oaiUrl, apiUrl } = simulator
  return Bun.spawn([process.execPath, new URL(import.meta.resolve('#tests/api/support/ingestProcess.ts')).pathname], {
    stdout: 'pipe',
    stderr: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      MONGODB_URI: databaseUri(),
      PAPERDAWN_CLOCK: CLOCK,
      ARXIV_RSS_URL: rssUrl,
      ARXIV_OAI_URL: oaiUrl,
      ARXIV_API_URL: apiUrl,
      ARXIV_GAP_MS: '30',
    },
  })
}

const MOMENTS = ['asked', 'stored', 'noted'] as const
const look = async (id: string) => ({
  asked: simulator.requests.length,
  stored: await readCounter('papers.seq'),
  noted: JSON.stringify((await findJob(id))?.checkpoint),
})

/** The cards of everybody, whatever their order of making. */
const cardsOf = async () =>
  (await dump(['deliveries']))['deliveries']?.map((one) => {
    const { user_id: _, _id: __, ...rest } = one as Record<string, unknown>
    return rest
  })

test('A worker killed again and again in the middle of its work leaves the library of one that was never disturbed', async () => {
  setClock(new Date(CLOCK))
  fillArxiv()
  await makeReader('ada', CHOSEN)
  await recordSuccess('arxiv', { watermark: '2026-11-17' })
  await run('ingest')
  const undisturbed = { kept: await dump(KEPT), cards: await cardsOf() }
  const questions = simulator.requests.length

  await emptyDatabase()
  await seedCategories()
  simulator.requests.length = 0
  await makeReader('ada', CHOSEN)
  await recordSuccess('arxiv', { watermark: '2026-11-17' })
  const { id } = await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
  const isOver = async () => (await findJob(id))?.open === false
  let killed = 0
  for (let kill = 1; kill <= KILLS && !(await isOver()); kill += 1) {
    const worker = startProcess()
    const before = await look(id)
    // Killed as soon as it has asked, stored or noted something, by turns.
    const moment = MOMENTS[kill % MOMENTS.length] ?? 'asked'
    await waitUntil(async () => (await look(id))[moment] !== before[moment] || (await isOver()))
    if (!(await isOver())) killed += 1
    worker.kill('SIGKILL')
    await worker.exited
  }
  expect(killed).toBeGreaterThanOrEqual(KILLS / 2)

  const last = startProcess()
  await waitUntil(isOver)
  await waitUntil(async () => (await cardsOf())?.length === undisturbed.cards?.length)
  last.kill('SIGTERM')
  await last.exited
  expect(await findJob(id)).toMatchObject({ state: 'succeeded' })
  expect(await dump(KEPT)).toEqual(undisturbed.kept)
  expect(await cardsOf()).toEqual(undisturbed.cards)
  // A page is asked for again at most once for each kill.
  expect(simulator.requests.length).toBeLessThanOrEqual(questions + killed + 1)
})
