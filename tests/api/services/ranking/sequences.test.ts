import { describe, expect, test } from 'bun:test'
import { seededRandom } from '#api/ranking/features/random.ts'
import { estimateRate, type ReaderCounts } from '#api/services/ranking/sequences.ts'

/** As before the number of lists is enough to say anything. */
const FROM = 60
const RUNS = 200
const LISTS = 300

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Whether the interval leaves out one half at any of the looks, one after each list. */
function everDecides(seed: number, { readers, logit, sd }: { readers: number; logit: number; sd: number }): boolean {
  const random = seededRandom(seed)
  const rates = Array.from({ length: readers }, () => 1 / (1 + Math.exp(-(logit + sd * normal(random)))))
  const counts = rates.map((): ReaderCounts => ({ wins: 0, losses: 0, readers: 1 }))
  for (let list = 1; list <= LISTS; list++) {
    const reader = Math.floor(random() * readers)
    counts[reader]![random() < rates[reader]! ? 'wins' : 'losses']++
    if (list < FROM) continue
    const [low, high] = estimateRate(counts, { oneReader: readers === 1 }).interval
    if (low > 0.5 || high < 0.5) return true
  }
  return false
}

const shareOf = (runs: number, of: Parameters<typeof everDecides>[1]) =>
  Array.from({ length: runs }, (_, run) => everDecides(1 + run, of)).filter(Boolean).length / runs

describe('The interval of the comparison of two orders, looked at after each list,', () => {
  test.each([
    [10, 0.5],
    [30, 0.5],
    [30, 0],
    [1, 0],
  ])('is wrong in less than 5 % of the runs without an effect: %p readers that differ by %p', (readers, sd) => {
    expect(shareOf(RUNS, { readers, logit: 0, sd })).toBeLessThan(0.05)
  })

  test.each([
    [30, 0.8],
    [10, 1.2],
    [1, 0.7],
  ])('finds an effect that is there: %p readers, %p logit', (readers, logit) => {
    expect(shareOf(40, { readers, logit, sd: readers === 1 ? 0 : 0.5 })).toBeGreaterThan(0.75)
  })
})

test('The rate of one reader is the share of the wins, that of several readers the rate of the mean reader', () => {
  expect(estimateRate([{ wins: 30, losses: 70, readers: 1 }], { oneReader: true }).rate).toBeCloseTo(0.3)
  // One reader of many lists is one reader.
  const busy = [
    { wins: 190, losses: 10, readers: 1 },
    { wins: 4, losses: 6, readers: 20 },
  ]
  const { rate, interval } = estimateRate(busy, { oneReader: false })
  expect(rate).toBeLessThan(0.5)
  expect(interval[0]).toBeLessThan(rate)
  expect(interval[1]).toBeGreaterThan(0.5)
})
