import { expect, test } from 'bun:test'
import { NearestPapers } from '#api/services/nearness/nearest.ts'
import { saveVectors } from '#api/store/papers/vectors.ts'
import { useDatabase } from '#tests/support/database.ts'

useDatabase()

const store = (count: number) =>
  saveVectors(
    Array.from({ length: count }, (_, number) => {
      return { id: `p${number}`, model: 'big', text_hash: '', seq: number, vector: Int8Array.of(127, number, -number) }
    }),
  )
const TOWARDS = Float32Array.of(1, 0, 0)

test('Every paper is compared while all fit into the memory', async () => {
  await store(100)
  const nearest = new NearestPapers()
  const rows = await nearest.readRows('big', 3)
  expect([rows?.size, nearest.oldestId]).toEqual([100, null])
  expect(rows?.findNearest(TOWARDS, 1)[0]?.id).toBe('p0')
})

test('When not all fit, the newest are compared, and the oldest of them is known', async () => {
  await store(100)
  const nearest = new NearestPapers({ capacityOf: () => 50 })
  const rows = await nearest.readRows('big', 3)
  // A tenth is left free for papers that are encoded later.
  expect([rows?.size, nearest.oldestId]).toEqual([45, 'p55'])
  expect(rows?.findNearest(TOWARDS, 1)[0]?.id).toBe('p55')
})
