import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { hasSavedSince, readSavedSince } from '#api/store/readers/readingSaves.ts'
import { useApp } from '#tests/support/app.ts'

useApp()
const ITEMS = Number(Bun.env['READING_SAVES_ITEMS'] ?? 3_000)
const MARK = new Date('2026-11-20T12:00:00Z')
const before = (minutes: number) => new Date(MARK.getTime() - minutes * 60_000)
const after = (minutes: number) => before(-minutes)

/** An item of a list; one of an earlier version has no `listed_at`. */
const item = (id: number, added_at: Date, listed_at?: Date) => ({
  _id: `item-${id}` as never,
  user_id: `reader-${id % 500}`,
  paper_id: `arxiv:2611.${id}`,
  added_at,
  removed_at: null,
  ...(listed_at && { listed_at }),
})

async function collect(since: Date): Promise<{ ids: string[]; parts: number[] }> {
  const parts: string[][] = []
  for await (const part of readSavedSince(since)) parts.push(part)
  return { ids: parts.flat().toSorted(), parts: parts.map(({ length }) => length) }
}

/** How many documents of the lists `run` lets the database look at, and how long it takes. */
async function examined(run: () => Promise<unknown>): Promise<number> {
  const { db } = mongoose.connection
  await db?.command({ profile: 2 })
  const started = performance.now()
  await run()
  const ms = performance.now() - started
  await db?.command({ profile: 0 })
  const entries = await db
    ?.collection('system.profile')
    .find({ ns: /reading_list$/ })
    .toArray()
  await db?.collection('system.profile').drop()
  const seen = (entries ?? []).reduce((sum, { docsExamined = 0 }) => sum + Number(docsExamined), 0)
  console.log(`${ITEMS} items: ${seen} documents, ${ms.toFixed(1)} ms`)
  return seen
}

test('What readers saved since the last look is read by an index, however long their lists are', async () => {
  const items = mongoose.connection.collection('reading_list')
  for (let from = 0; from < ITEMS; from += 1_000)
    await items.insertMany(
      Array.from({ length: 1_000 }, (_, index) =>
        item(from + index, before(60 + from), index % 2 ? before(60) : undefined),
      ),
    )
  await items.insertMany([
    // Added to Zotero years before it came here.
    item(ITEMS + 1, new Date('2019-01-01T00:00:00Z'), after(1)),
    item(ITEMS + 2, after(2)),
    item(ITEMS + 3, after(3), after(3)),
    { ...item(ITEMS + 4, after(3), after(3)), paper_id: `arxiv:2611.${ITEMS + 3}` },
  ])
  expect((await collect(MARK)).ids).toEqual([1, 2, 3].map((number) => `arxiv:2611.${ITEMS + number}`))
  expect(await examined(() => collect(MARK))).toBeLessThanOrEqual(6)
  expect(await examined(() => hasSavedSince(MARK))).toBeLessThanOrEqual(2)
  expect(await hasSavedSince(after(4))).toBe(false)
  expect(await examined(() => hasSavedSince(after(4)))).toBe(0)
  const { ids, parts } = await collect(new Date(0))
  expect(ids).toHaveLength(ITEMS + 3)
  expect(Math.max(...parts)).toBe(1_000)
})
