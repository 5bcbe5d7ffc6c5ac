import { join } from 'node:path'
import { seededRandom } from '#api/ranking/features/random.ts'
import {
  clusterPapers,
  fitTaste,
  indexBackground,
  indexDay,
  rankDay,
  shareOut,
  type DayIndex,
  type FeaturedPaper,
  type StrandOfDay,
} from '#api/ranking/ranker.ts'
import { REAL_DATA } from '#tests/support/realData.ts'
import { readAuthors } from './authorReaders.ts'
import { readCiteulike } from './citeulike.ts'
import type { Reader, ReaderSet } from './library.ts'
import { bootstrap, mean, ndcg, shuffled } from './measures.ts'
import { featureLibrary } from './rankers.ts'

// Measures interests kept apart. Two readers share an account: the lists are those of one of them, with papers of the days of
// the other, and nDCG@10 is that of the reader whose list it is, for the reader with more papers and for the one with
// fewer, with one model, with a strand for each of the two, and with the strands that the product proposes. Also a reader
// alone with the proposed strands. Settings: as for ranking.ts.
const folder = join(REAL_DATA, 'eval')
const limit = Number(process.env['EVAL_READERS'] ?? 300)
const HALVES = ['larger half', 'smaller half', 'alone'] as const
type Half = (typeof HALVES)[number]

interface Account {
  halves: readonly (readonly number[])[]
  lists: { papers: readonly number[]; positives: ReadonlySet<number>; half: Half }[]
}

function pairUp({ readers }: ReaderSet, random: () => number): Account[] {
  const order = shuffled(readers, random)
  return order.flatMap((one, at): Account[] => {
    const other = order[at + 1]
    if (at % 2 === 1 || other === undefined) return []
    const [larger, smaller] = one.profile.length < other.profile.length ? [other, one] : [one, other]
    return [
      {
        halves: [larger.profile, smaller.profile],
        lists: [
          ...listsOf(larger, smaller, 'larger half', random),
          ...listsOf(smaller, larger, 'smaller half', random),
        ],
      },
    ]
  })
}

/** The lists of a reader, each with the papers of a list of the other one that neither of them chose. */
function listsOf({ lists, profile }: Reader, other: Reader, half: Half, random: () => number): Account['lists'] {
  const own = new Set([...profile, ...other.profile, ...other.lists.flatMap(({ positives }) => [...positives])])
  return lists.map(({ papers, positives }) => {
    const beside = other.lists[Math.floor(random() * other.lists.length)]?.papers ?? []
    const all = new Set([...papers, ...beside.filter((paper) => !own.has(paper))])
    return { papers: shuffled([...all], random), positives, half }
  })
}

const alone = ({ readers }: ReaderSet): Account[] =>
  readers.map(({ profile, lists }) => ({
    halves: [profile],
    lists: lists.map(({ papers, positives }) => ({ papers, positives, half: 'alone' })),
  }))

const pairs = (count: number) => (count * (count - 1)) / 2

/** The adjusted Rand index of groups against the halves: 1 for the same, 0 as by chance (Hubert and Arabie, 1985). */
function agreement(groups: readonly (readonly number[])[], halves: Account['halves']): number {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + pairs(count), 0)
  const both = sum(groups.flatMap((group) => halves.map((half) => group.filter((one) => half.includes(one)).length)))
  const [ofGroups, ofHalves] = [sum(groups.map(({ length }) => length)), sum(halves.map(({ length }) => length))]
  const expected = (ofGroups * ofHalves) / pairs(groups.reduce((total, { length }) => total + length, 0))
  return (both - expected) / ((ofGroups + ofHalves) / 2 - expected)
}

function measureSet(set: ReaderSet): void {
  const { withLsa: papers } = featureLibrary(set.library)
  const background = indexBackground(set.background.map((paper) => papers[paper]!))
  const fit = (profile: readonly number[]) =>
    fitTaste(
      profile.map((paper) => ({ paper: papers[paper]!, weight: 1 })),
      background,
    )
  const numbers = new Map<FeaturedPaper, number>(papers.map((paper, number) => [paper, number]))
  const propose = (profile: readonly number[]) =>
    clusterPapers(profile.map((paper) => papers[paper]!)).map((group) => group.map((paper) => numbers.get(paper)!))
  const toStrands = (groups: readonly (readonly number[])[]): StrandOfDay[] => {
    const shares = shareOut(groups.map((group) => ({ papers: group.length, chosen: null })))
    return groups.map((group, at) => ({ id: `${at}`, name: '', taste: fit(group), share: shares[at]! }))
  }
  const results = new Map<string, number[][]>()
  const add = (name: string, row: number[]) => results.set(name, [...(results.get(name) ?? []), row])
  const agreements: number[] = []
  for (const { halves, lists } of [...pairUp(set, seededRandom(11)), ...alone(set)]) {
    const profile = halves.flat()
    const taste = fit(profile)
    const proposed = propose(profile)
    if (halves.length > 1) agreements.push(agreement(proposed, halves))
    const ways = { halves: toStrands(halves), proposed: toStrands(proposed.filter(({ length }) => length > 1)) }
    const values = lists.map(({ papers: listed, positives, half }) => {
      const day = indexDay(listed.map((paper) => ({ ...papers[paper]!, title: '', abstract: '', names: [] })))
      const order = (strands: readonly StrandOfDay[]) =>
        ndcg(
          rank(day, { taste, strands }).map((position) => listed[position]!),
          positives,
        )
      return { half, row: [order([]), order(ways.halves), order(ways.proposed)] }
    })
    for (const [half, own] of Map.groupBy(values, (value) => value.half))
      add(
        half,
        [0, 1, 2].map((way) => mean(own.map(({ row }) => row[way]!))),
      )
  }
  console.log(`${set.title}: proposed strands agree with the two readers by ${round(mean(agreements))} (adjusted Rand)`)
  console.table(Object.fromEntries(HALVES.map((half) => [half, describe(results.get(half) ?? [])])))
}

function rank(
  day: DayIndex,
  reader: { taste: ReturnType<typeof fitTaste>; strands: readonly StrandOfDay[] },
): number[] {
  const candidates = Uint32Array.from(day.papers.keys())
  const rest = { nextDoor: new Uint32Array(0), categories: [], matches: [], length: 0, seed: 'eval' }
  return rankDay(day, { ...reader, ...rest, candidates }).map(({ position }) => position)
}

function describe(rows: readonly number[][]) {
  const change = (way: number) => {
    const differences = rows.map((row) => row[way]! - row[0]!)
    return `${round(mean(differences))} [${bootstrap(differences).map(round).join(', ')}]`
  }
  return {
    readers: rows.length,
    'one model': round(mean(rows.map(([one]) => one!))),
    'a strand for each': change(1),
    'proposed strands': change(2),
  }
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

const authors = readAuthors(folder, { limit })
if (authors) measureSet(authors[0]!)
else console.log(`Skipped: authors as readers not found in ${folder} (BENCH_DATA).`)
const citeulike = readCiteulike(folder, { seed: 1, limit })
if (citeulike) measureSet(citeulike[1]!)
else console.log(`Skipped: citeulike-t not found in ${folder} (BENCH_DATA).`)
