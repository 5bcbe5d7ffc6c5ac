import { otherForms, variantsOf, type VariantContext } from '../../text/variants.ts'
import type { Condition, QueryWord, Words } from './condition.ts'

/** Each form costs time. */
const FORMS_MAX = 6
/** In words. */
const PHRASE_MAX = 6
/** Two words that some papers write as one are always searched as a phrase: "fine tuning" like "fine-tuning". */
const COMPOUND_SHARE = 0.002
/** Longer queries are sentences, which are searched by their words. */
const WORDS_MAX = 8

/** Adds the other spellings and the abbreviations of the words, except of words in quotes and of prefixes. */
export const expandVariants = (condition: Condition, context: VariantContext): Condition =>
  countWords(condition) > WORDS_MAX ? condition : expand(condition, context)

function countWords(condition: Condition): number {
  if (condition.kind === 'words') return condition.words.length
  if (condition.kind === 'not') return countWords(condition.item)
  if (condition.kind !== 'and' && condition.kind !== 'or') return 0
  return condition.items.reduce((sum, item) => sum + countWords(item), 0)
}

function expand(condition: Condition, context: VariantContext): Condition {
  switch (condition.kind) {
    case 'words':
      return expandPhrase(condition, context)
    case 'not':
      return { kind: 'not', item: expand(condition.item, context) }
    case 'or':
      return { ...condition, items: condition.items.map((item) => expand(item, context)) }
    case 'and':
      return { kind: 'and', items: expandRuns(condition.items, context) }
    default:
      return condition
  }
}

function expandPhrase(item: Words, context: VariantContext): Condition {
  if (item.quoted || item.prefix) return item
  const forms = variantsOf(
    item.words.map(({ word }) => word),
    context,
  )
  return eitherOf(item, forms, item)
}

/** Consecutive loose words may be one term: "large language model" is also "LLM". */
function expandRuns(items: readonly Condition[], context: VariantContext): Condition[] {
  const expanded: Condition[] = []
  for (let at = 0; at < items.length;) {
    const term = readTerm(items, at, context)
    if (term) expanded.push(term.condition)
    else expanded.push(expand(items[at] as Condition, context))
    at += term?.length ?? 1
  }
  return expanded
}

function readTerm(items: readonly Condition[], at: number, context: VariantContext) {
  const run: Words[] = []
  for (const item of items.slice(at, at + PHRASE_MAX)) {
    if (item.kind !== 'words' || !item.loose || item.prefix || item.words.length > 1) break
    run.push(item)
  }
  for (let { length } = run; length > 1; length--) {
    const parts = run.slice(0, length)
    const words = parts.flatMap((part) => part.words)
    const texts = words.map(({ word }) => word)
    if (otherForms(texts, context).length === 0) continue
    const phrase = { ...(parts[0] as Words), words }
    const forms = length === 2 ? variantsOf(texts, context) : otherForms(texts, context)
    const typed: Condition = isCompound(texts, context)
      ? phrase
      : { kind: 'and', items: parts.map((part) => expandPhrase(part, context)) }
    return { length, condition: eitherOf(typed, forms, phrase) }
  }
  return null
}

function isCompound(words: readonly string[], { frequencyOf }: VariantContext): boolean {
  const [first = '', second = ''] = words
  return (
    words.length === 2 &&
    frequencyOf(first + second) >= COMPOUND_SHARE * Math.min(frequencyOf(first), frequencyOf(second))
  )
}

/** The condition, or any of the forms as a phrase at the position of `typed` in the query. */
function eitherOf(condition: Condition, forms: readonly (readonly string[])[], typed: Words): Condition {
  const start = typed.words[0]?.start ?? 0
  const end = typed.words.at(-1)?.end ?? 0
  const toWords = (form: readonly string[]): Words => ({
    ...typed,
    words: form.map((word): QueryWord => ({ word, start, end })),
  })
  return forms.length === 0
    ? condition
    : { kind: 'or', items: [condition, ...forms.slice(0, FORMS_MAX).map(toWords)], isTerm: true }
}
