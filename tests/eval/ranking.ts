import { join } from 'node:path'
import { REAL_DATA } from '#tests/support/realData.ts'
import { readAuthors } from './authorReaders.ts'
import { readCiteulike } from './citeulike.ts'
import { PLAN } from './baselines.ts'
import type { Ranker, ReaderSet } from './library.ts'
import { bootstrap, mean, ndcg } from './measures.ts'
import { createRankers } from './rankers.ts'

// Measures the order of the ranker beside baselines: nDCG@10 per list, its mean per reader, its mean over readers, and
// the paired difference to the plan with its 95 % interval. The data is not part of the project; BENCH_DATA is the path
// of its folder. EVAL_READERS: readers of each set and seed, at most. EVAL_VECTORS: path of vectors of the authors' papers
// without ending (`<path>.f32`, `<path>.ids.json`). EVAL_SET: only sets whose title contains it.
const folder = join(REAL_DATA, 'eval')
const limit = Number(process.env['EVAL_READERS'] ?? 500)
const only = process.env['EVAL_SET'] ?? ''
const SEEDS = [1, 2]

/** nDCG@10 of each ranker for each reader. */
function measure({ readers }: ReaderSet, rankers: readonly Ranker[]): Map<string, number[]> {
  const results = new Map(rankers.map(({ name }): [string, number[]] => [name, []]))
  for (const { profile, lists } of readers) {
    const learned = rankers.map(({ name, learn }) => ({ name, rank: learn(profile) }))
    const values = lists.map((list) => learned.map(({ rank }) => ndcg(rank(list.papers), list.positives)))
    for (const [index, { name }] of learned.entries()) results.get(name)!.push(mean(values.map((row) => row[index]!)))
  }
  return results
}

function printTable(title: string, results: ReadonlyMap<string, readonly number[]>): void {
  const plan = results.get(PLAN)!
  const rows = [...results].map(([name, values]) => {
    const differences = values.map((value, reader) => value - plan[reader]!)
    const [low, high] = bootstrap(differences)
    const row = {
      'nDCG@10': round(mean(values)),
      'over the plan': round(mean(differences)),
      from: round(low),
      to: round(high),
    }
    return [name, row] as const
  })
  console.log(`${title}: ${plan.length} readers`)
  console.table(Object.fromEntries(rows))
}

const round = (value: number) => Math.round(value * 10_000) / 10_000

/** Measures sets of one library and prints their tables; results of a title are collected over the calls. */
function measureSets(sets: readonly ReaderSet[], into: Map<string, Map<string, number[]>>): void {
  const chosen = sets.filter(({ title }) => title.includes(only))
  const first = chosen[0]
  if (!first) return
  const rankers = createRankers(first.library, first.background)
  for (const set of chosen) {
    const results = measure(set, rankers)
    const known = into.get(set.title)
    if (known) for (const [name, values] of results) known.get(name)!.push(...values)
    else into.set(set.title, results)
    printTable(set.title, into.get(set.title)!)
  }
}

const results = new Map<string, Map<string, number[]>>()
const authors = readAuthors(folder, { vectors: process.env['EVAL_VECTORS'], limit })
if (authors) measureSets(authors, results)
else console.log(`Skipped: authors as readers not found in ${folder} (BENCH_DATA).`)
for (const seed of SEEDS) {
  const sets = readCiteulike(folder, { seed, limit })
  if (sets) measureSets(sets, results)
  else console.log(`Skipped: citeulike-t not found in ${folder} (BENCH_DATA).`)
}
