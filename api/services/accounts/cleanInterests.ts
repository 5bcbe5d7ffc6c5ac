import type { Interests } from '../../contract/users.ts'
import { invalidField } from '../../platform/errors.ts'
import { entryWords, meansItsWords } from '../../text/entries.ts'

const LISTS = ['keywords', 'authors', 'muted_terms', 'muted_authors'] as const

/**
 * The changed lists as they are stored: each entry without outer spaces, and once, whatever its case and accents. Throws
 * "invalid-input" for a new entry without a letter or digit, and for words with the signs of a search pattern: only words
 * are compared, so `.*(a+)` would hide every paper with the word "a". `before` are the stored lists, which may contain
 * such entries of earlier versions.
 */
export function cleanInterests(changes: Partial<Interests>, before: Interests): Partial<Interests> {
  const cleaned: Partial<Interests> = {}
  for (const name of LISTS) {
    const entries = changes[name]
    if (entries === undefined) continue
    for (const entry of entries) if (!before[name].includes(entry)) checkEntry(name, entry)
    cleaned[name] = withoutRepeats(entries.map((entry) => entry.trim().replace(/\s+/g, ' ')))
  }
  return cleaned
}

function checkEntry(name: (typeof LISTS)[number], entry: string): void {
  const field = `interests.${name}`
  const words = entryWords(entry)
  if (words === '') throw invalidField(field, `“${entry}” has no letter or digit, so no paper can match it.`)
  if (name === 'authors' || name === 'muted_authors' || meansItsWords(entry)) return
  const effect = name === 'muted_terms' ? 'hide' : 'match'
  throw invalidField(
    field,
    `“${entry}” has signs that are not compared: it would ${effect} every paper with “${words}”. Write the words alone.`,
  )
}

/** The first of the entries with the same words; those without words as they are. */
function withoutRepeats(entries: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const entry of entries) {
    const words = entryWords(entry) || entry
    if (!first.has(words)) first.set(words, entry)
  }
  return [...first.values()]
}
