import { greekNames } from '../../text/greek.ts'
import { readWords, type Word } from '../../text/words.ts'
import { functionWords } from './functionWords.ts'
import { readTerms, toLabel, withoutAddresses, type PaperText } from './terms.ts'
import { isEmpty, isInS, isQuality, isVerb } from './wordClasses.ts'

/** How a term is shown to a reader. */
export interface TermName {
  /** Whole words of the text, the whole of each compound: "multi-purpose LLMs" for the term "purpose LLMs". */
  label: string
  /** The term alone; `termId` of it is the term. */
  key: string
}

/**
 * Returns the names of those of `ids` that are terms of the paper and name a subject where they stand:
 * - Compounds are whole: a term that begins or ends within one is named by all of it.
 * - A term ends with a noun that says something, and neither begins nor ends with a verb: no "prevents overfitting", no
 *   "GS substantially", no "methodology".
 * - Before a noun stands no other in the plural (as in English compounds), no quality without content ("existing") and no
 *   number; a number ends a name ("SAM 2"), but not a count ("Task 3").
 * Of several spellings the one with the fewest capitals, then the first: a title may have capitals that mean nothing.
 */
export function nameTerms({ title, abstract }: PaperText, ids: Iterable<number>): Map<number, TermName> {
  const wanted = ids instanceof Set ? (ids as ReadonlySet<number>) : new Set(ids)
  const names = new Map<number, TermName & { rank: number }>()
  for (const text of [title, abstract]) {
    const words = readWords(text)
    const starts = new Map(words.map(({ start }, index) => [start, index]))
    const ends = new Map(words.map(({ end }, index) => [end, index]))
    for (const { id, start, end } of readTerms(withoutAddresses(text))) {
      if (!wanted.has(id)) continue
      const [first, last] = [starts.get(start), ends.get(end)]
      if (first === undefined || last === undefined) continue
      const whole = findName(text, words, [first, last], text === abstract)
      if (whole === null) continue
      const own = text.slice(start, end)
      const written = text.slice(words[whole[0]]!.start, words[whole[1]]!.end)
      const rank = (own.match(/\p{Lu}/gu)?.length ?? 0) + (written === own ? 0 : WIDENED)
      if ((names.get(id)?.rank ?? Infinity) <= rank) continue
      const key = toLabel(id, own)
      names.set(id, { label: written === own ? key : toLabel(null, written), key, rank })
    }
  }
  return new Map([...names].map(([id, { label, key }]) => [id, { label, key }]))
}

/** The term alone comes before the same term as a part of something longer. */
const WIDENED = 100

/** The words that name a term; null where it names no subject. In sentences a name of several words is whole, too. */
function findName(text: string, words: readonly Word[], term: Part, isSentence: boolean): Part | null {
  const whole = widen(text, words, term)
  if (whole === null) return null
  const name = isSentence ? widenName(text, words, whole) : whole
  for (const part of name === whole ? [whole] : [name, whole]) if (namesSubject(text, words, part)) return part
  return null
}

/** Words of a compound, at most. */
const COMPOUND_MAX = 6
/** What stands between the words of a compound: "U-Net", "vision--language", "Gemini 2.5", "pass@1". */
const JOINT = /^[$}{)]*(?:[-‐‑–]{1,2}|[@.&+_])[${\\(]*$/u

/** First and last word of a part of a text. */
type Part = readonly [first: number, last: number]

/** The part with the whole of the compounds at its ends; null for one that is too long. */
function widen(text: string, words: readonly Word[], [first, last]: Part): Part | null {
  const isJoint = (at: number) => at > 0 && at < words.length && JOINT.test(gapBefore(text, words, at))
  let [from, to] = [first, last]
  while (isJoint(from)) from--
  while (isJoint(to + 1)) to++
  return to - from >= COMPOUND_MAX ? null : [from, to]
}

/** The part with the capitalised words around it, if all of its own are: "Nancy Grace Roman Space Telescope". */
function widenName(text: string, words: readonly Word[], [first, last]: Part): Part {
  const isCapital = (at: number) => /^\p{Lu}/u.test(text.slice(words[at]?.start)) && !functionWords.has(words[at]!.word)
  for (let at = first; at <= last; at++) if (!isCapital(at)) return [first, last]
  const isNext = (at: number) => at > 0 && at < words.length && /^[ \n-]$/.test(gapBefore(text, words, at))
  let [from, to] = [first, last]
  while (isNext(from) && isCapital(from - 1)) from--
  while (isNext(to + 1) && isCapital(to + 1)) to++
  // "Conventional Vision-Language-Action": the capital of a sentence.
  while (from < first && isQuality(words[from]!.word)) from++
  return to - from >= COMPOUND_MAX ? [first, last] : [from, to]
}

const gapBefore = (text: string, words: readonly Word[], at: number) => text.slice(words[at - 1]!.end, words[at]!.start)

/** Whether a part of a text can be the answer to "about what?". */
function namesSubject(text: string, words: readonly Word[], [first, last]: Part): boolean {
  const written = (at: number) => text.slice(words[at]!.start, words[at]!.end)
  const lower = (at: number) => written(at).toLowerCase()
  const isCompound = (at: number) =>
    (at > first && JOINT.test(gapBefore(text, words, at))) || (at < last && JOINT.test(gapBefore(text, words, at + 1)))
  /** A name or an abbreviation is a noun: "CT", "GPT4", the "U" of "U-Net", not "3D". */
  const isName = (at: number) => /\p{Lu}.*\p{Lu}|\p{Lu}.*\d|\d\p{Lu}{2}|^\p{Lu}$/u.test(written(at))
  const parts = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  if (parts.every((at) => isSign(words[at]!.word))) return false
  // "low-resource languages": a compound that qualifies the next word is no noun, unless it is a name.
  if (isCompound(first) && isCompound(last) && !parts.some(isName) && isFollowed(text, words, last)) return false
  const alone = first === last
  const head = lower(last)
  if (functionWords.has(words[last]!.word)) return false
  if (isNumber(words[last]!.word)) {
    // "Qwen-2", "SAM 2" and "Gemini 2.5", but neither "Task 3" nor "in 2025".
    const before = parts.findLast((at) => !isNumber(words[at]!.word))
    return before !== undefined && /^\p{Lu}/u.test(written(before)) && !isEmpty(lower(before), { alone: true })
  }
  if (!isName(last)) {
    if (words[last]!.word.length < (alone ? 3 : 2) && !isCompound(last)) return false
    if (/^\d+[a-z]$/.test(head) || isQuality(head) || isVerb(head) || isEmpty(head, { alone })) return false
  }
  if (alone || isCompound(first)) return true
  const begin = lower(first)
  return !(
    isNumber(words[first]!.word) ||
    functionWords.has(words[first]!.word) ||
    isInS(written(first)) ||
    (isVerb(begin) && !/(?:ed|ing)$/.test(begin)) ||
    isPoor(begin)
  )
}

const isNumber = (word: string) => /^\d+$/.test(word)
const greek = new Set(greekNames.values())
const isSign = (word: string) => word.length < 2 || isNumber(word) || greek.has(word)

/** Whether the next word belongs to the same phrase. */
function isFollowed(text: string, words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  return next !== undefined && !functionWords.has(next.word) && /^\s+$/.test(text.slice(words[at]!.end, next.start))
}

/** Whether a word in front of a noun adds nothing to it: "existing hallucinations", "quality data". */
const isPoor = (word: string) => word.endsWith('ly') || POOR.has(word) || isEmpty(word, { alone: false })
const POOR = new Set(
  `able accurate available best better certain clear common complete correct crucial current different difficult distinct
  diverse easy effective efficient enabling ensuring entire existing extensive final first full future general good great
  high higher important improved improving initial key large larger last latest less lower main major many modern multiple
  necessary new next novel numerous other overall particular popular possible potential powerful practical present previous
  promising proposed recent related relevant resulting robust same second several significant similar simple single
  small special specific strong subsequent such suitable superior total traditional typical underlying unique useful
  various well whole achieving addressing reducing leveraging introducing providing requiring using containing`.split(
    /\s+/,
  ),
)
