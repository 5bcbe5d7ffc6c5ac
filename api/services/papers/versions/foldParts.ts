import type { Segment } from '../../../contract/papers.ts'
import type { TextPart } from '../../../contract/textChanges.ts'
import { joinSegments } from './textTokens.ts'

/** Words that stay on each side of a change, and at the end of a paragraph that moved. */
const CONTEXT = 12
/** Fewer words are not left out: a note in their place would be as long. */
const LEFT_OUT_MIN = 16
/** Of a paragraph that moved, its first words. Where it was before they need only tell which one it is. */
const OPENING = 24

/** Words and formulas, each with the white space after it. */
export const splitWords = (segments: readonly Segment[]): Segment[] =>
  segments.flatMap((segment): Segment[] =>
    'text' in segment ? (segment.text.match(/^\s+|\S+\s*/g) ?? []).map((text) => ({ text })) : [segment],
  )

/**
 * Leaves out what is the same, but for some words beside each change, and of what was added or removed in a row all words
 * after the first `runMax`.
 */
export const foldParts = (parts: readonly TextPart[], runMax: number): TextPart[] =>
  breakLines(
    parts.flatMap((part, index) => {
      const [last, next] = [parts[index - 1], parts[index + 1]]
      if (part.moved_to !== undefined) return [cutRun(part, OPENING)]
      if (part.moved_from !== undefined && part.op === 'moved') {
        const isAfterChange = last?.moved_from === part.moved_from && last.op !== 'moved'
        return cutMiddle(part, isAfterChange ? CONTEXT : OPENING, CONTEXT)
      }
      if (part.op === 'same')
        return cutMiddle(part, index === 0 ? 0 : CONTEXT, index === parts.length - 1 ? 0 : CONTEXT)
      return [cutRun(part.op === 'removed' && next?.op === 'added' ? joinLines(part) : part, runMax)]
    }),
  ).map(toLines)

function cutMiddle(part: TextPart, before: number, after: number): TextPart[] {
  const words = splitWords(part.segments)
  const [start, end] = [before, words.length - after]
  if (end - start < LEFT_OUT_MIN) return [part]
  return [
    { ...part, segments: joinSegments(words.slice(0, start)), left_out: end - start },
    ...(after > 0 ? [{ ...part, segments: joinSegments(words.slice(end)) }] : []),
  ]
}

function cutRun(part: TextPart, max: number): TextPart {
  const words = splitWords(part.segments)
  if (words.length < max + LEFT_OUT_MIN) return part
  return { ...part, segments: joinSegments(words.slice(0, max)), left_out: words.length - max }
}

/** What replaces the end of a paragraph ends it: what was removed before it does not. */
function joinLines(part: TextPart): TextPart {
  const last = part.segments.at(-1)
  if (last === undefined || 'tex' in last) return part
  return { ...part, segments: [...part.segments.slice(0, -1), { text: last.text.replace(/\s*\n\s*$/, ' ') }] }
}

/** A paragraph that moved has lines of its own. */
const breakLines = (parts: readonly TextPart[]): TextPart[] =>
  parts.flatMap((part, index) => {
    const next = parts[index + 1]
    const isApart =
      next !== undefined &&
      (part.moved_from !== next.moved_from || part.moved_to !== undefined || next.moved_to !== undefined)
    return isApart && !endsLine(part) ? [part, { op: 'same', segments: [{ text: '\n' }] }] : [part]
  })

function endsLine({ segments, left_out }: TextPart): boolean {
  const last = segments.at(-1)
  return left_out === undefined && last !== undefined && 'text' in last && /\n\s*$/.test(last.text)
}

/** A line break in place of the blank line between two paragraphs. */
const toLines = (part: TextPart): TextPart => ({
  ...part,
  segments: part.segments.map((segment) =>
    'text' in segment ? { text: segment.text.replace(/[^\S\n]*\n\s*/g, '\n') } : segment,
  ),
})
