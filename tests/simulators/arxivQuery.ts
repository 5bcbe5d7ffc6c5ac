import type { Seen } from './arxivState.ts'
import { canonical } from './arxivState.ts'

/** A parsed `search_query` of the query API. */
export interface Query {
  /** The repaired query, as shown in the title of the feed. */
  text: string
  matches(seen: Seen): boolean
}

type Tree = { field: string; value: string } | { operator: string; left: Tree; right: Tree }

const operators = new Set(['AND', 'OR', 'ANDNOT'])
const fields = new Set([
  'ti',
  'au',
  'abs',
  'co',
  'jr',
  'cat',
  'rn',
  'id',
  'doi',
  'all',
  'submittedDate',
  'lastUpdatedDate',
])

/** Parses `text`, after the repairs that the service makes unless `raw`. Throws `SyntaxError` if it is invalid. */
export function parseQuery(text: string, raw: boolean): Query {
  const tokens = text.match(/"[^"]*"|\[[^\]]*\]|[()]|[^\s()"[\]]+:(?="|\[|\()|[^\s()"[\]]+/g) ?? []
  const parser = new Parser(raw ? tokens : repair(tokens), raw)
  const tree = parser.parseAll()
  return { text: format(tree), matches: (seen) => evaluate(tree, seen) }
}

function repair(tokens: readonly string[]): string[] {
  const repaired: string[] = []
  for (const token of tokens) {
    const last = repaired.at(-1) ?? ''
    if (token === 'NOT') {
      if (last === 'AND' || last === 'OR') repaired.pop()
      repaired.push('ANDNOT')
    } else if (!(operators.has(token) && operators.has(last))) repaired.push(token)
  }
  return repaired
}

class Parser {
  readonly tokens: readonly string[]
  readonly raw: boolean
  at = 0
  constructor(tokens: readonly string[], raw: boolean) {
    this.tokens = tokens
    this.raw = raw
  }

  parseAll(): Tree {
    const tree = this.parseExpression('all')
    if (this.at < this.tokens.length) throw new SyntaxError('unbalanced')
    return tree
  }

  /** Operators are right-associative, as in the new grammar. `field` is searched for words without a field prefix. */
  parseExpression(field: string): Tree {
    const left = this.parseTerm(field)
    const next = this.tokens[this.at]
    if (next === undefined || next === ')') return left
    if (operators.has(next)) {
      this.at++
      return { operator: next, left, right: this.parseExpression(field) }
    }
    if (this.raw) throw new SyntaxError('an operator is missing')
    return { operator: 'OR', left, right: this.parseExpression(field) }
  }

  parseTerm(field: string): Tree {
    const token = this.tokens[this.at++]
    if (token === undefined || token === ')' || operators.has(token)) throw new SyntaxError('a term is missing')
    if (token === '(') {
      const inside = this.parseExpression(field)
      if (this.tokens[this.at++] !== ')') throw new SyntaxError('unbalanced')
      return inside
    }
    const [, name, value] = /^([A-Za-z]+):(.*)$/s.exec(token) ?? []
    if (name === undefined || !fields.has(name)) return { field, value: token }
    if (value) return makeLeaf(name, value)
    if (this.tokens[this.at] === '(') return this.parseTerm(name)
    const next = this.tokens[this.at++]
    if (next === undefined) throw new SyntaxError('a value is missing')
    return makeLeaf(name, next)
  }
}

/** The new server treats every date range as a range of submission dates. */
function makeLeaf(name: string, value: string): Tree {
  if (!value.startsWith('[')) return { field: name, value }
  const [, from, to] = /^\[\s*(\d+)\s+TO\s+(\d+)\s*\]$/.exec(value) ?? []
  if (!from || !to) throw new SyntaxError('a range is wrong')
  return { field: 'submittedDate', value: `"${toMinute(from, false)} TO ${toMinute(to, true)}"` }
}

/** Expands a short date to the minute and truncates a longer one: to the first minute, or the last if `end`. */
function toMinute(stamp: string, end: boolean): string {
  if (stamp.length === 4) return end ? `${stamp}12312359` : `${stamp}01010000`
  if (stamp.length === 6) {
    const lastDay = new Date(Date.UTC(Number(stamp.slice(0, 4)), Number(stamp.slice(4)), 0)).getUTCDate()
    return end ? `${stamp}${lastDay}2359` : `${stamp}010000`
  }
  if (stamp.length === 8) return `${stamp}${end ? '2359' : '0000'}`
  if (stamp.length === 12 || stamp.length === 14) return stamp.slice(0, 12)
  throw new SyntaxError('a date is wrong')
}

const format = (tree: Tree): string =>
  'field' in tree
    ? `${tree.field}:${tree.value}`
    : `${formatSide(tree.left)} ${tree.operator} ${formatSide(tree.right)}`
const formatSide = (tree: Tree) => ('field' in tree ? format(tree) : `(${format(tree)})`)

function evaluate(tree: Tree, seen: Seen): boolean {
  if ('field' in tree) return matchesField(tree.field, tree.value, seen)
  const left = evaluate(tree.left, seen)
  if (tree.operator === 'AND') return left && evaluate(tree.right, seen)
  if (tree.operator === 'OR') return left || evaluate(tree.right, seen)
  return left && !evaluate(tree.right, seen)
}

function matchesField(field: string, value: string, { paper }: Seen): boolean {
  const phrase = value.replace(/^"|"$/g, '')
  if (field === 'submittedDate') {
    const [from = '', to = ''] = phrase.split(' TO ')
    const stamp = (paper.versions[0]?.at ?? new Date(0)).toISOString().replace(/\D/g, '').slice(0, 12)
    return stamp >= from && stamp <= to
  }
  if (field === 'cat') return canonical(paper).some((code) => toPattern(phrase, true).test(code))
  const texts: Record<string, string> = {
    ti: paper.title,
    au: paper.authors
      .map(({ name }) => `${name} ${name.replace(/^(.*) (\S+)$/, '$2_$1')} ${name.replace(/^(.).* (\S+)$/, '$2_$1')}`)
      .join(' '),
    abs: paper.abstract,
    co: paper.comment ?? '',
    jr: paper.journal_ref ?? '',
    doi: paper.dois?.join(' ') ?? '',
    id: paper.id,
    rn: '',
  }
  const text = field === 'all' ? Object.values(texts).join(' ') : (texts[field] ?? '')
  return toPattern(phrase.replaceAll('_', ' '), false).test(text.replaceAll('_', ' '))
}

/** Pattern of words with the wildcards `*` and `?`. It matches a whole category code if `exact`, else whole words. */
function toPattern(text: string, exact: boolean): RegExp {
  const source = text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', exact ? '.*' : '\\S*')
    .replaceAll('?', '.')
  return exact ? new RegExp(`^${source}$`) : new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'iu')
}
