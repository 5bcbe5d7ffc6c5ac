/** Words in -s that are not plurals of the word without it. */
const notPlurals = new Set(['news', 'means', 'does'])
/** Shorter words have no plural here: "GP" and "GPS" are different words. */
const SINGULAR_MIN = 3

/** Returns a folded word with its regular English singular and plural: for "study" as for "studies", both of them. */
export function pluralForms(word: string): ReadonlySet<string> {
  const singulars = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`]
  return new Set([word, ...pluralsOf(word), ...singulars.filter((singular) => pluralsOf(singular).includes(word))])
}

function pluralsOf(word: string): string[] {
  if (word.length < SINGULAR_MIN) return []
  return [
    ...(word.endsWith('s') ? [] : [`${word}s`]),
    ...(/(?:[sxzo]|[cs]h)$/.test(word) ? [`${word}es`] : []),
    ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []),
  ].filter((plural) => !notPlurals.has(plural))
}
