// "ue" stands for "ü" after a consonant and before two letters: "Mueller", "Krueger", but not "Yue", "Joel" or "Suen".
const vowel = '(?<=[a-pr-z])([aou])'

const replaceable = new RegExp(`${vowel}(?=e[a-z]{2}|[a-df-z][a-z])`, 'g')

/**
 * Returns the spellings of a folded word with and without one "e" that replaces an umlaut: "schroedinger" ->
 * "schrodinger" and the reverse.
 */
export function umlautForms(word: string): string[] {
  return [...word.matchAll(replaceable)].map(({ index }) => {
    const rest = word.slice(index + 1)
    return word.slice(0, index + 1) + (rest.startsWith('e') ? rest.slice(1) : `e${rest}`)
  })
}

const replaced = new RegExp(`${vowel}e(?=[a-z]{2})`, 'g')

/** Returns a folded word without the "e" that replace umlauts: "mueller" -> "muller". */
export const collapseUmlauts = (word: string): string => word.replace(replaced, '$1')

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Replaces umlauts by the letters that stand for them in ASCII: "Müller" -> "mueller". */
export const expandUmlauts = (text: string): string =>
  text.normalize('NFC').replace(/[äöüøå]/gi, (letter) => umlauts[letter.toLowerCase()] ?? letter)
