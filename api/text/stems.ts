import { irregularPlurals, parseTable } from './plurals.ts'
import { toAmerican } from './spelling.ts'

/** Irregular inflected forms that are not plurals of nouns, with their base form. */
const irregularForms =
  parseTable(`found=find built=build chosen=choose chose=choose learnt=learn written=write driven=drive
  driving=drive drove=drive bases=base sought=seek shown=show analysis=analyze analyses=analyze`)

/** Words that look inflected or derived, but are not. */
const protectedWords = new Set(
  (
    'news lens bias gas canvas atlas alias chaos mars texas kansas species series diabetes means whereas perhaps ' +
    'always does has was this thus plus embed shed biped hundred sacred speed need seed feed indeed exceed proceed ' +
    'succeed agreed evening morning during ceiling something anything nothing everything witness harness business ' +
    'wireless unless family early only critical unary supply apply imply multiply rely reply assembly anomaly ' +
    'naming daily'
  ).split(' '),
)

/** The words stemmed last, and those before them, which are dropped when the first map is full. */
let stems = new Map<string, string>()
let olderStems = new Map<string, string>()
const STEMS_CACHED_MAX = 50_000

/**
 * Returns the key under which a folded word and its inflected forms are the same: "lens", "lenses", "lensed" and
 * "lensing"; "retrieve" and "retrieval"; British and American spellings. Weaker than Porter's algorithm, which also
 * removes derivations that change the meaning: "generic" is not "generate", "university" is not "universe". The key is
 * not always an English word. Words with other characters than a to z are returned unchanged.
 */
export function stemWord(word: string): string {
  const cached = stems.get(word)
  if (cached !== undefined) return cached
  // Numbers, formulas and other scripts have no English suffixes.
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const stem = olderStems.get(word) ?? computeStem(word)
  if (stems.size >= STEMS_CACHED_MAX) {
    olderStems = stems
    stems = new Map()
  }
  stems.set(word, stem)
  return stem
}

/**
 * Whether the stem of a folded word can be one of the `stems`, by its first letter: far quicker than stemming a word that
 * has another one. Of all words only those with "oe" get another first letter: "oestrogen" is "estrogen".
 */
export const mayHaveStem = (word: string, stems: readonly string[]): boolean =>
  word.startsWith('oe') || stems.some((stem) => stem.charCodeAt(0) === word.charCodeAt(0))

function computeStem(written: string): string {
  const word = toAmerican(written)
  const base = baseOf(word)
  if (base !== undefined) return removeEnd(base)
  if (protectedWords.has(word)) return word
  const singular = removePlural(word)
  const known = irregularForms.get(singular)
  if (known !== undefined) return removeEnd(known)
  if (protectedWords.has(singular)) return singular
  return removeEnd(removeDerivation(removeParticiple(singular)))
}

const baseOf = (word: string) => irregularForms.get(word) ?? irregularPlurals.get(word)

// The measure m and the conditions *v*, *d and *o are those of M. F. Porter, "An algorithm for suffix stripping",
// Program 14 (1980): https://tartarus.org/martin/PorterStemmer/def.txt
const hasVowel = (stem: string) => /[aeiou]|.y/.test(stem)
/** Whether m > 0: a vowel is followed by a consonant. */
const hasSyllable = (stem: string) => /^[^aeiou]*(?:[aeiouy]+)[^aeiouy]/.test(stem)
const hasTwoSyllables = (stem: string) => /^[^aeiou]*(?:[aeiouy]+[^aeiouy]+){2}/.test(stem)
const isShort = (stem: string) => /^[^aeiou]*[aeiouy][^aeiouwxy]$/.test(stem)

/** Porter's step 1a, without words on -us and -is. */
function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('yses')) return `${word.slice(0, -2)}is`
  if (word.endsWith('ae') && word.length > 5) return word.slice(0, -1)
  if (/[^s]s$/.test(word) && !/[iu]s$/.test(word) && word.length > 3) return word.slice(0, -1)
  return word
}

/** Porter's step 1b: -ed and -ing. */
function removeParticiple(word: string): string {
  const ending = /(?:ed|ing)$/.exec(word)?.[0]
  if (ending === undefined) return word
  const stem = word.slice(0, -ending.length)
  if (word.endsWith('eed') || !hasVowel(stem)) return word
  if (stem.length < 3 && !/[^aeiou]$/.test(stem)) return word
  if (stem.length < 3) return `${stem}e`
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/([^aeioulsz])\1$/.test(stem)) return stem.slice(0, -1)
  return isShort(stem) ? `${stem}e` : stem
}

/**
 * Derivations that keep the meaning: adverb and adjective, noun and verb. Each applies once, in this order, if there is
 * a syllable before the ending. Other endings (-er, -ive, -ity, most of -al and -ment) often change the meaning.
 */
const derivations: readonly (readonly [RegExp, string])[] = [
  [/(?<=al|nt|ive|ous|ful|ar|ic|ct|ate|st|it)ly$/, ''],
  [/(?<=ab|ib)ly$/, 'le'],
  [/(?<=[a-z]{2}ic|[a-z]{3}[st]ion)al$/, ''],
  [/(?<=iev|ov|iv|pos)al$/, 'e'],
  [/(?<=ign|elop|ploy|ess|just|reat|ur|in|ov|nc|ir)e?ment$/, ''],
  [/(?<=ment|apt|[es]form|serv|pret|plor|grad|put)ation$/, ''],
  [/(?<=[a-z]{2})ation$/, 'ate'],
  [/iz(?:ate|er)$/, 'ize'],
  [/(?<=[a-z]{2}[cp]t|[a-z]{3}ss)ion$/, ''],
  [/ness$/, ''],
  [/(?<=[a-z]{2}[ai]b)ility$/, 'le'],
]

const removeDerivation = (word: string): string =>
  derivations.reduce((shorter, [pattern, replacement]) => {
    const at = shorter.search(pattern)
    return at !== -1 && hasSyllable(shorter.slice(0, at)) ? shorter.slice(0, at) + replacement : shorter
  }, word)

/** Porter's steps 1c and 5: a final y, e, and the second of two l. */
function removeEnd(word: string): string {
  if (/[^aeiou]y$/.test(word) && word.length > 3) return `${word.slice(0, -1)}i`
  if (word.endsWith('ie') && word.length > 4) return word.slice(0, -1)
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1)
    if (hasTwoSyllables(stem) || (hasSyllable(stem) && !isShort(stem))) return undouble(stem)
    return word
  }
  return undouble(word)
}

const undouble = (stem: string) => (stem.endsWith('ll') && hasTwoSyllables(stem) ? stem.slice(0, -1) : stem)
