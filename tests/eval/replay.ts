import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { setClock } from '#api/platform/clock.ts'
import { findMute } from '#api/ranking/interests.ts'
import { seededRandom } from '#api/ranking/features/random.ts'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { saveToList } from '#api/services/readingList/readingList.ts'
import { prepareRanking } from '#api/services/ranking/prepareRanking.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { parseArxivId } from '#api/text/arxivId.ts'
import { canonicalCategories } from '#api/text/taxonomy/taxonomy.ts'
import { foldWords } from '#api/text/words.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { feedRecord } from '#tests/api/support/records.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { mean, ndcg } from './measures.ts'

// Lets simulated readers live through the real weeks of September and October 2025, with real deliveries. A reader looks
// for papers with one pair of words, which the product does not know, and saves up to three of them among the first 40
// cards of each day. Printed: nDCG@10 and the share of days with a hit in the first five cards by week, beside the order
// of time; cards shown twice; cards that hold a muted word; the share of labelled exploration.
// EVAL_REPLAY_READERS: number of readers; EVAL_REPLAY_DAYS: number of days.
const FILE = 'arxiv-2025-09-10.jsonl.gz'
const READERS = Number(process.env['EVAL_REPLAY_READERS'] ?? 40)
const DAYS = Number(process.env['EVAL_REPLAY_DAYS'] ?? 40)
const LOOKED_AT = 40
const SAVES = 3
const MUTED = 'benchmark'

interface RealPaper {
  id: string
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  crawl_date: string
}

const random = seededRandom(20_250_910)

async function readPapers(): Promise<Map<string, RealPaper[]>> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(join(REAL_DATA, FILE)).bytes()))
  const papers = new Map<string, RealPaper>()
  for (const line of text.split('\n').filter(Boolean)) {
    const paper = JSON.parse(line) as RealPaper
    const id = parseArxivId(paper.id)?.id
    const categories = canonicalCategories(paper.categories)
    if (id !== undefined && categories.length > 0 && !papers.has(id)) papers.set(id, { ...paper, id, categories })
  }
  const days = Map.groupBy(papers.values(), ({ crawl_date }) => crawl_date.slice(0, 10))
  return new Map([...days].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, DAYS))
}

const pairsOf = ({ title, abstract }: RealPaper): Set<string> => {
  const words = foldWords(`${title} ${abstract}`)
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`))
}

interface SimulatedReader {
  user: UserRecord
  pair: string
  category: string
  shown: Set<string>
}

/** Readers of a category and a pair of words that 1 to 4 % of its papers have. */
async function makeReaders(papers: readonly RealPaper[], pairs: ReadonlyMap<string, ReadonlySet<string>>) {
  const byCategory = [...Map.groupBy(papers, ({ categories }) => categories[0] ?? '')].filter(
    ([, group]) => group.length >= 300,
  )
  const readers: SimulatedReader[] = []
  while (readers.length < READERS) {
    const [category, group] = byCategory[Math.floor(random() * byCategory.length)]!
    const counts = new Map<string, number>()
    for (const { id } of group) for (const pair of pairs.get(id)!) counts.set(pair, (counts.get(pair) ?? 0) + 1)
    const suited = [...counts].filter(
      ([pair, count]) =>
        count >= 0.01 * group.length &&
        count <= 0.04 * group.length &&
        pair.split(' ').every((word) => word.length > 4),
    )
    const [pair] = suited[Math.floor(random() * suited.length)]!
    const muted_terms = readers.length % 4 === 0 ? [MUTED] : []
    const interests = { keywords: [], authors: [], muted_terms, muted_authors: [] }
    const user = await makeReader(`reader-${readers.length}`, [category], { interests })
    readers.push({ user, pair, category, shown: new Set() })
  }
  return readers
}

interface DayResult {
  week: number
  ndcg: number
  byTime: number
  hit: boolean
}

async function replay(): Promise<void> {
  const days = await readPapers()
  const all = [...days.values()].flat()
  const pairs = new Map(all.map((paper) => [paper.id, pairsOf(paper)]))
  const readers = await makeReaders(all, pairs)
  const results: DayResult[] = []
  const counts = { cards: 0, twice: 0, muted: 0, explored: 0, nextDoor: 0 }
  for (const [number, [day, papers]] of [...days].entries()) {
    setClock(new Date(`${day}T12:00:00Z`))
    const records = papers.map(({ id, title, abstract, authors, categories }) =>
      feedRecord(0, day, {
        id: `arxiv:${id}`,
        source_id: id,
        title,
        abstract,
        authors: authors.map((name) => ({ name })),
        categories,
        primary_category: categories[0] ?? null,
      }),
    )
    await savePapers(records.map(normalise), { generation: 0 })
    await recordAnnouncement('arxiv', day, { seen: papers.length, complete: true })
    // As the schedule does each week.
    if (number % 5 === 0) await prepareRanking(createJobContext())
    for (const reader of readers) results.push(...(await liveDay(reader, { day, number, papers, pairs, counts })))
    console.log(`${day}: ${papers.length} papers`)
  }
  report(results, counts)
}

async function liveDay(
  { user, pair, category, shown }: SimulatedReader,
  {
    day,
    number,
    papers,
    pairs,
    counts,
  }: {
    day: string
    number: number
    papers: readonly RealPaper[]
    pairs: ReadonlyMap<string, ReadonlySet<string>>
    counts: { cards: number; twice: number; muted: number; explored: number; nextDoor: number }
  },
): Promise<DayResult[]> {
  const byId = new Map(papers.map((paper) => [`arxiv:${paper.id}`, paper]))
  const { cards } = await deliverDay(user, day)
  const ids = cards.map(({ paper_id }) => paper_id)
  const isWanted = (id: string) => pairs.get(id.replace('arxiv:', ''))?.has(pair) ?? false
  for (const { paper_id, reasons, from_next_door } of cards) {
    counts.cards++
    if (shown.has(paper_id)) counts.twice++
    shown.add(paper_id)
    const paper = byId.get(paper_id)
    if (paper && findMute({ ...paper }, user.interests) !== null) counts.muted++
    if (reasons.some(({ kind }) => kind === 'explore')) counts.explored++
    if (from_next_door) counts.nextDoor++
  }
  const own = ids.filter((_, at) => !cards[at]?.from_next_door)
  const positives = new Set(own.filter(isWanted))
  const inTime = papers.map(({ id }) => `arxiv:${id}`).filter((id) => own.includes(id))
  const result: DayResult = {
    week: Math.floor(number / 5),
    ndcg: ndcg(ids, positives),
    byTime: ndcg(inTime, positives),
    hit: ids.slice(0, 5).some(isWanted),
  }
  const chosen = ids.slice(0, LOOKED_AT).filter(isWanted).slice(0, SAVES)
  for (const paper_id of chosen) await saveToList(user, { paper_id })
  return positives.size === 0 || category === '' ? [] : [result]
}

function report(results: readonly DayResult[], counts: Record<string, number>): void {
  console.table(
    [...Map.groupBy(results, ({ week }) => week)].map(([week, group]) => ({
      week: week + 1,
      lists: group.length,
      'nDCG@10': round(mean(group.map((one) => one.ndcg))),
      'in order of time': round(mean(group.map(({ byTime }) => byTime))),
      'hit in the first five': round(mean(group.map(({ hit }) => Number(hit)))),
    })),
  )
  const { cards = 1, twice, muted, explored = 0, nextDoor } = counts
  console.table({
    cards,
    'shown twice': twice,
    'with a muted word': muted,
    'from next door': nextDoor,
    explored: round(explored / cards),
  })
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

if (hasRealData(FILE, 'the replay of simulated readers')) {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-replay-'))
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
  const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
  try {
    await openDatabase(mongod.uri)
    await seedCategories()
    await replay()
  } finally {
    await closeDatabase()
    await mongod.stop()
    await rm(folder, { recursive: true })
  }
}
