/** Columns of the tokens of a paper, in this order. */
export const COLUMNS = ['title', 'authors', 'abstract'] as const

/** Bytes of a token: the hash of a word. */
const BYTES = 3
/** Separates two columns, or two authors. No word has it. */
const SEPARATOR = 0

/** 24-bit FNV-1a hash of a folded word, never 0. Two words of a library of a million words rarely have the same. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return ((hash >>> 24) ^ hash) & 0xffffff || 1
}

/** Packs the folded words of the columns; two separators in a row end a column, one ends an author. */
export function packTokens(columns: readonly (readonly (readonly string[])[])[]): Uint8Array {
  const tokens = columns.flatMap((texts) => {
    const filled = texts.filter((words) => words.length > 0)
    const hashed = filled.flatMap((words) => [...words.map(hashWord), SEPARATOR])
    return filled.length > 0 ? [...hashed, SEPARATOR] : [SEPARATOR, SEPARATOR]
  })
  const bytes = new Uint8Array(tokens.length * BYTES)
  for (const [index, token] of tokens.entries()) {
    bytes[index * BYTES] = token
    bytes[index * BYTES + 1] = token >> 8
    bytes[index * BYTES + 2] = token >> 16
  }
  return bytes
}

/** Calls `visit` with the hash of each word of packed tokens. */
export function visitWords(bytes: Uint8Array, visit: (hash: number) => void): void {
  for (let at = 0; at < bytes.length; at += BYTES) {
    const hash = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
    if (hash !== SEPARATOR) visit(hash)
  }
}

/** The words to count: at each position the hashes of the words that may be there. */
export interface TokenPhrase {
  positions: readonly ReadonlySet<number>[]
}

/** Counts phrases in packed tokens. Reused for many papers. */
export class PhraseCounter {
  /** Occurrences by phrase and column: `counts[phrase * 3 + column]`, of the last paper. */
  readonly counts: Uint16Array
  /** Number of words of the last paper. */
  length = 0
  readonly #lengths: number[]
  /** hash -> phrase and position pairs, flat. */
  readonly #slots = new Map<number, number[]>()
  /** Marks the low 16 bits of the hashes of `#slots`: most words of a paper are in no phrase. */
  readonly #mayOccur = new Uint8Array(65_536)
  readonly #progress: Int32Array
  readonly #endedAt: Int32Array

  constructor(phrases: readonly TokenPhrase[]) {
    this.counts = new Uint16Array(phrases.length * COLUMNS.length)
    this.#lengths = phrases.map(({ positions }) => positions.length)
    this.#progress = new Int32Array(phrases.length)
    this.#endedAt = new Int32Array(phrases.length)
    for (const [phrase, { positions }] of phrases.entries())
      for (const [position, hashes] of positions.entries())
        for (const hash of hashes) {
          const slots = this.#slots.get(hash) ?? []
          // Later positions first, so that a word that may be at two positions does not continue itself.
          slots.unshift(phrase, position)
          this.#slots.set(hash, slots)
          this.#mayOccur[hash & 0xffff] = 1
        }
  }

  /** Counts the phrases in a paper. */
  count(bytes: Uint8Array): void {
    this.counts.fill(0)
    this.#endedAt.fill(-2)
    let column = 0
    let length = 0
    let wasSeparator = false
    for (let at = 0, index = 0; at < bytes.length; at += BYTES, index++) {
      const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
      const token = low | ((bytes[at + 2] as number) << 16)
      if (token === SEPARATOR) {
        if (wasSeparator) column++
        wasSeparator = !wasSeparator
        continue
      }
      wasSeparator = false
      length++
      if (this.#mayOccur[low] === 0) continue
      const slots = this.#slots.get(token)
      if (slots) this.#advance(slots, index, column)
    }
    this.length = length
  }

  #advance(slots: readonly number[], index: number, column: number): void {
    for (let slot = 0; slot < slots.length; slot += 2) {
      const phrase = slots[slot] as number
      const position = slots[slot + 1] as number
      const continues = this.#endedAt[phrase] === index - 1 && this.#progress[phrase] === position
      if (position > 0 && !continues) continue
      this.#endedAt[phrase] = index
      this.#progress[phrase] = position + 1
      if (position + 1 < (this.#lengths[phrase] as number)) continue
      const counted = phrase * COLUMNS.length + column
      this.counts[counted] = (this.counts[counted] as number) + 1
    }
  }
}
