import type { Token } from './tokens.ts'

/** A sentence of a text. */
export interface Sentence {
  /** The keys of its tokens. */
  key: string
  tokens: Token[]
}

/** Words with a full stop that do not end a sentence. */
const ABBREVIATIONS = new Set(
  'al vs cf fig figs eq eqs sec sect ref refs no vol approx resp etc dr prof st ca ph'.split(' '),
)
const END = /[.!?…]["'”’)\]]*\s+$/

/** Splits tokens into sentences. A blank line ends one, too. */
export function toSentences(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = []
  let current: Token[] = []
  for (const [index, token] of tokens.entries()) {
    current.push(token)
    if (!isEnd(token, tokens[index + 1])) continue
    sentences.push({ key: keyOf(current), tokens: current })
    current = []
  }
  if (current.length > 0) sentences.push({ key: keyOf(current), tokens: current })
  return sentences
}

const keyOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key).join(' ')

function isEnd(token: Token, next: Token | undefined): boolean {
  const last = token.segments.at(-1)
  const text = last && 'text' in last ? last.text : ''
  if (text.endsWith('\n\n')) return true
  if (next === undefined || !END.test(text)) return false
  // An initial, or the last letter of "e.g.".
  if (ABBREVIATIONS.has(token.key) || /^\p{L}$/u.test(token.key)) return false
  const [first] = next.segments
  return first === undefined || 'tex' in first || !/^["'“‘([]*\p{Ll}/u.test(first.text)
}
