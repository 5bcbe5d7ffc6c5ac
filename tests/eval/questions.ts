import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toUnit } from '#api/embedding/provider.ts'
import {
  askQuestion,
  barFor,
  indexQuestionBackground,
  probabilityFor,
  type QuestionPaper,
} from '#api/ranking/questions/question.ts'
import { countTerms, featurePaper, fitLsa, projectPaper, sumFrequencies, type TermCounts } from '#api/ranking/ranker.ts'
import { seededRandom } from '#api/ranking/features/random.ts'
import { readJudgedSets, type JudgedSet } from '../bench/judgedSets.ts'
import { readUnits } from '../bench/judgedVectors.ts'
import { REAL_DATA } from '#tests/support/realData.ts'

// Measures standing questions on the half of the judged questions that nothing was tuned on, over one library with all
// sets and 40 days of arXiv: precision and recall at the bar after 0, 3 and 10 judged examples, false alarms a week on
// the days of arXiv, which hold no answer, and the expected calibration error. The data is not part of the project;
// BENCH_DATA is the path of its folder. With the embedding model in the cache: by its vectors, else by latent ones.
const folder = join(REAL_DATA, 'eval')
const file = join(REAL_DATA, 'arxiv-2025-09-10.jsonl.gz')
/** Places of the examples in the order of the earlier half of the library. */
const PLACES = { 0: [], 3: [0, 1, 2], 10: [0, 1, 2, 3, 4, 6, 9, 13, 18, 25] }
const DAYS_A_WEEK = 5
/** Whether nothing was fitted on the question at a place of its set; of SciFact a quarter of these, for the time it takes. */
const KEPT: Record<string, (index: number) => boolean> = {
  SciFact: (index) => index % 8 === 1,
  MED: (index) => index % 4 < 2,
  Cranfield: (index) => index % 4 === 1 || index % 4 === 2,
}

type Meaning = (text: string) => { vector: Float32Array; space: string } | null
interface Vectors {
  papers: readonly (Float32Array | null)[]
  space: string
  meaningOf: Meaning
}

async function readEmbedding(sets: readonly JudgedSet[]): Promise<Vectors | null> {
  const units = await readUnits({
    name: 'all',
    papers: sets.flatMap(({ papers }) => papers),
    questions: sets.flatMap(({ questions }) => questions),
  })
  if (units === null) return null
  const mean = new Float32Array(units.papers[0]?.length ?? 0)
  for (const unit of units.papers) for (let at = 0; at < mean.length; at++) mean[at]! += unit[at]! / units.papers.length
  const centre = (unit: Float32Array) => toUnit(unit.map((value, at) => value - mean[at]!))
  const space = 'embedding'
  return {
    papers: units.papers.map(centre),
    space,
    meaningOf: (text) => ({ vector: centre(units.questionOf(text)), space }),
  }
}

function makeLatent(terms: readonly TermCounts[]): Vectors {
  const frequencies = sumFrequencies(terms, 1)
  const featuresOf = (one: TermCounts) => featurePaper({ id: '', categories: [], authors: [] }, one, frequencies, null)
  const featured = terms.map(featuresOf)
  const basis = fitLsa(
    featured.filter((_, index) => index % 2 === 0),
    frequencies,
  )
  return {
    papers: featured.map(({ features }) => projectPaper(basis, features)),
    space: basis.space,
    meaningOf: (text) => {
      const vector = projectPaper(basis, featuresOf(countTerms({ title: '', abstract: text })).features)
      return vector && { vector, space: basis.space }
    },
  }
}

async function measure(): Promise<void> {
  const arxiv = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgedSet['papers'][number] & { crawl_date: string })
  const days = new Set(arxiv.map(({ crawl_date }) => crawl_date.slice(0, 10))).size
  const sets = readJudgedSets(folder).filter(({ name }) => name in KEPT)
  const all = [...sets, { name: 'arXiv', papers: arxiv, questions: [] }]
  const owners = all.flatMap(({ name, papers }) => papers.map(({ id }) => ({ name, id })))
  const terms = all.flatMap(({ papers }) => papers.map((paper) => countTerms(paper)))
  const { papers: vectors, space, meaningOf } = (await readEmbedding(all)) ?? makeLatent(terms)
  const papers = terms.map((own, at): QuestionPaper => ({
    id: `${at}`,
    terms: own,
    vector: vectors[at] ?? null,
    space,
  }))
  const random = seededRandom(5)
  const drawn = Array.from({ length: 1_000 }, () => papers[Math.floor(random() * papers.length)]!)
  const used = { frequencies: sumFrequencies(terms, 1), background: indexQuestionBackground(drawn) }
  console.log(`Questions by words and ${space}, ${papers.length} papers, ${days} days of arXiv`)
  const rows: Record<string, object> = {}
  for (const { name, questions } of sets) {
    const kept = questions.filter((_, index) => KEPT[name]?.(index))
    for (const [examples, places] of Object.entries(PLACES)) {
      let [right, shown, wanted, alarms, error, likely] = [0, 0, 0, 0, 0, 0]
      const bins = Array.from({ length: 10 }, () => ({ papers: 0, sum: 0, right: 0 }))
      for (const { text, relevant } of kept) {
        const question = { text, meaning: meaningOf(text) }
        const isAnswer = (at: number) => owners[at]!.name === name && relevant.has(owners[at]!.id)
        const first = askQuestion(question, [], used)
        const past = papers
          .map((paper, at) => ({ paper, at }))
          .filter(({ at }) => at % 2 === 0)
          .map((one) => ({ ...one, probability: probabilityFor(first, one.paper) }))
          .toSorted((one, other) => other.probability - one.probability)
        const judged = places
          .flatMap((place) => past[place] ?? [])
          .map(({ paper, at }) => ({ paper, isAnswer: isAnswer(at) }))
        const asked = askQuestion(question, judged, used)
        const bar = barFor(asked, 'usual')
        for (const [at, paper] of papers.entries()) {
          if (at % 2 === 0) continue
          const probability = probabilityFor(asked, paper)
          if (isAnswer(at)) wanted += 1
          const bin = bins[Math.min(9, Math.floor(probability * 10))]!
          bin.papers += 1
          bin.sum += probability
          if (isAnswer(at)) bin.right += 1
          if (probability < bar) continue
          shown += 1
          if (isAnswer(at)) right += 1
          if (owners[at]!.name === 'arXiv') alarms += 1
        }
      }
      // Of the papers that are at all likely: nearly all others are certain to be none.
      for (const bin of bins.slice(1)) {
        error += Math.abs(bin.sum - bin.right)
        likely += bin.papers
      }
      rows[`${name} (${kept.length}), ${examples} examples`] = {
        precision: round(right / shown),
        recall: round(right / wanted),
        // Half of the papers of each day were asked.
        'false alarms a week': round((2 * alarms * DAYS_A_WEEK) / days / kept.length),
        'calibration error': round(error / likely),
      }
    }
  }
  console.table(rows)
}

const round = (value: number) => Math.round(value * 10_000) / 10_000

if (existsSync(file) && existsSync(join(folder, 'scifact-docs.jsonl.gz'))) await measure()
else
  console.log(
    `Skipped: standing questions, because SciFact and the days of arXiv are not in ${REAL_DATA} (BENCH_DATA).`,
  )
