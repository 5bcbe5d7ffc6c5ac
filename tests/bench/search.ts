import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { IndexedPaper } from '#api/search/searchIndex.ts'
import { IndexFile } from '#api/search/indexFile.ts'
import { REAL_DATA } from '#tests/support/realData.ts'
import { compare, meanOf, scoreSet } from './judgedSearch.ts'
import { readJudgedSets } from './judgedSets.ts'
import { measureKnownItems } from './knownItems.ts'
import { indexEngine, substringEngine, type Engine } from './searchEngines.ts'

// Measures the quality and speed of the search against a baseline: a substring search over all papers.
// The data is not part of the project; BENCH_DATA is the path of its folder. The first run encodes the judged collections,
// which takes 10 to 60 minutes of CPU; BENCH_SCORES is a file that the scores of each question are written to, and
// BENCH_BEFORE such a file of another version of the product, which is compared.
const folder = REAL_DATA

type Kept = Record<string, Record<string, readonly number[]>>

/**
 * Prints nDCG@10 on the judged collections, of plain FTS5 and of the product by words, and by meaning while a growing share
 * of the papers is encoded. Returns whether nothing is significantly worse than what is below it; null without them.
 */
async function measureQuality(): Promise<boolean | null> {
  const sets = readJudgedSets(join(folder, 'eval'))
  if (sets.length === 0) return skip('the judged collections')
  const before = process.env['BENCH_BEFORE']
  const earlier = before === undefined ? {} : ((await Bun.file(before).json()) as Kept)
  const all: Kept = {}
  let isGood = true
  for (const set of sets) {
    const scores = await scoreSet(set)
    all[set.name] = Object.fromEntries(scores)
    const baseline = { words: 'FTS5' } as Record<string, string>
    const rows = [...scores].map(([kind, values]) => {
      const below = scores.get(baseline[kind] ?? 'words')
      const gain = below && kind !== 'FTS5' ? compare(values, below) : null
      const old = earlier[set.name]?.[kind]
      if (gain && gain.interval[1] < 0) isGood = false
      return [
        kind,
        { 'nDCG@10': round(meanOf(values)), gain: show(gain), 'over before': show(old && compare(values, old)) },
      ]
    })
    console.log(`${set.name}, ${set.questions.length} questions; gain over FTS5 by words, over words by meaning (95 %)`)
    if (scores.size === 2) console.log('Skipped: by meaning, because the files of the model are not in the cache.')
    console.table(Object.fromEntries(rows))
  }
  if (process.env['BENCH_SCORES'] !== undefined) await Bun.write(process.env['BENCH_SCORES'], JSON.stringify(all))
  return isGood
}

function show(difference: ReturnType<typeof compare> | null | undefined): string {
  if (!difference) return ''
  const [low, high] = difference.interval
  return `${round(difference.mean)} [${round(low)}, ${round(high)}]`
}

/**
 * Returns whether the index is faster than the baseline in the geometric mean, and finds known papers better than FTS5;
 * null without the papers.
 */
function measureSpeed(): boolean | null {
  const papers = readPapers()
  if (papers.length === 0) return skip('real papers')
  const index = new IndexFile(':memory:', { timeMs: Infinity })
  const started = performance.now()
  for (let at = 0; at < papers.length; at += BATCH) index.put(papers.slice(at, at + BATCH))
  const putMs = (performance.now() - started) / papers.length
  const scan = substringEngine(papers)
  const search = indexEngine(index)
  // Every paper is within these days, so that both searches find the same.
  const searchFiltered = indexEngine(index, { from: '1990-01-01', to: '2100-01-01' })
  const rows = questions.map((question) => {
    const [ours, baseline] = [timeOf(search, question), timeOf(scan, question)]
    return {
      question,
      found: index.search({ q: question }).total,
      'index ms': round(ours),
      'scan ms': round(baseline),
      ratio: round(baseline / ours),
      'filtered / not': round(timeOf(searchFiltered, question) / ours),
    }
  })
  const known = measureKnownItems(index, papers)
  index.close()
  console.log(`Mean reciprocal rank of the paper that ${known.questions} questions of some of its words are from`)
  console.table({
    'FTS5 bm25': { MRR: round(known.plain) },
    'search index': { MRR: round(known.ours) },
  })
  const faster = geometricMean(rows.map(({ ratio }) => ratio))
  const filtered = geometricMean(rows.map((row) => row['filtered / not']))
  console.log(`${papers.length} papers, ${round(putMs)} ms each to index; the index is ${round(faster)} times as fast`)
  console.log(`A filter by days makes a search take ${round(filtered)} times as long`)
  console.table(rows)
  const finds = known.ours > known.plain
  return finds && faster > 1 && filtered < FILTERED_MAX
}

/** As the product indexes them. */
const BATCH = 500
/** A filter by days may cost this many times the search without it. */
const FILTERED_MAX = 3

const geometricMean = (values: readonly number[]) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

const questions = [
  'robot',
  'robot grasping',
  'diffusion models for planning',
  '"reinforcement learning"',
  'galaxy cluster lensing',
  'graph neural network molecules',
  'what limits the sample efficiency of imitation learning with few demonstrations',
]

/** Median of five runs in milliseconds, after one warm-up run. */
function timeOf(engine: Engine, question: string): number {
  const times = Array.from({ length: 6 }, () => {
    const started = performance.now()
    engine(question)
    return performance.now() - started
  })
  return times.slice(1).sort((one, other) => one - other)[2] ?? NaN
}

interface RealPaper {
  id: string
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  crawl_date?: string
  published?: string
}

function readPapers(): IndexedPaper[] {
  const files = ['arxiv-2025-09-10.jsonl.gz', 'arxiv-robotics-2025.jsonl.gz'].map((name) => join(folder, name))
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => gunzipSync(readFileSync(file)).toString().trim().split('\n'))
    .map((line, index) => {
      const { id, title, abstract, authors, categories, ...days } = JSON.parse(line) as RealPaper
      const day = days.crawl_date ?? days.published
      const dated_at = day === undefined ? null : `${day.slice(0, 10)}T00:00:00.000Z`
      return { id, seq: index + 1, title, abstract, authors, categories, doi: null, dated_at }
    })
}

function skip(what: string): null {
  console.log(`Skipped: ${what} not found in ${folder} (BENCH_DATA).`)
  return null
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

const quality = await measureQuality()
const speed = measureSpeed()
// Fails if the index is not better than the baseline.
if (quality === false || speed === false) process.exitCode = 1
