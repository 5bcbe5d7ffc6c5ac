import { stemWord } from '../../text/stems.ts'
import { exactAuthorTags, wantedAuthorTags } from './authorTags.ts'
import type { Condition, Words } from './condition.ts'
import { categoryTags, EVERY_PAPER, yearTag } from './indexTags.ts'

/** The stems of the words that start with a prefix, and the stems that start with it. */
export interface PrefixStems {
  /** Those that do not start with the prefix themselves: for "studie", the stem of "studies". All, if `isComplete`. */
  stems: readonly string[]
  isComplete: boolean
}
export type StemsOf = (prefix: string) => PrefixStems

/**
 * Returns the FTS5 expression of a condition. User input only appears in double quotes, as folded words of letters and
 * digits; operators and column names are constants. https://sqlite.org/fts5.html#full_text_query_syntax
 */
export function toExpression(condition: Condition, stemsOf: StemsOf): string {
  switch (condition.kind) {
    case 'words':
      return inColumn(condition.field, wordPhrases(condition, stemsOf))
    case 'author':
      return toTagExpression((condition.isExact ? exactAuthorTags : wantedAuthorTags)(condition.name))
    case 'category':
      return inColumn('tags', categoryTags(condition.code).map(quote))
    case 'year':
      return inColumn('tags', [quote(yearTag(condition.year))])
    case 'or':
      return `(${condition.items.map((item) => toExpression(item, stemsOf)).join(' OR ')})`
    case 'not':
      return allExcept([], [condition.item], stemsOf)
    case 'and': {
      const wanted = condition.items.filter(({ kind }) => kind !== 'not')
      const unwanted = condition.items.flatMap((item) => (item.kind === 'not' ? [item.item] : []))
      return allExcept(wanted, unwanted, stemsOf)
    }
  }
}

const toTagExpression = (tags: readonly string[]): string => inColumn('tags', tags.map(quote))

/** NOT is a binary operator in FTS5: without a wanted condition, the left side matches every paper. */
function allExcept(wanted: readonly Condition[], unwanted: readonly Condition[], stemsOf: StemsOf): string {
  const every = inColumn('tags', [quote(EVERY_PAPER)])
  const left = wanted.length === 0 ? every : wanted.map((item) => toExpression(item, stemsOf)).join(' AND ')
  if (unwanted.length === 0) return `(${left})`
  return `((${left}) NOT (${unwanted.map((item) => toExpression(item, stemsOf)).join(' OR ')}))`
}

function wordPhrases({ words, prefix }: Words, stemsOf: StemsOf): string[] {
  const stems = words.map(({ word }) => stemWord(word))
  const last = words.at(-1)?.word ?? ''
  if (!prefix) return [toPhrase(stems)]
  const before = stems.slice(0, -1)
  const ends = stemsOf(last)
  const isWhole = before.length === 0 && ends.isComplete
  const others = isWhole ? ends.stems : ends.stems.filter((stem) => !stem.startsWith(last))
  const endings = [...new Set([stemWord(last), ...others])].map((stem) => toPhrase([...before, stem]))
  return isWhole ? endings : [`${toPhrase([...before, last])} *`, ...endings]
}

/**
 * Matches any of the phrases, and no paper when there are none. Without a column all columns are searched, including
 * tags; words never match tags, see indexTags.ts.
 */
function inColumn(column: string | null, phrases: readonly string[]): string {
  const any = phrases.length === 0 ? quote('_none') : phrases.join(' OR ')
  return column === null ? `(${any})` : `(${column} : (${any}))`
}
const toPhrase = (words: readonly string[]): string => quote(words.join(' '))
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
