import { expect, test } from 'bun:test'
import { SearchTime } from '#api/search/searchTime.ts'

test('The time of a search is the CPU time of its thread: waiting for a busy machine does not shorten it', () => {
  const time = new SearchTime(50)
  Bun.sleepSync(200)
  expect(time.isOver()).toBe(false)
  let turns = 0
  while (!time.isOver()) turns++
  expect(turns).toBeGreaterThan(0)
})
