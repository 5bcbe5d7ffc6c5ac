import type { SimArticle } from './simArticles.ts'

export type Matches = (article: SimArticle, hasAbstract: boolean) => boolean

/** A query as the simulated service understands it. */
export interface SimQuery {
  matches: Matches
  understood: string
  /** Words that are not in the index: they are left out. */
  notFound: string[]
}

const TOKEN = /\s*(\(|\)|:|(?:"[^"]*"|[^\s()[\]":]+)(?:\[[^\]]*\])?)/y

/** Reads a query from left to right, without precedence, as PubMed does. `unknown` are words that its index lacks. */
export function readQuery(term: string, unknown: ReadonlySet<string>): SimQuery {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(term); found !== null; found = TOKEN.exec(term)) tokens.push(found[1] ?? '')
  const notFound: string[] = []
  const understood: string[] = []
  let at = 0

  /** Null when nothing is left of it. */
  function readExpression(): Matches | null {
    let left: Matches | null = null
    for (let operator = 'AND'; at < tokens.length && tokens[at] !== ')';) {
      const token = tokens[at] ?? ''
      if (/^(?:AND|OR|NOT)$/.test(token)) {
        operator = token
        at += 1
        understood.push(token)
        continue
      }
      left = combine(left, operator, readOperand())
      operator = 'AND'
    }
    return left
  }

  function readOperand(): Matches | null {
    const token = tokens[at++] ?? ''
    if (token === '(') {
      const inner = readExpression()
      at += 1
      return inner
    }
    const [, words = '', field = ''] = /^"?([^"[]*)"?(?:\[([^\]]*)\])?$/.exec(token) ?? []
    if (unknown.has(words)) {
      notFound.push(words)
      return null
    }
    understood.push(`"${words.toLowerCase()}"[${field || 'All Fields'}]`)
    if (tokens[at] !== ':') return matcherOf(words, field)
    at += 1
    const [, until = ''] = /^"?([^"[]*)/.exec(tokens[at++] ?? '') ?? []
    return rangeOf(field, words, until)
  }

  const matches = readExpression()
  // Brackets that do not fit are no failure: what follows is read, too.
  for (; at < tokens.length; at += 1) understood.push(tokens[at] ?? '')
  return { matches: matches ?? (() => false), understood: understood.join(' '), notFound }
}

function combine(left: Matches | null, operator: string, right: Matches | null): Matches | null {
  if (left === null || right === null) return left ?? right
  if (operator === 'OR') return (...found) => left(...found) || right(...found)
  if (operator === 'NOT') return (...found) => left(...found) && !right(...found)
  return (...found) => left(...found) && right(...found)
}

const toDay = (date: string) => date.replaceAll('/', '-')

function rangeOf(field: string, from: string, until: string): Matches {
  const isIn = (day: string) => day >= toDay(from) && day <= toDay(until)
  return ({ created, entered = created }) => isIn(field === 'crdt' ? created : entered)
}

const abstractOf = ({ abstract = [] }: SimArticle) =>
  abstract.map((section) => (typeof section === 'string' ? section : section.text)).join(' ')

function matcherOf(words: string, field: string): Matches {
  const wanted = words.toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  const fields: Readonly<Record<string, Matches>> = {
    ti: ({ title }) => has(title),
    tiab: (article, hasAbstract) => has(article.title) || (hasAbstract && has(abstractOf(article))),
    ta: ({ journal }) => has(journal.short) || has(journal.title) || journal.issn === words,
    mh: ({ mesh = [] }) => mesh.some((name) => name.toLowerCase() === wanted),
    au: ({ authors }) =>
      authors.some(({ family = '', given = '' }) => `${family} ${given[0] ?? ''}`.toLowerCase() === wanted),
    pt: ({ types = [] }) => types.some((type) => type.toLowerCase() === wanted),
    uid: ({ pmid }) => pmid === words,
    pmcid: ({ pmc }) => pmc !== undefined && pmc.toLowerCase() === wanted,
  }
  const anywhere: Matches = (article, hasAbstract) =>
    ['tiab', 'ta', 'mh', 'au'].some((name) => fields[name]?.(article, hasAbstract))
  return fields[field] ?? anywhere
}
