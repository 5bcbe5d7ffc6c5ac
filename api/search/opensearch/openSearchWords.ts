import { stemKey, tabulateAbbreviations, type Abbreviation } from '../../text/abbreviations.ts'
import { stemWord } from '../../text/stems.ts'
import type { VariantContext } from '../../text/variants.ts'
import type { Vocabulary } from '../order/library.ts'
import type { Answers } from './multiSearch.ts'
import { readDefinition } from './documents.ts'
import { everyPaper, type Dsl } from './queryDsl.ts'

/** Most definitions in the papers that define one abbreviation that are compared. */
const DEFINITIONS_MAX = 200
/** Most words near another one that are compared. */
const NEAR_MAX = 100

/** Counts papers, up to one more than `most`. 0 as long as it is not known. */
export const countPapers = (answers: Answers, query: Dsl, most?: number): number =>
  answers.find({ query, size: 0, track_total_hits: most === undefined ? true : most + 1 })?.hits.total.value ?? 0

/** How many papers have a word with the stem of `word`. */
export const countPapersWith = (answers: Answers, word: string): number =>
  countPapers(answers, { term: { stems: stemWord(word) } })

/** The number of papers, and their mean number of words. */
export function measureLibrary(answers: Answers): { size: number; lengthMean: number } {
  const answer = answers.find({
    query: everyPaper,
    size: 0,
    track_total_hits: true,
    aggs: { length: { avg: { field: 'length' } } },
  })
  return { size: answer?.hits.total.value ?? 0, lengthMean: answer?.aggregations?.['length']?.value ?? 1 }
}

/** What the papers of the index say about words. */
export const askLibraryWords = (answers: Answers): VariantContext => ({
  frequencyOf: (word) => countPapersWith(answers, word),
  abbreviations: {
    longOf: (key) => tabulateAbbreviations(askDefinitions(answers, 'short_keys', [key])).longOf(key),
    shortOf: (key) => {
      const shorts = askDefinitions(answers, 'long_keys', [key]).map(({ short }) => stemKey(short))
      if (shorts.length === 0) return undefined
      return tabulateAbbreviations(askDefinitions(answers, 'short_keys', [...new Set(shorts)])).shortOf(key)
    },
  },
})

/** The abbreviations with one of these keys that papers define, those of the most papers first. */
function askDefinitions(answers: Answers, field: 'short_keys' | 'long_keys', keys: readonly string[]): Abbreviation[] {
  const answer = answers.find({
    query: { terms: { [field]: keys } },
    size: 0,
    track_total_hits: false,
    aggs: { definitions: { terms: { field: 'definitions', size: DEFINITIONS_MAX } } },
  })
  const found = new Map<string, Abbreviation>()
  for (const { key, doc_count } of answer?.aggregations?.['definitions']?.buckets ?? []) {
    const { short, long } = readDefinition(String(key))
    const [shortKey, longKey] = [stemKey(short), stemKey(long)]
    if (!keys.includes(field === 'short_keys' ? shortKey : longKey)) continue
    const known = found.get(`${shortKey}=${longKey}`)
    found.set(
      `${shortKey}=${longKey}`,
      known ? { ...known, texts: known.texts + doc_count } : { short, long, texts: doc_count },
    )
  }
  return [...found.values()].sort((one, other) => other.texts - one.texts)
}

/** The words of the papers. */
export const askVocabulary = (answers: Answers): Vocabulary => ({
  get size() {
    return measureLibrary(answers).size
  },
  papersOf: (word) => countPapers(answers, { term: { forms: word } }),
  hasWordFrom: (prefix) => countPapers(answers, { prefix: { forms: prefix } }, 0) > 0,
  findNear: (word, { often, edits }) => {
    const near = {
      text: word,
      term: {
        field: 'forms',
        analyzer: 'words',
        suggest_mode: 'always',
        max_edits: edits,
        prefix_length: 0,
        size: NEAR_MAX,
        shard_size: NEAR_MAX,
        // Also of words that papers have.
        max_term_freq: 1_000_000_000,
        accuracy: 0.1,
      },
    }
    const answer = answers.find({ query: { match_none: {} }, size: 0, suggest: { near } })
    const options = answer?.suggest?.near?.flatMap((entry) => entry.options) ?? []
    return options.map(({ text, freq }) => ({ word: text, papers: freq })).filter(({ papers }) => papers >= often)
  },
})
