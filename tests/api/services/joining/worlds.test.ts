import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { joinKeysOf, toMember, type Decisions } from '#api/services/joining/edges.ts'
import { canonicalIds, type JoinRecord } from '#api/services/joining/joinRecord.ts'
import { ABSTRACT, divide, LANTERNS, NOTHING } from './joinRecords.ts'

const ARXIV_IDS = [1, 2, 3].map((number) => `arxiv:2609.9000${number}`)
const DOIS = ['a', 'b', 'c', 'd'].map((name) => `doi:10.5555/${name}`)
const OTHERS = ['eprint:2026/7', 'osf:ab3de', 'pmid:9901', 'openreview:aB3']
const IDS = [...ARXIV_IDS, ...DOIS, ...OTHERS]
const TITLES = [LANTERNS, `${LANTERNS}, part II`, 'A valley of glass and slow narrow lanterns', 'Tides in salt marshes']
const AUTHORS = [['Mirela Quillfeather', 'Oskar Brandt'], ['M. Quillfeather', 'Tamsin Vey'], ['Ilse Brackwater']]

/** Few titles, authors and ids, so that most records of a world have something to do with each other. */
const anyRecord: fc.Arbitrary<JoinRecord> = fc
  .record({
    id: fc.constantFrom(...IDS),
    second: fc.option(fc.constantFrom(...OTHERS, ...DOIS), { nil: null, freq: 3 }),
    source: fc.constantFrom('arxiv', 'crossref', 'osf'),
    kind: fc.constantFrom('preprint', 'preprint', 'article', 'proceedings', 'other', 'notice'),
    links: fc.array(
      fc.record({
        type: fc.constantFrom('preprint-of', 'has-preprint', 'version-of', 'same-as'),
        to: fc.constantFrom(...IDS),
        by: fc.constantFrom('source', 'publisher', 'author', 'third'),
      }),
      { maxLength: 2 },
    ),
    title: fc.constantFrom(...TITLES),
    abstract: fc.constantFrom('', ABSTRACT, 'Salt and tides.'),
    authors: fc.constantFrom(...AUTHORS),
    published_at: fc.constantFrom(null, new Date('2026-09-21'), new Date('2025-01-01'), new Date('2019-05-01')),
  })
  .map(({ second, ...fields }) => ({ ...fields, own_ids: canonicalIds([fields.id, second]) }) as JoinRecord)
const anyWorld = fc.uniqueArray(anyRecord, { selector: ({ id }) => id, minLength: 2, maxLength: IDS.length })
const anyPairs = fc.array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)), { maxLength: 2 })
const anyDecisions: fc.Arbitrary<Decisions> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(NOTHING) },
  { weight: 1, arbitrary: fc.record({ must: anyPairs, mustNot: anyPairs }) },
)
const RUNS = { numRuns: 1_000, seed: 26 }

const keysOf = (one: JoinRecord) => new Set(joinKeysOf(toMember(one)))

/** The records that one can reach from `start` over what records have in common, and over decisions. */
function reach(start: JoinRecord, records: readonly JoinRecord[], { must }: Decisions): JoinRecord[] {
  const isAsked = (one: JoinRecord, other: JoinRecord) =>
    must.some((pair) => pair.includes(one.id) && pair.includes(other.id))
  const reached = [start]
  for (const one of reached)
    for (const other of records) {
      if (reached.includes(other)) continue
      if (!keysOf(one).isDisjointFrom(keysOf(other)) || isAsked(one, other)) reached.push(other)
    }
  return reached
}

describe('In any world', () => {
  test('the order of the records does not matter', () => {
    const anyOrders = anyWorld.chain((world) =>
      fc.tuple(fc.constant(world), fc.shuffledSubarray(world, { minLength: world.length }), anyDecisions),
    )
    fc.assert(
      fc.property(anyOrders, ([world, shuffled, decisions]) => {
        expect(divide(shuffled, decisions)).toEqual(divide(world, decisions))
      }),
      RUNS,
    )
  })

  test('records that come one by one end in the same papers as all at once', () => {
    let joined = 0
    fc.assert(
      fc.property(anyWorld, anyDecisions, (world, decisions) => {
        let papers: string[][] = []
        for (const [at, record] of world.entries()) {
          const reached = reach(record, world.slice(0, at + 1), decisions)
          const ids = new Set(reached.map(({ id }) => id))
          papers = [...papers.filter(([first]) => !ids.has(first ?? '')), ...divide(reached, decisions).groups]
        }
        const sorted = papers.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
        expect(sorted).toEqual(divide(world, decisions).groups)
        joined += sorted.filter(({ length }) => length > 1).length
      }),
      RUNS,
    )
    expect(joined).toBeGreaterThan(500)
  })

  test('without a record, the papers are those that the others alone are', () => {
    fc.assert(
      fc.property(anyWorld, anyDecisions, (world, decisions) => {
        const [gone, ...others] = world
        const papers = divide(others, decisions).groups
        expect(papers.flat()).not.toContain(gone!.id)
        expect(papers.flat().toSorted()).toEqual(others.map(({ id }) => id).toSorted())
      }),
      RUNS,
    )
  })

  test('every union has its rule and what speaks for it, and no decision is broken', () => {
    fc.assert(
      fc.property(anyWorld, anyDecisions, (world, decisions) => {
        const { groups, unions } = divide(world, decisions)
        expect(unions).toHaveLength(world.length - groups.length)
        for (const { rank, via } of unions) if (rank > 0 && rank < 5) expect(via).not.toBeNull()
        for (const [one, other] of decisions.mustNot)
          if (one !== other) expect(groups.some((group) => group.includes(one) && group.includes(other))).toBe(false)
      }),
      RUNS,
    )
  })
})
