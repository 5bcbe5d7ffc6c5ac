import { readNameWords } from '../../text/nameWords.ts'
import { stemWord } from '../../text/words.ts'
import { BREAK } from './tags.ts'

/** In the same spelling as all words of the index. */
const readAuthor = (name: string): string[] => readNameWords(name).map(stemWord)

/**
 * The forms under which an author is found, as the words of one column: the whole name, without the middle names, and
 * both with initials.
 */
export function authorForms(name: string): string {
  const words = readAuthor(name)
  const [first] = words
  const family = words.at(-1)
  if (first === undefined || family === undefined) return ''
  const initials = words.slice(0, -1).map((word) => word.slice(0, 1))
  const middle = initials.slice(1)
  const forms = [
    words,
    [first, ...middle, family],
    [first, family],
    [...initials, family],
    [first.slice(0, 1), family],
  ].map((form) => form.join(' '))
  const longEnough = words.length === 1 ? forms.slice(0, 1) : forms
  return [...new Set(longEnough)].join(` ${BREAK} `)
}

/** The phrases any of which names this author: as written, and with the middle names left out. */
export function authorPhrases(name: string): string[][] {
  const words = readAuthor(name)
  const [first] = words
  const family = words.at(-1)
  if (first === undefined || family === undefined) return []
  return words.length > 2 ? [words, [first, family]] : [words]
}
