import { removeInvisible } from './clean.ts'

/** Form of a tag or of the name of a category for comparison: without case and without the accents of Latin, Greek and Cyrillic letters. */
export const foldTag = (tag: string): string =>
  tag
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** A tag on one line. Without commas and semicolons, because file formats separate tags with them. May be empty. */
export const cleanTag = (text: string): string =>
  removeInvisible(text.normalize('NFC'))
    .replace(/[\s,;]+/g, ' ')
    .trim()

/** The cleaned tags without empty ones, each once, in the spelling of `known` if it has an equal one. */
export function spellTags(tags: readonly string[], known: readonly string[]): string[] {
  const spellings = new Map(known.map((tag) => [foldTag(tag), tag]))
  const spelled = tags.flatMap((tag): [string, string][] => {
    const clean = cleanTag(tag)
    return clean === '' ? [] : [[foldTag(clean), spellings.get(foldTag(clean)) ?? clean]]
  })
  // Of equal tags the first spelling is kept.
  return [...new Map(spelled.toReversed()).entries()].toReversed().map(([, tag]) => tag)
}
