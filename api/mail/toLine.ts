const LINE_MAX = 120

/**
 * Returns untrusted text as one line without control characters, directional overrides and lone surrogates. Text longer
 * than `max` characters is cut at a word and ends in "…", without the punctuation before it.
 */
export function toLine(text: string, max: number = LINE_MAX): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  const whole = cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))
  // In a text without spaces the cut may be inside of a surrogate pair.
  return `${whole.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s.,;:!?…([{"'“‘«–—-]+$/, '')}…`
}
