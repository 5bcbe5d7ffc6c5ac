import { frequencyOf, type DocumentFrequencies } from './documentFrequencies.ts'
import { findId } from './sparse.ts'
import { termOf } from './terms.ts'

/** Fewer papers, of the library or with the term, say nothing about the use of a term. */
const PAPERS_MIN = 1_000
const FREQUENCY_MIN = 20
/** Least content of a word, and of a pair of which one word has less. */
const LEAST = { word: 0.5, pair: 0.3 }

/**
 * Whether a term, by its `termWords`, names a subject, so that it can be a reason. Words of content come in bursts and in
 * titles, others do not ("crucial", "results"): K. W. Church and W. A. Gale, "Inverse document frequency (IDF): a measure
 * of deviations from Poisson", 1995. The content of a term is the logarithm of its mean number of occurrences in the
 * papers that have it, times its inverse document frequency. True where too few papers are known.
 */
export function hasContent(frequencies: DocumentFrequencies, words: readonly string[]): boolean {
  const own = contentOf(frequencies, words)
  if (words.length < 2) return own === null || own >= LEAST.word
  const poor = words.filter((word) => (contentOf(frequencies, [word]) ?? Infinity) < LEAST.word)
  return own === null ? poor.length < words.length : own >= LEAST.pair || poor.length === 0
}

function contentOf(frequencies: DocumentFrequencies, words: readonly string[]): number | null {
  const { papers, ids, totals } = frequencies
  const id = termOf(words)
  const frequency = id === null ? 0 : frequencyOf(frequencies, id)
  if (id === null || totals === undefined || papers < PAPERS_MIN || frequency < FREQUENCY_MIN) return null
  return Math.log(totals[findId(ids, id)]! / frequency) * Math.log(papers / frequency)
}
