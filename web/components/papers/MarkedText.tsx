import type { ReactNode } from 'react'
import type { Segment } from '#api/contract/papers.ts'
import { MathText } from './MathText.tsx'

export interface MarkedTextProps {
  text: string
  segments: readonly Segment[]
  /** Half-open character ranges of `text`, in ascending order. */
  ranges: readonly (readonly [start: number, end: number])[]
}

/** Text with the search hits marked. Formulas are never marked. */
export function MarkedText({ text, segments, ranges }: MarkedTextProps) {
  const parts = segments.length === 0 ? [{ text }] : segments
  // Ranges refer to `text`. If the segments do not add up to it, nothing is marked instead of the wrong words.
  if (ranges.length === 0 || parts.map(sourceOf).join('') !== text) return <MathText segments={parts} text={text} />

  const nodes: ReactNode[] = []
  let position = 0
  for (const segment of parts) {
    if ('text' in segment) nodes.push(...markRanges(segment.text, position, ranges))
    else nodes.push(<MathText key={position} segments={[segment]} />)
    position += sourceOf(segment).length
  }
  return nodes
}

/** Returns the plain text of a segment, with formulas between dollar signs. */
const sourceOf = (segment: Segment): string =>
  'text' in segment ? segment.text : segment.display ? `$$${segment.tex}$$` : `$${segment.tex}$`

function markRanges(text: string, offset: number, ranges: MarkedTextProps['ranges']): ReactNode[] {
  const nodes: ReactNode[] = []
  let position = 0
  for (const [start, end] of ranges) {
    const from = Math.max(start - offset, position)
    const to = Math.min(end - offset, text.length)
    if (from >= to) continue
    nodes.push(text.slice(position, from), <mark key={offset + from}>{text.slice(from, to)}</mark>)
    position = to
  }
  return [...nodes, text.slice(position)]
}
