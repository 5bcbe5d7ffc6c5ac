import { learnAbbreviations, stemKey } from '../../text/abbreviations.ts'
import { stemWord } from '../../text/stems.ts'
import { foldWords } from '../../text/words.ts'
import { packTokens } from '../index/packedTokens.ts'
import { dayOf } from '../index/rowNumbers.ts'
import { authorTags } from '../query/authorTags.ts'
import { NAME_SEPARATOR, tagsOf, toCanonical } from '../query/indexTags.ts'
import type { IndexedPaper } from '../searchIndex.ts'

/** Begins a word that is not a stem. No word has this sign. */
export const FORM = '='

/** The rows of a day. Within them a paper has the number of its last change, which no other paper has. */
const ROWS_PER_DAY = 2 ** 33

/** First and last row of the papers from `from` to `to`, inclusive days. Papers without a date are in the rows of day 0. */
export const rowsOfDays = (from: string | undefined, to: string | undefined): { gte?: number; lt?: number } => ({
  ...((from !== undefined || to !== undefined) && {
    gte: from === undefined ? ROWS_PER_DAY : dayOf(from) * ROWS_PER_DAY,
  }),
  ...(to !== undefined && { lt: (dayOf(to) + 1) * ROWS_PER_DAY }),
})

/** The document of a paper: the words that the index in SQLite has, too, made by the same code. */
export function toDocument({ seq, title, abstract, authors, categories, doi, dated_at }: IndexedPaper) {
  const [titleWords, abstractWords, names] = [foldWords(title), foldWords(abstract), authors.map(foldWords)]
  const words = [...titleWords, ...abstractWords, ...names.flat()]
  const canonical = [...new Set(categories.map(toCanonical))]
  const year = dated_at === null ? null : Number(dated_at.slice(0, 4))
  const definitions = learnAbbreviations([`${title}\n${abstract}`])
  return {
    title: toPositions(titleWords),
    authors: names.map(toPositions).join(` ${NAME_SEPARATOR} `),
    abstract: toPositions(abstractWords),
    forms: [...new Set(words)].join(' '),
    stems: [...new Set(words.map(stemWord))].join(' '),
    tags: [...tagsOf(canonical, year), ...new Set(authors.flatMap(authorTags))],
    ...(doi !== null && { doi: doi.toLowerCase() }),
    row: dayOf(dated_at) * ROWS_PER_DAY + (seq % ROWS_PER_DAY),
    ...(year !== null && { year }),
    categories: canonical,
    ...(definitions.length > 0 && {
      definitions: definitions.map(({ short, long }) => writeDefinition(short, long)),
      short_keys: definitions.map(({ short }) => stemKey(short)),
      long_keys: definitions.map(({ long }) => stemKey(long)),
    }),
    length: words.length,
    words: packTokens([[titleWords], names, [abstractWords]]).toBase64(),
  }
}

/** The stem of each word, and the word where it differs. */
const toPositions = (words: readonly string[]): string =>
  words
    .map((word) => {
      const stem = stemWord(word)
      return stem === word ? stem : `${stem}|${FORM}${word}`
    })
    .join(' ')

const writeDefinition = (short: readonly string[], long: readonly string[]) => `${short.join(' ')}|${long.join(' ')}`

/** The words of a stored definition. */
export function readDefinition(text: string): { short: string[]; long: string[] } {
  const [short = '', long = ''] = text.split('|')
  return { short: short.split(' '), long: long.split(' ') }
}
