import type { Reason } from '../../contract/papers.ts'
import type { DayIndex } from './dayIndex.ts'
import type { ReaderOfDay } from './readerOfDay.ts'
import type { PartKind, ScoredPapers } from './scorePapers.ts'

const REASONS_MAX = 4
/** The largest parts that reasons are made of: more than reasons, as some say the same. */
const PARTS_MAX = 12
/** Parts below this, and below this share of the largest, do not explain a place in the list. */
const LEAST = { value: 0.05, share: 0.1 }

interface LargePart {
  kind: PartKind
  key: number
  value: number
}

/**
 * Returns the largest positive parts of a paper's score as reasons, after the label for exploration or next door. Parts
 * of one kind with the same text are one reason; a word of a phrase that is named already is none; only the closest
 * paper is named.
 */
export function toReasons(
  day: DayIndex,
  { taste, matches }: ReaderOfDay,
  position: number,
  label: 'explore' | 'next_door' | null,
  explain: (visit: Parameters<ScoredPapers['explain']>[1]) => void,
): Reason[] {
  const { categories } = day.papers[position]!
  const found = new Map<string, { reason: Reason; value: number }>()
  for (const { kind, key, value } of largestParts(explain)) {
    const reason = toReason(kind, key)
    if (reason === null) continue
    const name = `${reason.kind}:${reason.text}`
    found.set(name, { reason, value: value + (found.get(name)?.value ?? 0) })
  }
  const sorted = [...found.values()].sort((one, other) => other.value - one.value)
  const least = LEAST.share * (sorted[0]?.value ?? 0)
  const reasons: Reason[] = label ? [{ kind: label, text: categories[0] ?? '' }] : []
  for (const { reason, value } of sorted) {
    if (value < least || reasons.length === REASONS_MAX) break
    if (!reasons.some((other) => isCovered(reason, other))) reasons.push(reason)
  }
  return reasons

  function toReason(kind: PartKind, key: number): Reason | null {
    if (kind === 'feature') return day.explain(position, key)
    if (kind === 'category') return { kind, text: categories[key]! }
    if (kind === 'near') return { kind, text: taste.profile.ids[key]!, paper_id: taste.profile.ids[key]! }
    const { kind: of, text, field, maybe } = matches[key]!
    return { kind: of, text, ...(field && { field }), ...(maybe && { maybe }) }
  }
}

/** The largest parts that say something of the paper, largest first; of the closeness to papers only the largest. */
function largestParts(explain: (visit: Parameters<ScoredPapers['explain']>[1]) => void): LargePart[] {
  const largest: LargePart[] = []
  let least = LEAST.value
  explain((kind, key, value) => {
    if (value < least || kind === 'rest') return
    if (kind === 'near') {
      const known = largest.findIndex((part) => part.kind === 'near')
      if (known !== -1 && largest[known]!.value >= value) return
      if (known !== -1) largest.splice(known, 1)
    }
    let at = largest.length
    while (at > 0 && largest[at - 1]!.value < value) at--
    largest.splice(at, 0, { kind, key, value })
    if (largest.length > PARTS_MAX) largest.pop()
    if (largest.length === PARTS_MAX) least = largest.at(-1)!.value
  })
  return largest
}

/** Whether another reason says the same, or more of it. */
function isCovered(reason: Reason, by: Reason): boolean {
  if (reason.kind !== 'term' || (by.kind !== 'term' && by.kind !== 'keyword')) return false
  const [text, other] = [reason.text.toLowerCase(), by.text.toLowerCase()]
  return other.includes(text) || text.includes(other)
}
