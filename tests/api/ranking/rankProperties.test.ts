import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { findMute } from '#api/ranking/interests.ts'
import { rank, type RankingPaper } from '#api/ranking/rank.ts'

describe('For any papers and readers', () => {
  const words = fc
    .array(fc.constantFrom('heron', 'lantern', 'night', 'visions', '$\\alpha$', '…'), { maxLength: 4 })
    .map((list) => list.join(' '))
  const names = fc.constantFrom('Ines Aldercroft', 'I. Aldercroft', 'Bas Kruidenier', 'Óðinsson, Tomás', '')
  const codes = fc.constantFrom('cs.LG', 'cs.NA', 'math.NA', 'math.CO', 'night-skies')
  const papers = fc
    .array(
      fc.record({
        title: words,
        abstract: words,
        authors: fc.array(names, { maxLength: 3 }),
        categories: fc.array(codes, { maxLength: 3 }),
        primary_category: fc.option(codes),
        announce_type: fc.constantFrom('new' as const, 'cross' as const, null),
        announced_on: fc.constantFrom('2026-11-19', '2026-11-20', null),
        published_at: fc.constantFrom(new Date('2026-11-18T16:00:00Z'), null),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.map((one, index): RankingPaper => ({ ...one, id: `arxiv:${index}` })))
  const readers = fc.record({
    category_ids: fc.array(codes, { maxLength: 3 }),
    interests: fc.record({
      keywords: fc.array(words, { maxLength: 3 }),
      authors: fc.array(names, { maxLength: 2 }),
      muted_terms: fc.array(words, { maxLength: 1 }),
      muted_authors: fc.array(names, { maxLength: 1 }),
    }),
  })

  test('the ranking does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(
        papers.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        readers,
        ([list, shuffled], of) => expect(rank(shuffled, of)).toEqual(rank(list, of)),
      ),
    )
  })

  test('each paper is either muted or ranked once, and the scores are finite and descending', () => {
    fc.assert(
      fc.property(papers, readers, (list, of) => {
        const ranked = rank(list, of)
        const kept = list.filter((one) => findMute(one, of.interests) === null)
        expect(ranked.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted())
        for (const [index, { score }] of ranked.entries()) {
          expect(Number.isFinite(score)).toBe(true)
          expect(score).toBeLessThanOrEqual(ranked[index - 1]?.score ?? Infinity)
        }
      }),
    )
  })

  test('another keyword never lowers a score, and only changes scores of papers that match it', () => {
    fc.assert(
      fc.property(papers, readers, (list, of) => {
        const more = { ...of, interests: { ...of.interests, keywords: [...of.interests.keywords, 'heron'] } }
        const before = new Map(rank(list, of).map(({ id, score }) => [id, score]))
        for (const { id, score, reasons } of rank(list, more)) {
          if (reasons.some(({ text }) => text === 'heron')) expect(score).toBeGreaterThanOrEqual(before.get(id) ?? 0)
          else expect(score).toBe(before.get(id) ?? NaN)
        }
      }),
    )
  })
})
