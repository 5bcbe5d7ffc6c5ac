import { stemWord } from '../../text/stems.ts'
import { COLUMNS } from '../index/packedTokens.ts'
import { BM25 } from '../order/scoring.ts'
import { exactAuthorTags, wantedAuthorTags } from '../query/authorTags.ts'
import type { Condition, Field, Words } from '../query/condition.ts'
import { withFilters, type Scope } from '../query/filters.ts'
import { categoryTags, EVERY_PAPER, yearTag } from '../query/indexTags.ts'
import { FORM, rowsOfDays } from './documents.ts'

/** A query of OpenSearch. User input only appears as a value: a folded word, a tag or an id. */
export type Dsl = Record<string, unknown>

/** More words that begin as the last word of a phrase are not looked for. */
const EXPANSIONS_MAX = 100

const anyOf = (should: readonly Dsl[]): Dsl => ({ bool: { should, minimum_should_match: 1 } })
export const tagged = (tags: readonly string[]): Dsl => ({ terms: { tags } })
export const everyPaper = tagged([EVERY_PAPER])

/** Returns the query of the papers that meet a condition within a scope, without a score. */
export function toFilter(condition: Condition, scope: Scope = {}): Dsl {
  const { from, to, within } = scope
  const days = from === undefined && to === undefined ? [] : [{ range: { row: rowsOfDays(from, to) } }]
  const ids = within === undefined ? [] : [{ ids: { values: within } }]
  return { bool: { filter: [toQuery(withFilters(condition, scope)), ...days, ...ids] } }
}

function toQuery(condition: Condition): Dsl {
  switch (condition.kind) {
    case 'words':
      return anyOf(fieldsOf(condition).flatMap((field) => wordQueries(field, condition)))
    case 'author':
      return tagged((condition.isExact ? exactAuthorTags : wantedAuthorTags)(condition.name))
    case 'category':
      return tagged(categoryTags(condition.code))
    case 'year':
      return tagged([yearTag(condition.year)])
    case 'or':
      return anyOf(condition.items.map(toQuery))
    case 'not':
      return { bool: { filter: [everyPaper], must_not: [toQuery(condition.item)] } }
    case 'and': {
      const wanted = condition.items.filter(({ kind }) => kind !== 'not').map(toQuery)
      const unwanted = condition.items.flatMap((item) => (item.kind === 'not' ? [toQuery(item.item)] : []))
      return { bool: { filter: wanted.length > 0 ? wanted : [everyPaper], must_not: unwanted } }
    }
  }
}

/** Returns the queries that score a paper that was found: about BM25 over the weighted fields, to choose the candidates. */
export const toScores = (marks: readonly Words[]): Dsl[] =>
  marks.flatMap((mark) =>
    fieldsOf(mark).map((field) => ({
      dis_max: { queries: wordQueries(field, mark), boost: BM25.weights[COLUMNS.indexOf(field)] },
    })),
  )

const fieldsOf = ({ field }: Words): readonly Field[] => (field === null ? COLUMNS : [field])

/** The phrase in a field. Of a prefix: the words that begin with it, their stems that do, and the words with its stem. */
function wordQueries(field: Field, { words, prefix }: Words): Dsl[] {
  const stems = words.map(({ word }) => stemWord(word))
  const whole = toPhrase(field, stems)
  if (!prefix) return [whole]
  const last = words.at(-1)?.word ?? ''
  return [whole, ...[last, FORM + last].map((start) => toPhrasePrefix(field, stems.slice(0, -1), start))]
}

const toPhrase = (field: Field, stems: readonly string[]): Dsl =>
  stems.length === 1 ? { term: { [field]: stems[0] } } : { match_phrase: { [field]: stems.join(' ') } }

const toPhrasePrefix = (field: Field, before: readonly string[], start: string): Dsl =>
  before.length === 0
    ? { prefix: { [field]: start } }
    : { match_phrase_prefix: { [field]: { query: [...before, start].join(' '), max_expansions: EXPANSIONS_MAX } } }
