import type { Reason } from '../../contract/papers.ts'
import { saysTheSame } from '../features/terms.ts'
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
  const found: Reason[] = []
  const values: number[] = []
  const add = (kind: PartKind, key: number, value: number) => {
    const reason = toReason(kind, key)
    if (reason !== null) addReason(reason, value, found, values)
  }
  const parts = findLargest(explain, score > 0, add)
  for (let part = 0; part < parts; part++) add(largest.kinds[part]!, largest.keys[part]!, largest.values[part]!)
  const least = LEAST.share * (values[0] ?? 0)
  let reasons: Reason[] = label ? [{ kind: label, text: categories[0] ?? '' }] : []
  for (let at = 0; at < found.length && values[at]! >= least; at++) {
    const reason = found[at]!
    const same = reason.kind === 'term' ? reasons.filter((other) => isRepeated(day, reason, other)) : []
    if (same.length === 0) reasons.push(reason)
    else if (same.every((other) => isWordOf(day, other, reason))) {
      reasons[reasons.indexOf(same[0]!)] = reason
      reasons = reasons.filter((other) => !same.includes(other))
    }
  }
  return reasons.slice(0, REASONS_MAX)

  function toReason(kind: PartKind, key: number): Reason | null {
    if (kind === 'feature') return day.explain(position, key)
    if (kind === 'category') return { kind, text: categories[key]! }
    if (kind === 'near') return { kind, text: taste.profile.ids[key]!, paper_id: taste.profile.ids[key]! }
    const { kind: of, text, field, maybe } = matches[key]!
    return { kind: of, text, ...(field && { field }), ...(maybe && { maybe }) }
  }
}

const isRepeated = (day: DayIndex, term: Reason, { kind, text }: Reason): boolean =>
  (kind === 'term' || kind === 'keyword') && saysTheSame(day.wordsOf(term.text), day.wordsOf(text))

/** Whether the other is a single word, and the term a phrase with it. */
function isWordOf(day: DayIndex, { kind, text }: Reason, phrase: Reason): boolean {
  const [own, others] = [day.wordsOf(phrase.text), day.wordsOf(text)]
  return kind === 'term' && others.length === 1 && own.length > 1 && own.includes(others[0]!)
}

/** Adds a reason below the larger ones; to its equal, if there is one. No two terms have the same text. */
function addReason(reason: Reason, value: number, found: Reason[], values: number[]): void {
  let at = reason.kind === 'term' ? found.length : 0
  while (at < found.length && !(found[at]!.text === reason.text && found[at]!.kind === reason.kind)) at++
  const kept = found[at] ?? reason
  const sum = value + (values[at] ?? 0)
  for (; at > 0 && values[at - 1]! < sum; at--) {
    found[at] = found[at - 1]!
    values[at] = values[at - 1]!
  }
  found[at] = kept
  values[at] = sum
}

/**
 * Writes the model's largest parts that say something of the paper to `largest` and returns their number, none unless
 * `ofModel`; of the closeness to papers only the largest. Calls `visitPrior` with those of the category and the matches,
 * which are few.
 */
function findLargest(explain: ExplainParts, ofModel: boolean, visitPrior: VisitPart): number {
  const { kinds, keys, values } = largest
  let count = 0
  explain((kind, key, value) => {
    if (value < LEAST.value || kind === 'rest') return
    if (kind === 'category' || kind === 'match') return visitPrior(kind, key, value)
    if (!ofModel) return
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
  }, LEAST.value)
  return count
}
