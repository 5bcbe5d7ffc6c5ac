import { expect, test } from 'bun:test'
import { ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { newCheckpoint } from '#api/services/ingestion/ingestCheckpoint.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { findAnnouncement } from '#api/store/papers/announcements.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'

const { simulator, product, run } = usePipeline()
const at = (day: string) => setClock(instantOf(day, '09:30', ARXIV_ZONE))

test('A run that resumes at its last step, days later, records nothing of the days that it did not read', async () => {
  await makeReader('ada', ['cs.LG'])
  simulator.papers.push(...batch(8, '2026-11-16', 10_001), ...batch(8, '2026-11-18', 10_201))
  at('2026-11-16')
  await run('ingest')
  at('2026-11-20')
  await ingest(product, {}, { ...createJobContext(), checkpoint: { ...newCheckpoint([]), step: 'fill' } })
  expect(await findAnnouncement('arxiv', '2026-11-18')).toBeNull()
  await run('ingest')
  expect(await findAnnouncement('arxiv', '2026-11-18')).toMatchObject({ arrivals: 8 })
})
