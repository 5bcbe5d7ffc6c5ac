import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { readRankingDay } from '#api/services/ranking/rankingDay.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

useApp()
const DAY = '2026-11-20'
/** So many that one more changes no other thing that the prepared day depends on. */
const NUMBERS = Array.from({ length: 12 }, (_, index) => index + 1)

test('A prepared day has a paper whose number is lower than that of a paper that was visible before', async () => {
  await storePapers(NUMBERS, { announced_on: DAY })
  const papers = mongoose.connection.collection<{ _id: string; seq: number }>('papers')
  const late = (await papers.findOneAndDelete({ _id: paperId(1) }))!
  const other = (await papers.findOne({ _id: paperId(2) }))!
  expect(late.seq).toBeLessThan(other.seq)
  await recordDay(DAY)
  expect((await readRankingDay(DAY)).papers.length).toBe(11)
  await papers.insertOne(late)
  await recordDay(DAY)
  expect((await readRankingDay(DAY)).papers.length).toBe(12)
})
