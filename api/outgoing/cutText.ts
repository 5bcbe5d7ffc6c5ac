const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters of a title in a message. */
export const TITLE_LETTERS = 200

interface Limits {
  /** Graphemes: what a reader sees as one letter. */
  letters?: number
  /** Of `measure` over the whole result. */
  size: number
  /** Size of a piece as the service counts it, with its escapes; the size of a text is the sum over its letters. */
  measure?: (letter: string) => number
}

/** Size in UTF-8. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)

/**
 * Returns `text` cut between two letters so that it has at most `letters` letters and at most `size`, and ends in "…" if
 * something was cut. A single letter that is too large (hundreds of combining marks) is left out with what follows.
 */
export function cutText(text: string, { letters = Infinity, size, measure = ({ length }) => length }: Limits): string {
  const ellipsis = measure('…')
  let [used, count, end, fits] = [0, 0, 0, 0]
  for (const { segment, index } of graphemes.segment(text)) {
    used += measure(segment)
    count += 1
    if (count > letters || used > size) return `${text.slice(0, fits).trimEnd()}…`
    end = index + segment.length
    // The place of a cut leaves room for the ellipsis.
    if (count < letters && used + ellipsis <= size) fits = end
  }
  return text
}
