import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Reason } from '#api/contract/reasons.ts'
import { withWeights } from '#api/ranking/order/featureScores.ts'
import { scorePapers, type PartKind } from '#api/ranking/order/scorePapers.ts'
import {
  adjustTaste,
  emptyTaste,
  fitTaste,
  indexBackground,
  indexDay,
  rankDay,
  type Match,
} from '#api/ranking/ranker.ts'
import { frequenciesOf, inventPapers, readerOf, toDay, TOPIC_CATEGORIES } from './support/invented.ts'

const library = inventPapers(300, 2)
const frequencies = frequenciesOf(library)
const featured = toDay(library, frequencies)
const background = indexBackground(featured.slice(150))
const liked = featured.slice(0, 150).filter(({ topic }) => topic === 0)
const taste = fitTaste(
  liked.slice(0, 12).map((paper) => ({ paper, weight: 1 })),
  background,
)
const papers = toDay(inventPapers(250, 3), frequencies)
const day = indexDay(papers)
const topics = papers.map(({ topic }) => topic)

describe('The order of a day', () => {
  test('puts papers like the liked ones first, also with only one liked paper', () => {
    const birds = topics.filter((topic) => topic === 0).length
    for (const known of [1, 12]) {
      const model = fitTaste(
        liked.slice(0, known).map((paper) => ({ paper, weight: 1 })),
        background,
      )
      const cards = rankDay(day, readerOf(papers, { taste: model, length: 0 }))
      const found = cards.slice(0, birds).filter(({ position }) => topics[position] === 0).length
      expect(found / birds).toBeGreaterThan(0.9)
    }
  })

  test('without a taste is by followed category, then the order of the day, and says nothing else', () => {
    const cards = rankDay(day, readerOf(papers, { categories: ['lamp.OIL'] }))
    const expected = [...papers.keys()].sort((one, other) => Number(topics[other] === 1) - Number(topics[one] === 1))
    expect(cards.map(({ position }) => position)).toEqual(expected)
    expect(cards[0]!.reasons).toEqual([{ kind: 'category', text: 'lamp.OIL' }])
    expect(cards[19]!.reasons.length + cards.at(-1)!.reasons.length).toBe(1)
  })

  test('holds each candidate once, repeats exactly, and depends on the seed only where it explores', () => {
    const rank = (seed: string) => rankDay(day, readerOf(papers, { taste, length: 40, seed }))
    const cards = rank('a:2026-11-20')
    expect(cards.map(({ position }) => position).toSorted((one, other) => one - other)).toEqual([...papers.keys()])
    expect(rank('a:2026-11-20')).toEqual(cards)
    const unexplored = (of: typeof cards) =>
      of
        .filter(({ reasons }) => reasons[0]?.kind !== 'explore')
        .map(({ id }) => id)
        .slice(0, 37)
    expect(rank('b:2026-11-20').map(({ id }) => id)).not.toEqual(cards.map(({ id }) => id))
    expect(unexplored(rank('b:2026-11-20'))).toEqual(unexplored(cards))
  })

  test('follows a pinned word and a followed author, and forgets what the reader wants forgotten', () => {
    const top = (changes: Parameters<typeof readerOf>[1]) =>
      rankDay(day, readerOf(papers, { taste, length: 0, ...changes })).map(({ position }) => papers[position]!)
    const holds =
      (word: string) =>
      ({ title, abstract }: (typeof papers)[number]) =>
        `${title} ${abstract}`.includes(word)
    const meanRank = (list: typeof papers) => {
      const ranks = [...list.keys()].filter((rank) => holds('varnish')(list[rank]!))
      return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
    }
    const pinned = adjustTaste(taste, [{ kind: 'term', key: 'varnish', action: 'pin' }])
    expect(meanRank(top({ taste: pinned }))).toBeLessThan(meanRank(top({})) - 20)
    const last = rankDay(day, readerOf(papers, { taste, length: 0 })).at(-1)!.position
    const match: Match = { position: last, kind: 'author', text: 'Ada Lind', weight: 20, maybe: true }
    const [first] = rankDay(day, readerOf(papers, { taste, matches: [match] }))
    expect(first).toMatchObject({ position: last, reasons: [{ kind: 'author', text: 'Ada Lind', maybe: true }] })
    const without = adjustTaste(taste, [{ kind: 'category', key: 'bird.WET', action: 'forget' }])
    const reasons = rankDay(day, readerOf(papers, { taste: without })).flatMap((card) => card.reasons)
    expect(reasons.some(({ kind }) => kind === 'category')).toBe(false)
  })

  test('keeps the order of the day for equal papers, and is a number for one, empty or no paper', () => {
    const empty = toDay([{ ...library[0]!, title: '', abstract: '', names: [], categories: [] }], frequencies)[0]!
    const same = indexDay([empty, { ...empty, id: 'b', vector: null, space: null }, { ...empty, id: 'c' }])
    expect(rankDay(same, readerOf(same.papers, { taste })).map(({ id, score }) => [id, score])).toEqual([
      [empty.id, 0],
      ['b', 0],
      ['c', 0],
    ])
    expect(rankDay(indexDay([papers[0]!]), readerOf([1], { taste })).map(({ score }) => score)).toEqual([0])
    expect(rankDay(indexDay([]), readerOf([], { taste }))).toEqual([])
  })
})

const parts = (reader: ReturnType<typeof readerOf>, of = day) =>
  withWeights(of, reader.taste, () => {
    const scored = scorePapers(of, reader, reader.candidates, reader.candidates.length)
    return [...reader.candidates.keys()].map((row) => {
      let sum = 0
      scored.explain(row, (_kind, _key, value) => (sum += value))
      return { score: scored.scores[row]!, sum }
    })
  })

describe('The parts of a score', () => {
  test('sum to it, for any reader', () => {
    const mixed = indexDay(papers.map((paper, at) => (at % 3 === 0 ? { ...paper, vector: null, space: null } : paper)))
    const actions = fc.constantFrom('pin' as const, 'raise' as const, 'lower' as const, 'forget' as const)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(149), fc.constantFrom(-1, 0.3, 1)), { maxLength: 15 }),
        fc.array(fc.tuple(fc.constantFrom('heron', 'wick', 'glacier moraine', 'none of these'), actions), {
          maxLength: 3,
        }),
        fc.array(fc.tuple(fc.nat(249), fc.double({ min: -2, max: 3, noNaN: true })), { maxLength: 4 }),
        fc.subarray(TOPIC_CATEGORIES),
        fc.subarray([...papers.keys()], { minLength: 1 }),
        fc.boolean(),
        (signals, adjustments, matches, categories, candidates, complete) => {
          const model = fitTaste(
            signals.map(([at, weight]) => ({ paper: featured[at]!, weight })),
            background,
          )
          const paper = { kind: 'paper' as const, key: model.profile.ids[0] ?? '', action: 'raise' as const }
          const corrected = adjustTaste(model, [
            ...adjustments.map(([key, action]) => ({ kind: 'term' as const, key, action })),
            paper,
          ])
          const reader = readerOf([], {
            taste: corrected,
            categories,
            candidates: Uint32Array.from(candidates),
            matches: matches.map(([position, weight]) => ({ position, weight, kind: 'keyword', text: 'x' })),
          })
          for (const { score, sum } of parts(reader, complete ? day : mixed)) {
            expect(Number.isFinite(score)).toBe(true)
            expect(Math.abs(score - sum)).toBeLessThan(1e-4)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('become reasons that stand in the paper, the largest first, at most four', () => {
    const cards = rankDay(day, readerOf(papers, { taste, categories: ['bird.WET'], length: 30 }))
    const kinds = new Set<string>()
    for (const { position, reasons } of cards.slice(0, 30)) {
      const { title, abstract, names, categories } = papers[position]!
      expect(reasons.length).toBeLessThanOrEqual(4)
      for (const { kind, text, paper_id } of reasons) {
        kinds.add(kind)
        if (kind === 'term') expect(`${title} ${abstract}`).toContain(text)
        if (kind === 'author') expect(names).toContain(text)
        if (kind === 'category') expect(categories).toContain(text)
        if (kind === 'near') expect(taste.profile.ids).toContain(paper_id!)
      }
    }
    expect([...kinds].toSorted()).toEqual(expect.arrayContaining(['category', 'near', 'term']))
    expect(cards.slice(30).every(({ reasons }) => reasons.length === 0)).toBe(true)
  })

  test('are named from the largest down, of closeness only the closest paper, of one name the surer part', () => {
    const [ada] = papers[7]!.names
    const match: Match = { position: 7, kind: 'author', text: ada!, weight: 2, maybe: true }
    const changes = { taste, categories: ['bird.WET'], length: 0, explained: papers.length, matches: [match] }
    const reader = readerOf(papers, changes)
    const cards = rankDay(day, reader)
    const nameOf = (position: number, kind: PartKind, key: number) => {
      if (kind === 'match') return `author ${ada}`
      if (kind === 'category') return `category ${papers[position]!.categories[key]}`
      const found = day.explain(position, key)
      return `${found?.kind} ${found?.text}`
    }
    withWeights(day, taste, () => {
      const { explain } = scorePapers(day, reader, reader.candidates, papers.length)
      for (const { position, score, reasons } of cards) {
        const values = new Map<string, number>()
        explain(position, (kind, key, value) => {
          if (kind === 'rest' || value < 0.05) return
          if (kind === 'feature' && day.explain(position, key) === null) return
          if (score <= 0 && kind !== 'category' && kind !== 'match') return
          if (kind === 'near') values.set(kind, Math.max(value, values.get(kind) ?? 0))
          else {
            const name = nameOf(position, kind, key)
            values.set(name, value + (values.get(name) ?? 0))
          }
        })
        const descending = [...values.values()].toSorted((one, other) => other - one)
        // A phrase stands for its words.
        const valueOf = ({ kind, text }: Reason) => {
          const names = kind === 'term' ? [text, ...text.split(' ')] : [text]
          const own = names.map((name) => values.get(kind === 'near' ? kind : `${kind} ${name}`) ?? 0)
          return Math.max(...own)
        }
        const shown = reasons.map(valueOf)
        expect(shown).toEqual(shown.toSorted((one, other) => other - one))
        expect(shown[0]).toBe(descending[0])
      }
    })
    const { reasons } = cards.find(({ position }) => position === 7)!
    expect(reasons).toContainEqual({ kind: 'author', text: ada!, maybe: true })
  })
})

describe('Exploration', () => {
  test('is one labelled card of each ten but the first, of a trained model, from below the list', () => {
    const rank = (of: typeof taste, length: number) => rankDay(day, readerOf(papers, { taste: of, length }))
    const top = new Set(
      rank(taste, 0)
        .slice(0, 40)
        .map(({ id }) => id),
    )
    const cards = rank(taste, 40)
    const explored = [...cards.entries()].filter(([, { reasons }]) => reasons[0]?.kind === 'explore')
    expect(explored.map(([rank]) => Math.floor(rank / 10))).toEqual([1, 2, 3])
    expect(explored.some(([, { id }]) => top.has(id))).toBe(false)
    const centroid = fitTaste([{ paper: liked[0]!, weight: 1 }], background)
    for (const none of [rank(taste, 19), rank(taste, 250), rank(centroid, 40), rank(emptyTaste(), 40)])
      expect(none.flatMap(({ reasons }) => reasons).some(({ kind }) => kind === 'explore')).toBe(false)
  })
})

describe('Papers from next door', () => {
  const inside = Uint32Array.from(papers.keys()).filter((position) => topics[position] !== 0)
  const outside = Uint32Array.from(papers.keys()).filter((position) => topics[position] === 0)
  const rank = (of: typeof taste, candidates = inside, nextDoor = outside) =>
    rankDay(day, readerOf(papers, { taste: of, candidates, nextDoor, length: 30 }))

  test('are at most two, among the best of the day, and labelled', () => {
    const cards = rank(taste)
    const found = cards.filter(({ from_next_door }) => from_next_door)
    const nextDoor = { kind: 'next_door', text: 'bird.WET' } as const
    expect(cards.slice(0, 2)).toEqual(found)
    expect(found.map(({ reasons }) => reasons[0])).toEqual([nextDoor, nextDoor])
    expect(cards.length).toBe(inside.length + 2)
    // The best of the day are all inside.
    expect(rank(taste, outside, inside).some(({ from_next_door }) => from_next_door)).toBe(false)
  })

  test('are not shown to a reader without a taste', () => {
    expect(rank(emptyTaste()).some(({ from_next_door }) => from_next_door)).toBe(false)
  })
})
