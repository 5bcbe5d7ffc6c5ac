import { readNameWords } from '../../text/nameWords.ts'
import { stemWord } from '../../text/stems.ts'
import { FORM_SEPARATOR } from './tags.ts'

/** Returns the words of a name, folded and stemmed like all words of the index. */
const readAuthor = (name: string): string[] => readNameWords(name).map(stemWord)

/**
 * Returns the forms under which an author can be found, as text for the authors column: the full name, with middle
 * initials, without the middle names, with initials only, and with the first initial only.
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
  const usable = words.length === 1 ? forms.slice(0, 1) : forms
  return [...new Set(usable)].join(` ${FORM_SEPARATOR} `)
}

/** Returns the phrases that match this author: the name as written, and without the middle names. */
export function authorPhrases(name: string): string[][] {
  const words = readAuthor(name)
  const [first] = words
  const family = words.at(-1)
  if (first === undefined || family === undefined) return []
  return words.length > 2 ? [words, [first, family]] : [words]
}
