import { stemKey, type AbbreviationTable } from './abbreviations.ts'
import { greekNames } from './greek.ts'
import { umlautForms } from './umlauts.ts'

/** What the variants of a phrase depend on. */
export interface VariantContext {
  /** Whether some text contains a folded word with the same stem. Only such words are made by splitting and joining. */
  isWord(word: string): boolean
  abbreviations?: AbbreviationTable
}

/** Rewriting is repeated: "LCDM" -> "lambda cdm" -> "lambdacdm". */
const STEPS = 2
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
  let last: readonly string[][] = [[...words]]
  for (let step = 0; step < STEPS; step++) {
    const next = last.flatMap((phrase) => rewrite(phrase, context))
    last = next.filter((phrase) => {
      const key = stemKey(phrase)
      if (found.has(key) || found.size > VARIANTS_MAX) return false
      found.set(key, phrase)
      return true
    })
  }
  return [...found.values()].slice(1)
}

/** In words. */
const LONG_FORM_MAX = 8

/** Replaces each part of the phrase that has another form, one at a time. */
function rewrite(phrase: readonly string[], context: VariantContext): string[][] {
  return phrase.flatMap((_, at) =>
    Array.from({ length: Math.min(LONG_FORM_MAX, phrase.length - at) }, (__, more) => at + more + 1).flatMap((end) =>
      otherForms(phrase.slice(at, end), context).map((form) => [...phrase.slice(0, at), ...form, ...phrase.slice(end)]),
    ),
  )
}

/** Returns the forms that replace all of the words at once: the steps of `variantsOf`. */
export function otherForms(words: readonly string[], context: VariantContext): (readonly string[])[] {
  const [word = '', next = ''] = words
  const { abbreviations } = context
  const key = stemKey(words)
  const respelled =
    words.length === 1 ? respellWord(word, context) : words.length === 2 ? respellPair(word, next, context) : []
  return [
    ...respelled,
    ...[abbreviations?.longOf(key), abbreviations?.shortOf(key)].filter((form) => form !== undefined),
  ]
}

const greek = new Set(greekNames.values())

function respellPair(word: string, next: string, { isWord }: VariantContext): string[][] {
  const forms = isFunctionWord(word) || isFunctionWord(next) || !isWord(word + next) ? [] : [[word + next]]
  if (word === 'lambda' && next === 'cdm') forms.push(['lcdm'])
  if (word === 'lyman' && greek.has(next)) forms.push(['ly', next])
  if (word === 'ly' && greek.has(next)) forms.push(['lyman', next])
  if (word === 'ly' && next === 'alpha') forms.push(['lya'])
  return forms
}

function respellWord(word: string, { isWord }: VariantContext): string[][] {
  if (word === 'lcdm') return [['lambda', 'cdm']]
  if (word === 'lya') return [['ly', 'alpha']]
  return [
    ...splitWord(word, isWord),
    ...umlautForms(word)
      .filter(isWord)
      .map((form) => [form]),
  ]
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

function splitWord(word: string, isWord: (word: string) => boolean): string[][] {
  if (word.length < SPLIT_MIN || !/^[a-z\d]+$/.test(word)) return []
  const splits: string[][] = []
  for (let at = 1; at < word.length; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => !isFunctionWord(part) && isWord(part))) splits.push(parts)
  }
  return splits
}
