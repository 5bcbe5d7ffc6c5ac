import { SEARCH_LIMIT_DEFAULT } from '../../contract/limits.ts'
import { isPlainQuestion } from '../../search/query/plainQuestion.ts'
import type { SearchIndex, SearchRequest, SearchResult } from '../../search/searchIndex.ts'
import { COSINE_MIN, type Meaning, type ReadMeaning } from '../nearness/textMeaning.ts'
import { mixOrder, type MixedHit } from './mixOrder.ts'

/** With this many papers that have all words, the words say enough. */
const ENOUGH = 20
/** So many of the best papers by words and of the nearest by vector are put into one order. */
const MIXED = 100
/** The papers that have the words of so many of the first papers move up. */
const FIRST = 8
/** With filters, so many of the nearest papers are checked. */
const CHECKED = 1_000
/** Pages that end behind this one are by words alone: the mixed order is long over. */
const DEEPEST = 300
/** Matches every paper that passes the filters. */
const EVERY_PAPER = 'from:1900-01-01'

const note = {
  near: 'No paper has these words; these are near in meaning.',
  someOrNear: 'No paper has all of these words; these have some of them, or are near in meaning.',
}

interface Options {
  readMeaning: (q: string) => Promise<ReadMeaning>
  /** Of the client: a search is not run when its client has gone. */
  signal?: AbortSignal | undefined
}

export type MixedResult = Omit<SearchResult, 'hits'> & {
  hits: MixedHit[]
  /** The meaning of the question was late: the order is by words so far. */
  meaning_pending?: boolean
}

/**
 * Searches by words, and a question in plain words that few papers have all words of also by meaning: the papers with all
 * words come first, in the order of the index; then the best ones with some of the words and the nearest ones by vector,
 * in a mixed order; then the others with some of the words. Without a vector of the question the result is that of the
 * index.
 */
export async function searchByMeaning(
  index: SearchIndex,
  request: SearchRequest,
  { readMeaning, signal }: Options,
): Promise<MixedResult> {
  const { offset = 0, limit = SEARCH_LIMIT_DEFAULT, sort, typing } = request
  const end = offset + limit
  if (sort === 'newest' || typing || end > DEEPEST || !isPlainQuestion(request.q)) return index.search(request, signal)
  const found = await index.search({ ...request, offset: 0, limit: Math.max(MIXED, end) }, signal)
  const strict = found.hits.filter(({ some_words }) => !some_words)
  const some = found.hits.filter(({ some_words }) => some_words)
  const q = found.corrected_to ?? request.q
  const meaning = strict.length < ENOUGH ? await readMeaning(q) : null
  if (meaning === 'late') return { ...found, hits: found.hits.slice(offset, end), meaning_pending: true }
  const near = meaning && (await findNear(index, { ...request, q, as_typed: true }, meaning))
  if (!meaning || !near || near.length === 0) return { ...found, hits: found.hits.slice(offset, end) }

  const strictIds = new Set(strict.map(({ id }) => id))
  const candidates = new Map([...some.slice(0, MIXED), ...near].map((hit) => [hit.id, hit]))
  for (const id of strictIds) candidates.delete(id)
  const ids = [...candidates.keys()]
  const cosines = new Map(meaning.findNearest(ids.length, ids).map(({ id, cosine }) => [id, cosine]))
  const first = mixOrder([...candidates.values()], cosines)
  const like = [...strictIds, ...first.map(({ id }) => id)].slice(0, FIRST)
  const common = await index.scoreByCommonWords({ like, among: ids }, signal)
  const mixed = mixOrder([...candidates.values()], cosines, common)
  const rest = some.filter(({ id }) => !candidates.has(id))
  return {
    ...found,
    hits: [...strict, ...mixed, ...rest].slice(offset, end),
    total: found.total + mixed.filter((hit) => hit.by_meaning).length,
    total_all_words: strict.length,
    ...(strict.length === 0 && { note: found.total === 0 ? note.near : note.someOrNear }),
  }
}

/** The papers nearest to the question that pass the filters of `request`: those with a word of it, and the near ones. */
async function findNear(index: SearchIndex, request: SearchRequest, meaning: Meaning): Promise<MixedHit[]> {
  const nearest = meaning.findNearest(isFiltered(request) ? CHECKED : MIXED, request.within)
  const allowed = isFiltered(request) ? await findAllowed(index, request, nearest) : null
  const near = nearest.filter(({ id }) => !allowed || allowed.has(id)).slice(0, MIXED)
  if (near.length === 0) return []
  const within = near.map(({ id }) => id)
  const { hits } = await index.search({ ...request, within, offset: 0, limit: MIXED })
  const withWords = new Set(hits.map(({ id }) => id))
  const without = near.filter(({ id, cosine }) => cosine >= COSINE_MIN && !withWords.has(id))
  return [
    ...hits.map((hit) => ({ ...hit, some_words: true })),
    ...without.map(({ id }) => ({ id, score: 0, marks: [], by_meaning: true })),
  ]
}

const isFiltered = ({ category = [], from, to, author }: SearchRequest): boolean =>
  category.length > 0 || [from, to, author].some((filter) => filter !== undefined)

async function findAllowed(
  index: SearchIndex,
  request: SearchRequest,
  nearest: readonly { id: string }[],
): Promise<Set<string>> {
  const within = nearest.map(({ id }) => id)
  const { hits } = await index.search({ ...request, q: EVERY_PAPER, within, offset: 0, limit: CHECKED })
  return new Set(hits.map(({ id }) => id))
}
