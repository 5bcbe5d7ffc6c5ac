import type { ReactNode } from 'react'
import type { Segment } from '#api/contract/papers.ts'
import { MathText } from './MathText.tsx'

export interface MarkedTextProps {
  text: string
  segments: readonly Segment[]
  /** Half-open character ranges of `text`, in order. */
  ranges: readonly (readonly [start: number, end: number])[]
}

/** Text with the words of a search marked. A formula is marked by nothing: it is drawn whole. */
export function MarkedText({ text, segments, ranges }: MarkedTextProps) {
  const pieces = segments.length === 0 ? [{ text }] : segments
  // Offsets count the characters of `text`; where the pieces do not add up to it, no mark is better than a wrong one.
  if (ranges.length === 0 || pieces.map(sourceOf).join('') !== text) return <MathText segments={pieces} text={text} />

  const shown: ReactNode[] = []
  let at = 0
  for (const piece of pieces) {
    if ('text' in piece) shown.push(...markWords(piece.text, at, ranges))
    else shown.push(<MathText key={at} segments={[piece]} />)
    at += sourceOf(piece).length
  }
  return shown
}

/** How a piece stands in the plain text: formulas between dollars. */
const sourceOf = (piece: Segment): string =>
  'text' in piece ? piece.text : piece.display ? `$$${piece.tex}$$` : `$${piece.tex}$`

function markWords(words: string, offset: number, ranges: MarkedTextProps['ranges']): ReactNode[] {
  const shown: ReactNode[] = []
  let at = 0
  for (const [start, end] of ranges) {
    const from = Math.max(start - offset, at)
    const to = Math.min(end - offset, words.length)
    if (from >= to) continue
    shown.push(words.slice(at, from), <mark key={offset + from}>{words.slice(from, to)}</mark>)
    at = to
  }
  return [...shown, words.slice(at)]
}
