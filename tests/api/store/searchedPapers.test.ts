import { expect, test } from 'bun:test'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { findPapersAfter } from '#api/store/papers/searchedPapers.ts'
import { feedRecord } from '#tests/api/support/records.ts'
import { useDatabase } from '#tests/support/database.ts'

const DAY = '2026-11-18'
const save = (...records: ReturnType<typeof feedRecord>[]) => savePapers(records.map(normalise), { generation: 0 })

useDatabase()

test('each change of a paper has the next number of the sequence', async () => {
  await save(feedRecord(1, DAY), feedRecord(2, DAY))
  await save(feedRecord(1, DAY, { comment: '9 pages' }))
  const records = await findPapersAfter(0, 10)
  expect(records.map(({ _id }) => _id)).toEqual(['arxiv:2611.90002', 'arxiv:2611.90001'])
  expect(await findPapersAfter(records[0]?.seq ?? 0, 10)).toHaveLength(1)
})
