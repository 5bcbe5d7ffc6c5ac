import type { CatchUp } from '#api/contract/taste.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

/** "About 20 minutes": the heading's second line. */
export function CatchUpSummary({ catchUp }: { catchUp: CatchUp | undefined }) {
  if (!catchUp) return 'The best papers of the days you missed.'
  const { cards, papers, days, minutes } = catchUp
  if (days.length === 0) return 'No day was missed.'
  if (cards.length === 0) return `${formatPlural(papers, 'paper')} in ${formatPlural(days.length, 'day')}.`
  return `The best ${formatCount(cards.length)} of ${formatPlural(papers, 'paper')} in ${formatPlural(days.length, 'day')}, about ${formatPlural(minutes, 'minute')}.`
}
