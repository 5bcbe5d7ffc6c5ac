import type { Reason } from '../../contract/papers.ts'
import type { DayIndex } from './dayIndex.ts'
import type { Contribution } from './scoreDay.ts'

export const REASONS_MAX = 4

/** Returns the largest positive contributions of a paper's score as reasons, each text once. */
export function toReasons(day: DayIndex, position: number, contributions: readonly Contribution[]): Reason[] {
  const largest = contributions.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value)
  const reasons: Reason[] = []
  for (const part of largest) {
    const reason = toReason(day, position, part)
    if (reason === null || reasons.some(({ kind, text }) => kind === reason.kind && text === reason.text)) continue
    reasons.push(reason)
    if (reasons.length === REASONS_MAX) break
  }
  return reasons
}

function toReason(day: DayIndex, position: number, part: Contribution): Reason | null {
  if (part.kind === 'rest') return null
  if (part.kind === 'near') return { kind: 'near', text: part.paper_id, paper_id: part.paper_id }
  if (part.kind === 'feature') return day.explain(position, part.feature)
  const { kind, text } = part
  return part.kind !== 'category' && part.maybe ? { kind, text, maybe: true } : { kind, text }
}
