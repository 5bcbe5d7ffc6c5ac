import { describe, expect, test } from 'bun:test'
import { termId } from '#api/ranking/features/terms.ts'
import {
  adjustTaste,
  countPhrase,
  fitTaste,
  indexBackground,
  indexDay,
  rankDay,
  type ReaderOfDay,
} from '#api/ranking/ranker.ts'
import { withWeights } from '#api/ranking/order/featureScores.ts'
import { takeOff } from '#api/ranking/order/lessOf.ts'
import { scorePapers } from '#api/ranking/order/scorePapers.ts'
import { frequenciesOf, inventPapers, readerOf, toDay } from './support/invented.ts'

const invented = inventPapers(400, 11)
const papers = toDay(invented, frequenciesOf(invented))
const [dayPapers, earlier] = [papers.slice(0, 100), papers.slice(100)]
const background = indexBackground(earlier)
const day = indexDay(dayPapers)
/** Glaciers are topic 2, lanterns topic 1. */
const glaciers = earlier.filter(({ topic }) => topic === 2)
const lanterns = earlier.filter(({ topic }) => topic === 1)
const rank = (liked: readonly (typeof papers)[number][], changes: Partial<ReaderOfDay> = {}) => {
  const taste = fitTaste(
    liked.map((paper) => ({ paper, weight: 1 })),
    background,
  )
  return rankDay(day, readerOf(dayPapers, { taste, length: 0, explained: 100, ...changes }))
}

describe('A paper that the taste was learned from', () => {
  const own = dayPapers.find(({ topic }) => topic === 2)!
  const rankOf = (liked: readonly (typeof papers)[number][]) => {
    const cards = rank(liked)
    return cards.findIndex(({ id }) => id === own.id)
  }

  test('is not ranked by its own likeness', () => {
    const another = lanterns.slice(0, 4)
    // The only paper of its subject among the liked: nothing else speaks for it.
    expect(rankOf([own])).toBeGreaterThan(20)
    expect(rankOf([own, ...another])).toBeGreaterThan(20)
  })

  test('still comes first if others are like it', () => {
    expect(rankOf([own, ...glaciers.slice(0, 6)])).toBeLessThan(dayPapers.filter(({ topic }) => topic === 2).length)
  })

  test('never names itself, and its parts sum to its score', () => {
    for (const liked of [[own], [own, ...glaciers.slice(0, 6)]]) {
      for (const { id, reasons } of rank(liked)) expect(reasons.map(({ paper_id }) => paper_id)).not.toContain(id)
      const taste = fitTaste(
        liked.map((paper) => ({ paper, weight: 1 })),
        background,
      )
      const reader = readerOf(dayPapers, { taste })
      withWeights(day, taste, () => {
        const { scores, explain } = scorePapers(day, reader, reader.candidates, dayPapers.length)
        const row = dayPapers.indexOf(own)
        let sum = 0
        explain(row, (_kind, _key, value) => (sum += value))
        expect(sum).toBeCloseTo(scores[row]!, 4)
      })
    }
  })
})

describe('Less of the main subject', () => {
  const liked = glaciers.slice(0, 6)
  const taste = fitTaste(
    liked.map((paper) => ({ paper, weight: 1 })),
    background,
  )
  const id = termId('glacier')!
  const shareFirst = (changes: Partial<ReaderOfDay>) =>
    rankDay(day, readerOf(dayPapers, { taste, length: 0, explained: 100, ...changes }))
      .slice(0, 10)
      .filter(({ position }) => dayPapers[position]!.topic === 2).length

  test('takes off all that carries it: other words of the subject, the direction, the nearest papers', () => {
    expect(shareFirst({})).toBe(10)
    const forgotten = adjustTaste(taste, [{ kind: 'term', key: 'glacier', action: 'forget' }])
    expect(shareFirst({ taste: forgotten })).toBe(10)
    expect(shareFirst({ taste: forgotten, less: [{ id, liked: [], push: 0 }] })).toBeLessThanOrEqual(5)
    expect(shareFirst({ taste: forgotten, less: [{ id, liked: [], push: 1 }] })).toBeLessThanOrEqual(2)
  })

  test('follows also on a day on which no paper has the term', () => {
    const others = dayPapers.filter(({ features }) => !features.ids.includes(id))
    const without = indexDay(others)
    const firstOf = (less: ReaderOfDay['less']) =>
      rankDay(without, readerOf(others, { taste, length: 0, less: less ?? [] }))
        .slice(0, 5)
        .filter(({ position }) => others[position]!.topic === 2).length
    expect(firstOf([])).toBe(5)
    expect(firstOf([{ id, liked: [0, 1, 2], push: 1 }])).toBeLessThanOrEqual(1)
  })

  test('leaves a paper without a vector and without the term as it is', () => {
    const others = dayPapers
      .filter(({ topic, features }) => topic !== 2 && !features.ids.includes(id))
      .map((paper, row) => (row === 0 ? { ...paper, vector: null } : paper))
    const rows = Uint32Array.from(others.keys())
    const scores = new Float64Array(rows.length)
    const less = [{ id, liked: [0, 1, 2], push: 1 }]
    expect(takeOff(indexDay(others), { taste, less }, scores, rows, rows.length)[0]).toBe(0)
    expect(scores[0]).toBe(0)
  })

  test('changes nothing for another subject, and the parts still sum to the scores', () => {
    const reader = readerOf(dayPapers, { taste, less: [{ id: termId('lantern')!, liked: [], push: 0 }] })
    expect(
      rankDay(day, reader)
        .slice(0, 10)
        .every(({ position }) => dayPapers[position]!.topic === 2),
    ).toBe(true)
    withWeights(day, taste, () => {
      const { scores, explain } = scorePapers(day, reader, reader.candidates, dayPapers.length)
      for (const row of dayPapers.keys()) {
        let sum = 0
        explain(row, (_kind, _key, value) => (sum += value))
        expect(sum).toBeCloseTo(scores[row]!, 4)
      }
    })
  })
})

const ids = (text: string) => [...countPhrase(text).ids]

describe('A typed topic', () => {
  test('of several words has only their pairs, one of one word the word', () => {
    expect(ids('glacier moraines')).toEqual([termId('glacier moraine')!])
    expect(ids('glaciers')).toEqual([termId('glacier')!])
    expect(ids('moraines of the glacier')).toEqual([])
  })
})
