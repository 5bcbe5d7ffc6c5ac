import type { Words } from './condition.ts'
import { guessLanguage } from './language.ts'
import { isStarredName, readPieces } from './queryPieces.ts'
import type { TypedYears } from './years.ts'

const listWords = (words: readonly string[], joint: string): string =>
  words.length < 2
    ? `“${words[0] ?? ''}”`
    : `${words
        .slice(0, -1)
        .map((word) => `“${word}”`)
        .join(', ')} ${joint} “${words.at(-1)}”`

/** Says which stars are part of a name, and which papers "but not" leaves out. */
export function describeSigns(q: string): string[] {
  const pieces = readPieces(q) ?? []
  const names = pieces.flatMap((piece) =>
    piece.kind === 'value' && !piece.quoted && isStarredName(piece) ? [piece.text] : [],
  )
  const excluded = pieces.flatMap((piece) => (piece.kind === 'not' && piece.spoken ? [piece.spoken] : []))
  return [
    ...[...new Set(names)].map((name) => `The star of “${name}” belongs to the name.`),
    ...(excluded.length === 0 ? [] : [`Papers with ${listWords(excluded, 'and')} are left out.`]),
  ]
}

interface Understood {
  years: readonly TypedYears[]
  /** The authors whose papers come first. */
  authors: readonly { name: string }[]
  /** That no paper has. */
  unknownWords: readonly Words[]
  /** Whether more than a few papers have all words. */
  isFound: boolean
}

/** Returns a sentence for each part of a query that is not searched as a word. */
export function interpret(q: string, { years, authors, unknownWords, isFound }: Understood): string[] {
  const textOf = ({ words }: Words) => q.slice(words[0]?.start, words.at(-1)?.end)
  const language = isFound ? null : guessLanguage(q)
  return [
    ...describeSigns(q),
    ...years.map((year) => describeYear(textOf(year.item), year)),
    ...(authors.length === 0
      ? []
      : [
          `Papers by ${listWords(
            authors.map(({ name }) => name),
            'or',
          )} come first.`,
        ]),
    ...(unknownWords.length === 0
      ? []
      : [`No paper in the library has ${listWords([...new Set(unknownWords.map(textOf))], 'or')}.`]),
    ...(language === null
      ? []
      : [`This looks like ${language}. The search and its language model read English: English words find more.`]),
  ]
}

/** Says which of the words of a query have the papers that come first, where too many papers have some word. */
export function describeRarer(q: string, words: readonly Words[]): string {
  const texts = words.map(({ words: typed }) => q.slice(typed[0]?.start, typed.at(-1)?.end))
  return `Papers with the rarer words come first: ${listWords([...new Set(texts)], 'and')}.`
}

function describeYear(text: string, { first, last }: TypedYears): string {
  const dates = first === last ? `of ${first}` : `from ${first} to ${last}`
  return `“${text}” is read as a year: papers ${dates}, or with “${text}” in their text. Write "${text}" in quotes for the text alone.`
}
