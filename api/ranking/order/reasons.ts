import type { Reason } from '../../contract/reasons.ts'
import { saysTheSame, termWords } from '../features/terms.ts'
import type { DayIndex } from './dayIndex.ts'
import type { ReaderOfDay } from './readerOfDay.ts'
import type { PartKind, VisitPart } from './scorePapers.ts'

const REASONS_MAX = 4
/** The largest parts that reasons are made of: more than reasons, as some say the same. */
const PARTS_MAX = 12
/** Parts below this, and below this share of the largest, do not explain a place in the list. */
const LEAST = { value: 0.05, share: 0.1 }

/** `explain` of the scored papers, for one of them. */
type ExplainParts = (visit: VisitPart, least: number) => void

/** The largest parts of one paper, largest first; overwritten for the next, as many thousand papers are explained. */
const largest = {
  kinds: Array.from({ length: PARTS_MAX }, (): PartKind => 'rest'),
  keys: new Uint32Array(PARTS_MAX),
  values: new Float64Array(PARTS_MAX),
}

/**
 * Returns the largest positive parts of a paper's score as reasons, after the label for exploration or next door. Parts
 * of one kind with the same text are one reason, and so are a phrase and its words, under the name of the phrase; only
 * the closest paper is named. A paper that is not above the mean of the day is there for other reasons than the model's:
 * only its category and its matches are named.
 */
export function toReasons(
  day: DayIndex,
  { taste, matches }: ReaderOfDay,
  { position, score, label }: { position: number; score: number; label: 'explore' | 'next_door' | null },
  explain: ExplainParts,
): Reason[] {
  const { categories } = day.papers[position]!
  const found: Found = { reasons: [], values: [], cells: [] }
  const add = (kind: PartKind, key: number, value: number) => {
    const reason = toReason(kind, key)
    if (reason !== null) addReason(reason, kind === 'feature' ? key : -1, value, found)
  }
  const parts = findLargest(explain, score > 0, add)
  for (let part = 0; part < parts; part++) add(largest.kinds[part]!, largest.keys[part]!, largest.values[part]!)
  const least = LEAST.share * (found.values[0] ?? 0)
  const reasons: Reason[] = label ? [{ kind: label, text: categories[0] ?? '' }] : []
  /** The words of each of the reasons that a term may repeat. */
  const words = reasons.map(() => NONE)
  for (let at = 0; at < found.reasons.length && found.values[at]! >= least; at++) {
    const reason = found.reasons[at]!
    const { kind, text } = reason
    const own =
      kind === 'term'
        ? day.wordsOf(found.cells[at]!, text)
        : kind === 'keyword' || kind === 'typed_topic'
          ? termWords(text)
          : NONE
    addUnlessSaid(reason, own, reasons, words)
  }
  return reasons.slice(0, REASONS_MAX)

  function toReason(kind: PartKind, key: number): Reason | null {
    if (kind === 'feature') return day.explain(position, key)
    if (kind === 'category') return { kind, text: categories[key]! }
    if (kind === 'near') return { kind, text: taste.profile.ids[key]!, paper_id: taste.profile.ids[key]! }
    const { kind: of, text, field, maybe, followed } = matches[key]!
    return { kind: of, text, ...(field && { field }), ...(maybe && { maybe }), ...(followed && { followed }) }
  }
}

/** Reasons in descending order of their values, with the cell of each that is a feature. */
interface Found {
  reasons: Reason[]
  values: number[]
  cells: number[]
}

const NONE: readonly string[] = []

/**
 * Adds a reason with its words to the larger ones, unless it is a term that says the same as one of them. A
 * phrase takes the place of the first of its words, if it repeats nothing else.
 */
function addUnlessSaid(reason: Reason, own: readonly string[], reasons: Reason[], words: (readonly string[])[]): void {
  const { kind } = reason
  let first = -1
  for (let at = 0; at < reasons.length; at++) {
    const other = words[at]!
    if (kind !== 'term' || other.length === 0 || !saysTheSame(own, other)) continue
    const isItsWord = reasons[at]!.kind === 'term' && other.length === 1 && own.length > 1 && own.includes(other[0]!)
    if (!isItsWord) return
    if (first === -1) first = at
  }
  if (first === -1) {
    reasons.push(reason)
    words.push(own)
    return
  }
  for (let at = reasons.length - 1; at > first; at--)
    if (words[at]!.length === 1 && reasons[at]!.kind === 'term' && own.includes(words[at]![0]!)) {
      reasons.splice(at, 1)
      words.splice(at, 1)
    }
  reasons[first] = reason
  words[first] = own
}

/** Adds a reason below the larger ones; to its equal, if there is one. No two terms have the same text. */
function addReason(reason: Reason, cell: number, value: number, { reasons, values, cells }: Found): void {
  let at = reason.kind === 'term' ? reasons.length : 0
  while (at < reasons.length && !(reasons[at]!.text === reason.text && reasons[at]!.kind === reason.kind)) at++
  const kept = reasons[at] ?? reason
  const sum = value + (values[at] ?? 0)
  for (; at > 0 && values[at - 1]! < sum; at--) {
    reasons[at] = reasons[at - 1]!
    values[at] = values[at - 1]!
    cells[at] = cells[at - 1]!
  }
  reasons[at] = kept
  values[at] = sum
  cells[at] = cell
}

/**
 * Writes the model's largest parts that say something of the paper to `largest` and returns their number, none unless
 * `ofModel`; of the closeness to papers only the largest. Calls `visitPrior` with those of the category and the matches,
 * which are few.
 */
function findLargest(explain: ExplainParts, ofModel: boolean, visitPrior: VisitPart): number {
  const { kinds, keys, values } = largest
  let count = 0
  explain(
    (kind, key, value) => {
      if (value < LEAST.value || kind === 'rest') return
      if (kind === 'category' || kind === 'match') return visitPrior(kind, key, value)
      if (count === PARTS_MAX && value <= values[count - 1]!) return
      let at = count
      if (kind === 'near') {
        const known = kinds.indexOf('near')
        if (known !== -1 && known < count) {
          if (values[known]! >= value) return
          at = known
        }
      }
      if (at === count && count < PARTS_MAX) count++
      else if (at === count) at--
      for (; at > 0 && values[at - 1]! < value; at--) {
        kinds[at] = kinds[at - 1]!
        keys[at] = keys[at - 1]!
        values[at] = values[at - 1]!
      }
      kinds[at] = kind
      keys[at] = key
      values[at] = value
    },
    ofModel ? LEAST.value : Infinity,
  )
  return count
}
