import { expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { requestExpectedFetch } from '#api/services/schedule/schedule.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { findOpenJob, INGEST_KEY } from '#api/store/jobs/jobs.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { simulateEprint, usePipeline } from '#tests/api/support/pipeline.ts'
import { announcedOn, at, cardsOf, findFalseLedgers, ledgerOf } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simEprints } from '#tests/simulators/eprint.ts'

const { simulator, eprint } = simulateEprint()
const { product, run } = usePipeline({ further: [eprint], stop: () => simulator.stop() })
const MON = '2026-11-23'
const day = (offset: number) => addDays(MON, offset)

const fetchNow = () => ingest(product, { source: 'eprint' }, createJobContext())

/** Posts papers with consecutive numbers on a day. */
const post = (count: number, on: string, first: number) => simulator.papers.push(...simEprints(count, on, first))

test('a cryptographer has the papers of the followed subjects each day, none of them twice, whatever is changed', async () => {
  const reader = await makeReader('ada', ['eprint.foundations'])
  simulator.papers = []
  for (let offset = 0; offset < 5; offset += 1) {
    post(8, day(offset), 1_501 + 8 * offset)
    // The first paper is changed on each day.
    simulator.papers[2]!.changedAt = `${day(offset)}T20:00:00Z`
    at(day(offset + 1))
    await run('ingest')
  }
  expect(await ledgerOf('eprint')).toEqual([1, 2, 3, 4, 5].map((offset) => `${day(offset)} announced 8`))
  const expected = [0, 1, 2, 3, 4].flatMap((offset) =>
    [2, 6].map((index) => `${day(offset + 1)} eprint:2026/${1_501 + 8 * offset + index}`),
  )
  expect((await cardsOf(reader._id)).toSorted()).toEqual(expected.toSorted())
  expect(await findFalseLedgers()).toEqual([])
})

test('the archive is asked once a day, and left alone for an hour after a failure', async () => {
  await makeReader('ada', ['eprint.foundations'])
  simulator.papers = simEprints(4, MON, 1_501)
  simulator.requests.length = 0
  await saveSourceSettings('arxiv', { enabled: false })
  at(day(1), '00:40')
  simulator.fail('refused', { times: 2 })
  await expect(fetchNow()).rejects.toMatchObject({
    code: 'source-unavailable',
  })
  const isQueued = async (time: string) => {
    at(day(1), time)
    await requestExpectedFetch(product)
    return (await findOpenJob(INGEST_KEY)) !== null
  }
  expect(await isQueued('01:10')).toBe(false)
  expect(await isQueued('01:41')).toBe(true)
  await fetchNow()
  expect(await announcedOn('eprint:2026/1501')).toEqual([`${day(1)} new`])
  const asked = simulator.requests.length
  await fetchNow()
  expect(simulator.requests).toHaveLength(asked)
})
