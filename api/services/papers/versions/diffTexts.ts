import { diffArrays } from 'diff'
import type { TextPart } from '../../../contract/textChanges.ts'
import type { ChangePart } from '../../../contract/versions.ts'
import { toSentences, type Sentence } from './sentences.ts'
import { readTokens, segmentsOf, type Token } from './textTokens.ts'

/** How two texts differ. */
export interface TextDiff {
  /** The new text in order, with what was removed at its place. A moved sentence is at its new place alone. */
  parts: TextPart[]
  /** Sentences that changed, were added or removed; one that was only moved is not among them. */
  changed: number
  moved: number
  /** Sentences of the longer one of the texts. */
  sentences: number
}

/** Edits up to which a shortest script is searched for. The work grows with their square. */
const EDITS_MAX = 1_000
/** Tokens of a text up to which words are compared: more than an abstract has. Above, whole sentences are. */
const TOKENS_MAX = 10_000
/** Tokens of a sentence that can be recognised at another place. */
const MOVED_MIN = 3
/** Share of common words below which sentences are shown as replaced, not as edited. */
const COMMON_MIN = 0.35

/** Compares two texts word by word. Null when they read the same. Never takes more than linear time in long texts. */
export const diffTexts = (before: string, after: string): TextDiff | null =>
  diffTokens(readTokens(before), readTokens(after))

/** The same for texts that have been read. */
export function diffTokens(old: readonly Token[], now: readonly Token[]): TextDiff | null {
  if (old.length === now.length && old.every(({ key }, index) => key === now[index]?.key)) return null
  const [oldSentences, newSentences] = [toSentences(old), toSentences(now)]
  const areWordsCompared = Math.max(old.length, now.length) <= TOKENS_MAX
  const blocks = align(oldSentences, newSentences, ({ key }) => key)
  const movedKeys = findMoved(blocks)
  const diff: TextDiff = {
    parts: [],
    changed: 0,
    moved: 0,
    sentences: Math.max(oldSentences.length, newSentences.length),
  }
  const writer = new PartWriter(diff.parts)
  for (const { same, removed, added } of blocks) {
    writer.add('same', tokensOf(same))
    const gone = removed.filter((sentence) => !movedKeys.from.has(sentence))
    const come = added.filter((sentence) => !movedKeys.to.has(sentence))
    diff.changed += Math.max(gone.length, come.length)
    diff.moved += added.length - come.length
    writeChange(writer, { gone, added, moved: movedKeys.to, areWordsCompared })
  }
  return diff
}

const tokensOf = (sentences: readonly Sentence[]): Token[] => sentences.flatMap(({ tokens }) => tokens)

/** Items that both sides have, followed by those that one of them has in place of those of the other. */
interface Block<Item> {
  /** As the new side writes them. */
  same: Item[]
  removed: Item[]
  added: Item[]
}

/** Aligns two lists by the keys of their items. Lists that differ in too much have only their ends in common. */
function align<Item>(old: readonly Item[], now: readonly Item[], keyOf: (item: Item) => string): Block<Item>[] {
  const keys = [old.map(keyOf), now.map(keyOf)] as const
  const changes = diffArrays(keys[0], keys[1], { maxEditLength: EDITS_MAX })
  if (changes === undefined) return alignEnds(old, now, keys)
  const blocks: Block<Item>[] = [{ same: [], removed: [], added: [] }]
  let [oldAt, newAt] = [0, 0]
  for (const { added, removed, value } of changes) {
    const block = blocks.at(-1) ?? { same: [], removed: [], added: [] }
    const count = value.length
    if (removed) block.removed.push(...old.slice(oldAt, oldAt + count))
    else if (added) block.added.push(...now.slice(newAt, newAt + count))
    else blocks.push({ same: now.slice(newAt, newAt + count), removed: [], added: [] })
    if (!added) oldAt += count
    if (!removed) newAt += count
  }
  return blocks
}

function alignEnds<Item>(
  old: readonly Item[],
  now: readonly Item[],
  [oldKeys, newKeys]: readonly [readonly string[], readonly string[]],
): Block<Item>[] {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && oldKeys[start] === newKeys[start]) start++
  let end = 0
  while (end < shorter - start && oldKeys.at(-1 - end) === newKeys.at(-1 - end)) end++
  return [
    {
      same: now.slice(0, start),
      removed: old.slice(start, old.length - end),
      added: now.slice(start, now.length - end),
    },
    { same: now.slice(now.length - end), removed: [], added: [] },
  ]
}

/** Whole sentences that were removed at one place and added at another one. */
function findMoved(blocks: readonly Block<Sentence>[]): { from: Set<Sentence>; to: Set<Sentence> } {
  const removed = Map.groupBy(
    blocks.flatMap((block) => block.removed).filter(({ tokens }) => tokens.length >= MOVED_MIN),
    ({ key }) => key,
  )
  const from = new Set<Sentence>()
  const to = new Set<Sentence>()
  for (const sentence of blocks.flatMap((block) => block.added)) {
    const origin = removed.get(sentence.key)?.shift()
    if (origin === undefined) continue
    from.add(origin)
    to.add(sentence)
  }
  return { from, to }
}

interface SentenceChange {
  gone: readonly Sentence[]
  added: readonly Sentence[]
  /** Those of `added` that were moved here. */
  moved: ReadonlySet<Sentence>
  areWordsCompared: boolean
}

function writeChange(writer: PartWriter, { gone, added, moved, areWordsCompared }: SentenceChange): void {
  const movedAt = new Map<Token, Token[]>()
  const old = tokensOf(gone)
  const now = added.flatMap((sentence) => {
    if (!moved.has(sentence)) return sentence.tokens
    // One token that has no equal: it stays whole.
    const whole = { key: `moved ${movedAt.size}`, segments: [], isNumber: false }
    movedAt.set(whole, sentence.tokens)
    return [whole]
  })
  const blocks = areWordsCompared && old.length > 0 && now.length > 0 ? alignWords(old, now, movedAt) : null
  for (const block of blocks ?? [{ same: [], removed: old, added: now }]) {
    writer.add('same', block.same)
    writer.addChange(block.removed, block.added, movedAt)
  }
}

/** Null when the sentences have too little in common to be read as edited. */
function alignWords(
  old: readonly Token[],
  now: readonly Token[],
  moved: ReadonlyMap<Token, unknown>,
): Block<Token>[] | null {
  const blocks = mergeOverFunctionWords(
    align(old, now, ({ key }) => key),
    old,
  )
  const common = blocks.reduce((sum, { same }) => sum + same.length, 0)
  return (2 * common) / (old.length + now.length - moved.size) < COMMON_MIN ? null : blocks
}

const FUNCTION_WORDS = new Set(
  'a an and are as at by for from in is of on or that the this to was were which with'.split(' '),
)

/** One such word between two replacements is shown with them: "of" in "the number of lanterns". */
function mergeOverFunctionWords(blocks: readonly Block<Token>[], old: readonly Token[]): Block<Token>[] {
  const merged: Block<Token>[] = []
  let oldAt = 0
  for (const block of blocks) {
    const last = merged.at(-1)
    const [word] = block.same
    const isReplaced = (one: Block<Token> | undefined) => one && one.removed.length > 0 && one.added.length > 0
    const oldWord = old[oldAt]
    if (
      word &&
      oldWord &&
      last &&
      block.same.length === 1 &&
      FUNCTION_WORDS.has(word.key) &&
      isReplaced(last) &&
      isReplaced(block)
    ) {
      last.removed.push(oldWord, ...block.removed)
      last.added.push(word, ...block.added)
    } else merged.push({ ...block })
    oldAt += block.same.length + block.removed.length
  }
  return merged
}

class PartWriter {
  readonly #parts: TextPart[]

  constructor(parts: TextPart[]) {
    this.#parts = parts
  }

  /** Writes tokens with one mark. Those in the place of a paragraph have marks of their own. */
  add(op: ChangePart['op'], tokens: readonly Token[], { isNumber = false } = {}): void {
    let from = 0
    for (const [index, { parts }] of tokens.entries()) {
      if (parts === undefined) continue
      this.#addRun(op, tokens.slice(from, index))
      this.#parts.push(...parts)
      from = index + 1
    }
    this.#addRun(op, from === 0 ? tokens : tokens.slice(from), { isNumber })
  }

  #addRun(op: ChangePart['op'], tokens: readonly Token[], { isNumber = false } = {}): void {
    if (tokens.length === 0) return
    const last = this.#parts.at(-1)
    const segments = segmentsOf(tokens)
    if (last?.op === op && op === 'same') last.segments = segmentsOf([last, { segments }].map(toToken))
    else this.#parts.push({ op, segments, ...(isNumber && { number: true }) })
  }

  /** Writes what was removed, then what was added, with moved sentences at their places. */
  addChange(removed: readonly Token[], added: readonly Token[], movedAt: ReadonlyMap<Token, Token[]>): void {
    const isNumber =
      removed.length > 0 && removed.length === added.length && [...removed, ...added].every((token) => token.isNumber)
    this.add('removed', removed, { isNumber })
    let from = 0
    for (const [index, token] of added.entries()) {
      const moved = movedAt.get(token)
      if (moved === undefined) continue
      this.add('added', added.slice(from, index))
      this.add('moved', moved)
      from = index + 1
    }
    this.add('added', added.slice(from), { isNumber })
  }
}

const toToken = ({ segments }: Pick<Token, 'segments'>): Token => ({ key: '', segments, isNumber: false })
