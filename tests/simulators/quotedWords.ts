/** The words of a query of words in quotes that must all be there; null for any other query. */
export function readQuotedWords(query: string): string[] | null {
  if (!/^"[^"]+"(?: AND "[^"]+")*$/.test(query)) return null
  return [...query.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)
}

/** Whether a text has all words, as whole ones. */
export const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'iu').test(text))
