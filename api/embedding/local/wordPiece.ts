// WordPiece tokenisation of BERT's uncased models, as Hugging Face's `tokenizers` does it for their tokenizer.json:
// BertNormalizer (clean text, space around Chinese characters, no accents, lower case), BertPreTokenizer (split at white
// space and around punctuation), WordPiece (longest prefixes first).

/** Control, format, private, unassigned and surrogate characters, without the white space among them. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const REMOVED = /[\u0000\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
const CHINESE = /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu
const ACCENTS = /\p{Mn}/gu
/** A punctuation character (all of ASCII's that is not a letter or digit), or a run of other characters. */
const WORDS = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu
/** In characters. Longer words are unknown. */
const WORD_MAX = 100

/** Returns the ids of the tokens of a text, `[CLS]` and `[SEP]` included; at most `maxTokens`. */
export type Tokenizer = (text: string) => number[]

/** Creates a tokenizer from the text of a tokenizer.json whose model is WordPiece. */
export function createTokenizer(tokenizerJson: string, maxTokens: number): Tokenizer {
  const { model } = JSON.parse(tokenizerJson) as { model: { vocab: Record<string, number> } }
  const vocabulary = new Map(Object.entries(model.vocab))
  const idOf = (token: string): number => {
    const id = vocabulary.get(token)
    if (id === undefined) throw new Error(`the vocabulary does not contain ${token}`)
    return id
  }
  const [start, end, unknown] = [idOf('[CLS]'), idOf('[SEP]'), idOf('[UNK]')]

  /** Returns the longest token that the word continues with at `from`, as its id and end. */
  function longestToken(characters: readonly string[], from: number): { id: number; to: number } | undefined {
    for (let to = characters.length; to > from; to--) {
      const id = vocabulary.get((from > 0 ? '##' : '') + characters.slice(from, to).join(''))
      if (id !== undefined) return { id, to }
    }
    return undefined
  }

  function splitWord(word: string): number[] {
    const characters = [...word]
    if (characters.length > WORD_MAX) return [unknown]
    const ids: number[] = []
    for (let from = 0; from < characters.length;) {
      const token = longestToken(characters, from)
      if (token === undefined) return [unknown]
      ids.push(token.id)
      from = token.to
    }
    return ids
  }

  return (text) => {
    const normal = text
      .replace(REMOVED, '')
      .replace(CHINESE, ' $& ')
      .normalize('NFD')
      .replace(ACCENTS, '')
      .toLowerCase()
    const ids: number[] = []
    for (const [word] of normal.matchAll(WORDS)) {
      ids.push(...splitWord(word))
      if (ids.length >= maxTokens - 2) break
    }
    return [start, ...ids.slice(0, maxTokens - 2), end]
  }
}
