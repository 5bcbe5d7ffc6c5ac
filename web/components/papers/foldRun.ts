import type { Segment } from '#api/contract/papers.ts'

/** An unchanged run with the words in its middle folded away. */
export interface FoldedRun {
  before: Segment[]
  hidden: Segment[]
  after: Segment[]
  /** Words and formulas of `hidden`. */
  words: number
}

/** Words that stay beside a change. */
const CONTEXT = 8
/** Fewer words are not folded: the button in their place would be as long. */
const HIDDEN_MIN = 16

/**
 * Folds the middle of a run of text that did not change; null for a short one. The first run of a text has a change behind
 * it only, the last one only before it.
 */
export function foldRun(
  segments: readonly Segment[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): FoldedRun | null {
  const words = segments.flatMap((segment): Segment[] =>
    'text' in segment
      ? (segment.text.match(/\s*\S+(?:\s+$)?/g) ?? [segment.text]).map((text) => ({ text }))
      : [segment],
  )
  const start = isFirst ? 0 : CONTEXT
  const end = words.length - (isLast ? 0 : CONTEXT)
  if (end - start < HIDDEN_MIN) return null
  return {
    before: joinTexts(words.slice(0, start)),
    hidden: joinTexts(words.slice(start, end)),
    after: joinTexts(words.slice(end)),
    words: end - start,
  }
}

function joinTexts(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    if (last && 'text' in last && 'text' in segment) last.text += segment.text
    else joined.push({ ...segment })
  }
  return joined
}
