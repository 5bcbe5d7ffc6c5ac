import { givenFirst } from './names.ts'
import { foldWords } from './words.ts'

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])

/** Returns a name as folded words, given names first, without "Jr": "Lind, A." and "A. Lind" return the same words. */
export function readNameWords(name: string): string[] {
  const words = foldWords(givenFirst(name))
  return words.length > 2 && suffixes.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
}
