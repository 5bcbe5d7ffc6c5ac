import { expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { readCounter } from '#api/store/papers/counters.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { batch, dump, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { resetDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, run, databaseUri } = usePipeline()
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
const COLLECTIONS = ['papers', 'announcements', 'quarantine']

/** Adds papers to the feeds of ten archives. They are only in the feeds, so a lost page is detected. */
function fillArxiv() {
  for (const [index, category] of CHOSEN.entries())
    simulator.papers.push(...batch(25, WEDNESDAY, 10_001 + 100 * index, { categories: [category] }))
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

const STAGES = ['requested', 'stored', 'saved'] as const
const readProgress = async (id: string) => ({
  requested: simulator.requests.length,
  stored: await readCounter('papers.seq'),
  saved: JSON.stringify((await findJob(id))?.checkpoint),
})

/**
 * The cards of the day by paper, and its ledger. Not their order: archives that are delivered later are behind those that
 * the reader has seen, and a kill decides which ones are delivered together.
 */
async function cardsOf(userId: string) {
  const delivery = await findDelivery(userId, WEDNESDAY)
  const cards = delivery?.cards.map(({ paper_id, reasons }) => ({ paper_id, reasons })) ?? []
  return { cards: cards.toSorted((a, b) => (a.paper_id < b.paper_id ? -1 : 1)), ledger: delivery?.ledger }
}

test('An ingestion whose worker is killed repeatedly ends with the same library as an undisturbed one', async () => {
  setClock(new Date(CLOCK))
  fillArxiv()
  const first = await makeReader('ada', CHOSEN)
  await recordSuccess('arxiv', { watermark: '2026-11-17' })
  await run('ingest')
  const undisturbed = { library: await dump(COLLECTIONS), cards: await cardsOf(first._id) }
  const requestCount = simulator.requests.length

  await resetDatabase()
  simulator.requests.length = 0
  const second = await makeReader('ada', CHOSEN)
  await recordSuccess('arxiv', { watermark: '2026-11-17' })
  const { id } = await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
  const isOver = async () => (await findJob(id))?.open === false
  // Each request waits until it is released, so that the job cannot end before it is killed.
  const held: (() => void)[] = []
  simulator.onRequest = async (_request, correct) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return correct()
  }
  let killed = 0
  for (let kill = 1; kill <= KILLS && !(await isOver()); kill += 1) {
    const worker = startProcess()
    const before = await readProgress(id)
    // Killed alternately after a request, after storing papers, and after saving a checkpoint.
    const stage = STAGES[kill % STAGES.length] ?? 'requested'
    await waitUntil(async () => {
      if ((await readProgress(id))[stage] !== before[stage] || (await isOver())) return true
      held.shift()?.()
      return false
    })
    if (!(await isOver())) killed += 1
    worker.kill('SIGKILL')
    await worker.exited
    for (const release of held.splice(0)) release()
  }
  expect(killed).toBe(KILLS)

  simulator.onRequest = null
  const last = startProcess()
  await waitUntil(isOver)
  const { cards } = undisturbed.cards
  await waitUntil(async () => (await cardsOf(second._id)).cards.length >= cards.length)
  last.kill('SIGTERM')
  await last.exited
  expect(await findJob(id)).toMatchObject({ state: 'succeeded' })
  expect(await dump(COLLECTIONS)).toEqual(undisturbed.library)
  expect(await cardsOf(second._id)).toEqual(undisturbed.cards)
  // Each kill causes at most one repeated request.
  expect(simulator.requests.length).toBeLessThanOrEqual(requestCount + killed + 1)
})
