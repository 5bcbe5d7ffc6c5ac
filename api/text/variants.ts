import { stemKey, type AbbreviationTable } from './abbreviations.ts'
import { greekNames } from './greek.ts'
import { umlautForms } from './umlauts.ts'
import { STAR } from './words.ts'

/** What the variants of a phrase depend on. */
export interface VariantContext {
  /** How frequent the words with the stem of this folded word are in the texts. Only words that occur are made. */
  frequencyOf(word: string): number
  abbreviations?: AbbreviationTable
}

/** More are not looked for, so that a long query stays cheap. */
const VARIANTS_MAX = 16

/**
 * Returns the other ways to write a phrase of folded words, without the phrase itself: "fine tuning" (which is also
 * what "fine-tuning" folds to) and "finetuning", "gpt 4o" and "gpt4o", "lcdm" and "lambda cdm", "ly alpha" and "lyman
 * alpha", "schroedinger" and "schrodinger", and, with the abbreviations of the context, "llm" and "large language
 * model". Spelling and inflection are left to the stems of the words.
 */
export function variantsOf(words: readonly string[], context: VariantContext): string[][] {
  const found = new Map([[stemKey(words), [...words]]])
  const add = (phrases: readonly string[][]) => {
    for (const phrase of phrases)
      if (found.size <= VARIANTS_MAX && !found.has(stemKey(phrase))) found.set(stemKey(phrase), phrase)
  }
  const forms = rewrite(words, (part) => otherForms(part, context))
  add(forms)
  // Two steps: "LCDM" -> "lambda cdm" -> "lambdacdm".
  for (const form of forms) add(rewrite(form, (part) => replace(part, context)))
  return [...found.values()].slice(1)
}

/** In words. */
const LONG_FORM_MAX = 8

/** Replaces each part of the phrase that has other forms, one at a time. */
function rewrite(phrase: readonly string[], formsOf: (words: readonly string[]) => (readonly string[])[]): string[][] {
  return phrase.flatMap((_, at) =>
    Array.from({ length: Math.min(LONG_FORM_MAX, phrase.length - at) }, (__, more) => at + more + 1).flatMap((end) =>
      formsOf(phrase.slice(at, end)).map((form) => [...phrase.slice(0, at), ...form, ...phrase.slice(end)]),
    ),
  )
}

/** Returns the forms that replace all of the words at once. */
export const otherForms = (words: readonly string[], context: VariantContext): (readonly string[])[] => {
  const [word] = words
  const splits = words.length === 1 && word !== undefined ? splitWord(word, context) : []
  return [...replace(words, context), ...splits]
}

/** Without splits, which do not repeat: the parts of a word are no compounds. */
function replace(words: readonly string[], context: VariantContext): (readonly string[])[] {
  const key = stemKey(words)
  const { longOf, shortOf } = context.abbreviations ?? {}
  return [...respell(words, context), ...[longOf?.(key), shortOf?.(key)].filter((form) => form !== undefined)]
}

function respell(words: readonly string[], context: VariantContext): string[][] {
  const [word = '', next = ''] = words
  return words.length === 1 ? respellWord(word, context) : words.length === 2 ? respellPair(word, next, context) : []
}

const greek = new Set(greekNames.values())

function respellPair(word: string, next: string, { frequencyOf }: VariantContext): string[][] {
  const isJoined = !isFunctionWord(word) && !isFunctionWord(next) && frequencyOf(word + next) > 0
  const forms = isJoined ? [[word + next]] : []
  if (next === STAR && /^[a-z]$/.test(word) && frequencyOf(word + STAR) > 0) forms.push([word + STAR])
  if (word === 'lambda' && next === 'cdm') forms.push(['lcdm'])
  if (word === 'lyman' && greek.has(next)) forms.push(['ly', next])
  if (word === 'ly' && greek.has(next)) forms.push(['lyman', next])
  if (word === 'ly' && next === 'alpha') forms.push(['lya'])
  return forms
}

function respellWord(word: string, { frequencyOf }: VariantContext): string[][] {
  if (word === 'lcdm') return [['lambda', 'cdm']]
  if (word === 'lya') return [['ly', 'alpha']]
  // "C-star" is "C*"; "a star" rarely is.
  if (/^[b-hj-z]star$/.test(word)) return [[word.slice(0, 1), STAR]]
  const forms = umlautForms(word).filter((form) => frequencyOf(form) > 0)
  return forms.map((form) => [form])
}

/** A function word is not a part of another word: "notable" is not "no table". */
const isFunctionWord = (word: string) => functionWords.has(word)
const functionWords = new Set(
  'a an the and or nor not no in on of off to at as by for per from with is are be was it its we our any all us i'.split(
    ' ',
  ),
)

/** In characters. Shorter words have no parts that mean something. */
const SPLIT_MIN = 4
/** The parts of a compound are about as frequent as the compound; those of "recommendat ion" are rare. */
const PART_SHARE = 0.3

function splitWord(word: string, { frequencyOf }: VariantContext): string[][] {
  if (word.length < SPLIT_MIN || !/^[a-z\d]+$/.test(word)) return []
  const partMin = Math.max(1, frequencyOf(word) * PART_SHARE)
  const splits: string[][] = []
  // A single letter may come first, as in "U-Net", and a single digit last.
  for (let at = 1; at < word.length - (/\d$/.test(word) ? 0 : 1); at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => !isFunctionWord(part) && frequencyOf(part) >= partMin)) splits.push(parts)
  }
  return splits
}
