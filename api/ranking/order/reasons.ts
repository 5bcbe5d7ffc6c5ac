import type { Reason } from '../../contract/papers.ts'
import type { Taste } from '../model/taste.ts'
import type { DayIndex } from './dayIndex.ts'
import type { Part } from './scorePapers.ts'

const REASONS_MAX = 4
/** Parts below this, and below this share of the largest, do not explain a place in the list. */
const LEAST = { value: 0.05, share: 0.1 }

interface Found {
  reason: Reason
  value: number
}

/**
 * Returns the largest positive parts of a paper's score as reasons, after the label for exploration or next door. Parts
 * of one kind with the same text are one reason; a word of a phrase that is named already is none; only the closest
 * paper is named.
 */
export function toReasons(
  day: DayIndex,
  taste: Taste,
  position: number,
  label: 'explore' | 'next_door' | null,
  explain: (visit: (part: Part, value: number) => void) => void,
): Reason[] {
  const found = new Map<string, Found>()
  explain((part, value) => {
    if (part.kind === 'rest') return
    const reason = toReason(day, taste, position, part)
    if (reason === null) return
    const key = `${reason.kind}:${reason.text}`
    const same = found.get(key)
    if (same) same.value += value
    else found.set(key, { reason, value })
  })
  const sorted = [...found.values()].sort((one, other) => other.value - one.value)
  const least = Math.max(LEAST.value, LEAST.share * (sorted[0]?.value ?? 0))
  const reasons: Reason[] = label ? [{ kind: label, text: day.papers[position]!.categories[0] ?? '' }] : []
  for (const { reason, value } of sorted) {
    if (value < least || reasons.length === REASONS_MAX) break
    if (!reasons.some((other) => isCovered(reason, other))) reasons.push(reason)
  }
  return reasons
}

function toReason(day: DayIndex, taste: Taste, position: number, part: Exclude<Part, { kind: 'rest' }>): Reason | null {
  if (part.kind === 'feature') return day.explain(position, part.column)
  if (part.kind === 'category') return { kind: 'category', text: part.text }
  if (part.kind === 'near') {
    const paper_id = taste.profile.ids[part.paper]!
    return { kind: 'near', text: paper_id, paper_id }
  }
  const { kind, text, maybe, field } = part.match
  return { kind, text, ...(maybe && { maybe }), ...(field && { field }) }
}

/** Whether another reason says the same, or more of it. */
function isCovered(reason: Reason, by: Reason): boolean {
  if (reason.kind === 'near') return by.kind === 'near'
  if (reason.kind !== 'term') return false
  const [text, other] = [reason.text.toLowerCase(), by.text.toLowerCase()]
  return (by.kind === 'term' || by.kind === 'keyword') && (other.includes(text) || text.includes(other))
}
