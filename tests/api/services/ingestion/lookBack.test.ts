import { expect, test } from 'bun:test'
import { addDays, ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { findAnnouncement } from '#api/store/papers/announcements.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { sized } from '#tests/support/longRun.ts'

const { simulator, run } = usePipeline()
const MONDAY = '2026-11-09'

/** At 22:45 Eastern it is the next day in UTC, by which OAI-PMH dates its records. */
test.each(sized({ short: ['22:45'], long: ['13:00', '22:45'] }))(
  'A day that was missed ten days ago is recovered after %s',
  async (time) => {
    const ada = await makeReader('ada', ['cs.LG'])
    simulator.papers.push(
      ...batch(8, MONDAY, 10_001),
      ...batch(8, '2026-11-10', 10_101),
      ...batch(8, '2026-11-19', 10_201),
      ...batch(8, '2026-11-20', 10_301),
    )
    setClock(instantOf('2026-11-06', '09:00', ARXIV_ZONE))
    await run('ingest')
    setClock(instantOf(addDays(MONDAY, 10), time, ARXIV_ZONE))
    await run('ingest')
    setClock(instantOf(addDays(MONDAY, 11), '00:10', ARXIV_ZONE))
    await run('ingest')
    expect(await findAnnouncement('arxiv', MONDAY)).toMatchObject({ complete: true })
    expect((await findDelivery(ada._id, MONDAY))?.cards).toHaveLength(8)
  },
)
