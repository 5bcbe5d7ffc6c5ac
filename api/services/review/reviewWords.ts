import type { Review } from '../../contract/review.ts'
import type { MissedPaper } from './missedByOrder.ts'

const { format: formatCount } = new Intl.NumberFormat('en-GB')
const pluralize = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
/** "Wed 18 Nov" */
export const nameDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

type Words = { figure: string | null; text: string }

export function describeSaved({ saved, noted }: { saved: number; noted: number }): Words {
  if (saved + noted === 0) return { figure: null, text: 'You saved no paper and wrote no note.' }
  const parts = [
    saved > 0 ? `saved ${pluralize(saved, 'paper')}` : 'saved no paper',
    noted > 0 ? `wrote a note on ${pluralize(noted, 'paper')}` : 'wrote no note',
  ]
  const figure = saved > 0 && noted > 0 ? `${formatCount(saved)} + ${formatCount(noted)}` : formatCount(saved + noted)
  return { figure, text: `You ${parts.join(' and ')}.` }
}

export function describeWaiting({ waiting, oldest_weeks }: { waiting: number; oldest_weeks: number | null }): Words {
  if (waiting === 0) return { figure: null, text: 'No paper on your list waits to be read.' }
  const wait = waiting === 1 ? 'One paper waits' : `${formatCount(waiting)} papers wait`
  const whose = waiting === 1 ? 'It has' : 'The oldest has'
  return {
    figure: formatCount(waiting),
    text: `${wait} to be read. ${whose} been there ${describeWeeks(oldest_weeks ?? 0)}.`,
  }
}

/** "for less than a week", "for 9 weeks" */
export const describeWeeks = (weeks: number): string =>
  weeks === 0 ? 'for less than a week' : `for ${pluralize(weeks, 'week')}`

export function describeChanged(changed: number): Words {
  if (changed === 0) return { figure: null, text: 'No paper on your list changed.' }
  return { figure: formatCount(changed), text: `${pluralize(changed, 'paper')} on your list changed.` }
}

type MissedCounts = Pick<Review['missed'], 'missed' | 'below_budget' | 'below_cut' | 'other_categories'>

export function describeMissed(
  { missed, below_budget, below_cut, other_categories }: MissedCounts,
  saved: number,
): Words {
  if (saved === 0) return { figure: null, text: 'You saved no paper that the order could have missed.' }
  if (missed === 0) return { figure: null, text: 'The order missed no paper that you saved.' }
  const parts = [
    below_budget > 0 ? `${formatCount(below_budget)} below your reading budget` : '',
    below_cut > 0 ? `${formatCount(below_cut)} below the cut` : '',
    other_categories > 0 ? `${formatCount(other_categories)} not in your categories` : '',
  ]
  const which = missed === 1 ? 'One paper that you saved was' : `${formatCount(missed)} papers that you saved were`
  const where = parts.filter(Boolean).join(', ')
  return { figure: formatCount(missed), text: `${which} not where you look first: ${where}.` }
}

/** "Rank 48 of 120 on Wed 18 Nov", "Below the cut on …, place 312 of 340", "Not in your categories" */
export function describePlace(missed: MissedPaper): string {
  if (missed.where === 'other_categories') return 'Not in your categories'
  const { day, place, of } = missed
  const on = nameDay(day)
  return missed.where === 'below_cut'
    ? `Below the cut on ${on}, place ${formatCount(place)} of ${formatCount(of)}`
    : `Rank ${formatCount(place)} of ${formatCount(of)} on ${on}`
}

type Minutes = Pick<Review['minutes'], 'minutes' | 'papers_read' | 'budget_minutes'>

export function describeMinutes({ minutes, papers_read, budget_minutes }: Minutes): Words {
  const budget =
    budget_minutes > 0 ? `Your budget covered about ${pluralize(budget_minutes, 'minute')} of the lists.` : ''
  if (minutes === null)
    return { figure: null, text: ['No reading time was measured.', budget].filter(Boolean).join(' ') }
  const read = `${describeTime(minutes)} with ${pluralize(papers_read, 'abstract')} open.`
  return { figure: formatCount(minutes), text: [read, budget].filter(Boolean).join(' ') }
}

export const describeTime = (minutes: number): string =>
  minutes === 0 ? 'Less than a minute' : pluralize(minutes, 'minute')
