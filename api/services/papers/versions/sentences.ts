import type { Token } from './textTokens.ts'

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

/** Splits tokens at the blank lines that readers of sections write between paragraphs. */
export function toParagraphs(tokens: readonly Token[]): Token[][] {
  const paragraphs: Token[][] = []
  let current: Token[] = []
  for (const token of tokens) {
    current.push(token)
    if (!endsParagraph(token)) continue
    paragraphs.push(current)
    current = []
  }
  return current.length > 0 ? [...paragraphs, current] : paragraphs
}

export const keyOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key).join(' ')

const lastText = ({ segments }: Token): string => {
  const last = segments.at(-1)
  return last && 'text' in last ? last.text : ''
}

const endsParagraph = (token: Token): boolean => lastText(token).endsWith('\n\n')

function isEnd(token: Token, next: Token | undefined): boolean {
  const text = lastText(token)
  if (endsParagraph(token)) return true
  if (next === undefined || !END.test(text)) return false
  // An initial, or the last letter of "e.g.".
  if (ABBREVIATIONS.has(token.key) || /^\p{L}$/u.test(token.key)) return false
  const [first] = next.segments
  return first === undefined || 'tex' in first || !/^["'“‘([]*\p{Ll}/u.test(first.text)
}
