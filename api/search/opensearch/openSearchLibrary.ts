import { SEARCH_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import { stemWord } from '../../text/stems.ts'
import { hashWord } from '../index/packedTokens.ts'
import type { Library, Page, Selection, Wanted } from '../order/library.ts'
import { measureProximity } from '../order/proximity.ts'
import { scoreTexts, type WordForms } from '../order/scoring.ts'
import type { Condition, Words } from '../query/condition.ts'
import type { SearchRequest, SearchResult } from '../searchIndex.ts'
import type { Answer, Answers, Hit } from './multiSearch.ts'
import { rowsOfDays } from './documents.ts'
import { askLibraryWords, askVocabulary, countPapers, countPapersWith, measureLibrary } from './openSearchWords.ts'
import { toFilter, toScores, type Dsl } from './queryDsl.ts'

/** So many of the best papers by OpenSearch's BM25 are ordered by our own code. The others follow in its order. */
const CANDIDATES = 400
const CATEGORIES_MAX = 100
const YEARS_MAX = 500
/** Shorter prefixes are taken to be in every paper, as in ../order/wordForms.ts. */
const COUNTED_FROM = 4

const facets = {
  categories: { terms: { field: 'categories', size: CATEGORIES_MAX, shard_size: 1_000 } },
  years: { terms: { field: 'year', size: YEARS_MAX, shard_size: YEARS_MAX } },
}

interface Selected extends Selection {
  wanted: Wanted
  /** The query, with its order. */
  question: Dsl
  answer: Answer
}

/** What a search asks of the index in OpenSearch. */
export function askLibrary(
  answers: Answers,
  { sort, offset = 0, limit = SEARCH_LIMIT_DEFAULT }: SearchRequest,
): Library<Selected> {
  const inOrder = ({ condition, marks, scope }: Wanted): Dsl => {
    const filter = [toFilter(condition, scope)]
    return sort === 'newest' || marks.length === 0
      ? { query: { bool: { filter } }, sort: [{ row: 'desc' }], _source: false }
      : { query: { bool: { filter, should: toScores(marks) } }, sort: [{ _score: 'desc' }, { row: 'desc' }] }
  }

  function select(wanted: Wanted): Selected {
    const { condition, marks } = wanted
    // Asked before the papers, which wait for what was asked before.
    measureLibrary(answers)
    for (const mark of marks) countPapersByWord(answers, mark)
    const question = inOrder(wanted)
    const size = '_source' in question ? Math.min(offset + limit, CANDIDATES) : CANDIDATES
    const answer = answers.get({ ...question, size, track_total_hits: TOTAL_EXACT_MAX, aggs: facets })
    const { value, relation } = answer.hits.total
    return {
      condition,
      marks,
      wanted,
      question,
      answer,
      total: Math.min(value, TOTAL_EXACT_MAX),
      isCut: relation === 'gte' && value >= TOTAL_EXACT_MAX,
    }
  }

  function selectNamed(query: Dsl, within: readonly string[] | undefined): Selected | null {
    const filter = [query, ...(within === undefined ? [] : [{ ids: { values: within } }])]
    const wanted: Wanted = { condition: { kind: 'and', items: [] }, marks: [], typed: [], scope: {} }
    const question = { query: { bool: { filter } }, _source: false }
    const answer = answers.get({ ...question, size: 1, track_total_hits: true, aggs: facets })
    if (answer.hits.hits.length === 0) return null
    return { condition: wanted.condition, marks: [], wanted, question, answer, total: 1, isCut: false }
  }

  function readPage({ wanted, question, answer, total }: Selected, page: { offset: number; limit: number }): Page {
    const last = Math.min(page.offset + page.limit, total)
    const known = answer.hits.hits
    const best = '_source' in question ? known.map(toUnranked) : rank(answers, wanted, known)
    const hits = best.slice(page.offset, last)
    const from = Math.max(page.offset, known.length)
    if (last <= from) return { hits }
    const behind = answers.get({ ...question, _source: false, from, size: last - from, track_total_hits: false })
    return { hits: [...hits, ...behind.hits.hits.map(toUnranked)] }
  }

  return {
    words: askLibraryWords(answers),
    vocabulary: askVocabulary(answers),
    hasPapersOf: (first, last) =>
      countPapers(answers, { range: { row: rowsOfDays(`${first}-01-01`, `${last}-12-31`) } }, 0) > 0,
    count: (condition, most) => countPapers(answers, toFilter(condition), most),
    countWithin: (condition, scope) => countPapers(answers, toFilter(condition, scope), TOTAL_EXACT_MAX),
    selectNamed: ({ id, doi }, within) =>
      selectNamed({ ids: { values: [id] } }, within) ?? (doi === null ? null : selectNamed({ term: { doi } }, within)),
    select,
    without: ({ wanted }, known) => {
      const condition: Condition = { kind: 'and', items: [wanted.condition, { kind: 'not', item: known.condition }] }
      return select({ ...wanted, condition })
    },
    readPage,
    countFacets: ({ answer }) => readFacets(answer),
  }
}

const toUnranked = ({ _id: id }: Hit) => ({ id, score: 0 })

/** Orders the candidates as the index in SQLite orders its matches. */
function rank(answers: Answers, { marks, typed }: Wanted, hits: readonly Hit[]): Page['hits'] {
  const found = hits.map(({ _id: id, sort, _source: text }) => ({ id, row: sort?.at(-1) ?? 0, text }))
  const forms = readForms(
    found.map(({ text }) => text?.forms ?? ''),
    [...marks, ...typed],
  )
  const idByRow = new Map(found.map(({ row, id }) => [row, id]))
  const texts = found.map(({ row, text }) => [row, Uint8Array.fromBase64(text?.words ?? '')] as const)
  const scoring = {
    marks,
    proximity: measureProximity(typed, (word) => forms.formsOf(word)),
    forms: { ...forms, countPapersByWord: (mark: Words) => countPapersByWord(answers, mark) },
    ...measureLibrary(answers),
  }
  return scoreTexts(texts, scoring).map(({ row, score }) => ({ id: idByRow.get(row) ?? '', score }))
}

/** Finds the forms of the wanted words among the words of the candidates: other forms are in none of them. */
function readForms(texts: readonly string[], wanted: readonly Words[]): Omit<WordForms, 'countPapersByWord'> {
  const stems = new Map<string, Set<number>>()
  const prefixes = new Map<string, Set<number>>()
  for (const { words, prefix } of wanted) {
    for (const { word } of words) stems.set(stemWord(word), new Set())
    const last = words.at(-1)?.word
    if (prefix && last !== undefined) prefixes.set(last, new Set())
  }
  const starts = new Set([...stems.keys()].map((stem) => stem.slice(0, 1)))
  for (const form of new Set(texts.flatMap((text) => text.split(' ')))) {
    for (const [prefix, forms] of prefixes) if (form.startsWith(prefix)) forms.add(hashWord(form))
    if (starts.has(form.slice(0, 1))) stems.get(stemWord(form))?.add(hashWord(form))
  }
  const formsOf = (word: string) => new Set([hashWord(word), ...(stems.get(stemWord(word)) ?? [])])
  return { formsOf, formsFrom: (prefix) => new Set([...formsOf(prefix), ...(prefixes.get(prefix) ?? [])]) }
}

function countPapersByWord(answers: Answers, { words, prefix }: Words): number[] {
  const { size } = measureLibrary(answers)
  return words.map(({ word }, index) => {
    if (!prefix || index < words.length - 1) return countPapersWith(answers, word)
    return word.length < COUNTED_FROM ? size : countPapers(answers, { prefix: { forms: word } })
  })
}

function readFacets({ aggregations }: Answer): SearchResult['facets'] {
  const read = (name: string) => aggregations?.[name]?.buckets ?? []
  return {
    categories: read('categories').map(({ key, doc_count: count }) => ({ id: String(key), count })),
    years: read('years')
      .map(({ key, doc_count: count }) => ({ year: Number(key), count }))
      .sort((one, other) => other.year - one.year),
    estimated: false,
  }
}
