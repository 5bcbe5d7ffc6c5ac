import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { normalise } from '#api/ranking/features/sparse.ts'
import { seededRandom } from '#api/ranking/features/random.ts'
import {
  authorKey,
  countTerms,
  featurePaper,
  fitTaste,
  indexBackground,
  indexDay,
  rankDay,
  sumFrequencies,
  type DayPaper,
  type DocumentFrequencies,
  type Taste,
} from '#api/ranking/ranker.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'

// Measures one fit, and the ranking of one day for many readers, against a ranking that scores each paper of each reader
// with look-ups in maps and plain loops. CPU time on one core. The vectors are random: only their number matters here.
const FILE = 'arxiv-2025-09-10.jsonl.gz'
const DAY = 1_500
const BACKGROUND = 2_000
const CANDIDATES = 300
const PROFILE = 20
const DIMENSIONS = 384
const TASTES = 40
const RANKED = 2_000
const SHOWN = 20
/** The bench fails if the ranking of a day is not this many times as fast as the plain one. */
const RATIO_MIN = 3

interface RealPaper {
  id: string
  title: string
  abstract: string
  authors: string[]
  categories: string[]
}

const random = seededRandom(5)

function readPapers(): { papers: DayPaper[]; frequencies: DocumentFrequencies } {
  const lines = gunzipSync(readFileSync(join(REAL_DATA, FILE)))
    .toString()
    .trim()
    .split('\n')
  const papers = lines.map((line) => JSON.parse(line) as RealPaper)
  const started = cpuMs()
  const terms = papers.map(countTerms)
  console.log(`terms of a paper: ${round((cpuMs() - started) / papers.length)} ms`)
  const frequencies = sumFrequencies(terms, 1)
  const featured = papers.map((paper, index) => {
    const authors = paper.authors.map(authorKey)
    const values = normalise(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5))
    const vector = { space: 'random', values }
    return {
      ...paper,
      names: paper.authors,
      ...featurePaper({ ...paper, authors }, terms[index]!, frequencies, vector),
    }
  })
  return { papers: featured, frequencies }
}

const pick = (count: number, from: number) => {
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(random() * from))
  return Uint32Array.from(chosen)
}

/** Scores as the product does, but with a look-up for each term and without anything shared by readers. */
function rankPlainly(papers: readonly DayPaper[], candidates: Uint32Array, taste: Taste): number[] {
  const weights = new Map(Array.from(taste.features.ids, (id, at) => [id, taste.features.values[at]!]))
  const presence = new Map(Array.from(taste.features.ids, (id, at) => [id, taste.presence[at]!]))
  const { values, scales } = taste.profile.vectors
  const scored = [...candidates].map((position) => {
    const { features, vector } = papers[position]!
    let score = taste.bias
    for (const [at, id] of features.ids.entries())
      score += (weights.get(id) ?? 0) * features.values[at]! + (presence.get(id) ?? 0)
    const cosines = [...scales].map((scale, row) => {
      let sum = 0
      for (let dim = 0; dim < DIMENSIONS; dim++) sum += values[row * DIMENSIONS + dim]! * vector![dim]!
      return sum * scale
    })
    const [direction = 0, ...nearest] = cosines
    nearest.sort((one, other) => other - one)
    return { position, score: score + direction + nearest.slice(0, 3).reduce((sum, value) => sum + value, 0) }
  })
  return scored.sort((one, other) => other.score - one.score).map(({ position }) => position)
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const round = (value: number) => Math.round(value * 1_000) / 1_000

/** CPU time of one call in ms, after a tenth of the calls to warm up. */
function timeOf(calls: number, run: (call: number) => void): number {
  for (let call = 0; call < calls / 10; call++) run(call)
  const started = cpuMs()
  for (let call = 0; call < calls; call++) run(call)
  return (cpuMs() - started) / calls
}

if (hasRealData(FILE, 'the bench of the ranking')) {
  const { papers, frequencies } = readPapers()
  const background = indexBackground(papers.slice(DAY, DAY + BACKGROUND))
  const profiles = Array.from({ length: TASTES }, () =>
    [...pick(PROFILE, 2_000)].map((index) => ({ paper: papers[DAY + BACKGROUND + index]!, weight: 1 })),
  )
  const fitMs = timeOf(TASTES, (call) => void fitTaste(profiles[call]!, background))
  const tastes = profiles.map((examples) => fitTaste(examples, background))
  const started = cpuMs()
  const day = indexDay(papers.slice(0, DAY), frequencies)
  const indexMs = cpuMs() - started
  const everyone = Uint32Array.from(day.papers.keys())
  const readers = Array.from({ length: TASTES }, (_, index) => {
    const candidates = pick(CANDIDATES, DAY)
    const own = new Set(candidates)
    return {
      candidates,
      nextDoor: everyone.filter((position) => !own.has(position)),
      taste: tastes[index]!,
      categories: ['cs.LG'],
      matches: [],
      length: SHOWN,
      seed: `${index}`,
    }
  })
  const rankMs = timeOf(RANKED, (call) => void rankDay(day, readers[call % TASTES]!))
  const explainedMs = timeOf(
    RANKED / 4,
    (call) => void rankDay(day, { ...readers[call % TASTES]!, explained: CANDIDATES }),
  )
  const orderMs = timeOf(
    RANKED,
    (call) => void rankDay(day, { ...readers[call % TASTES]!, nextDoor: new Uint32Array(0), length: 0 }),
  )
  const plainMs = timeOf(TASTES, (call) => void rankPlainly(day.papers, readers[call]!.candidates, tastes[call]!))
  console.table({
    'fit a taste of 20 papers': { ms: round(fitMs) },
    [`index a day of ${DAY} papers`]: { ms: round(indexMs) },
    [`rank ${CANDIDATES} papers, with reasons and next door`]: {
      ms: round(rankMs),
      's for 100,000 readers': round(rankMs * 100),
    },
    'the same, with the reasons of all, as in a delivery': {
      ms: round(explainedMs),
      's for 100,000 readers': round(explainedMs * 100),
    },
    [`rank ${CANDIDATES} papers, order only`]: { ms: round(orderMs), 's for 100,000 readers': round(orderMs * 100) },
    'the same, plainly': { ms: round(plainMs), 's for 100,000 readers': round(plainMs * 100) },
  })
  console.log(`The order is made ${round(plainMs / orderMs)} times as fast as plainly`)
  if (plainMs / orderMs < RATIO_MIN) process.exitCode = 1
}
