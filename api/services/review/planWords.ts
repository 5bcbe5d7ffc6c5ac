import type { Planned } from './planOrder.ts'
import { describeWeeks } from './reviewWords.ts'

const pluralize = (count: number, noun: string) => `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`

const DAYS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "Today: 3 papers, about 42 minutes." The time is an estimate, also where the pages are known. */
export function describePlan({
  papers,
  minutes,
  waiting,
}: {
  papers: number
  minutes: number
  waiting: number
}): string {
  if (waiting === 0) return 'No paper on your list waits to be read.'
  if (papers === 0) return 'No paper of your list fits into the minutes of a day.'
  return `Today: ${pluralize(papers, 'paper')}, about ${pluralize(minutes, 'minute')}.`
}

/** "about 36 minutes · you noted it · waits for 9 weeks", "42 minutes, two days" */
export function describePlanned({
  minutes,
  days,
  pages,
  hasNote,
  hasUpdate,
  isRetracted,
  weeksWaited,
}: Planned): string {
  const time = `${pages === null ? 'about ' : ''}${pluralize(minutes, 'minute')}`
  return [
    days > 1 ? `${time}, ${DAYS[days] ?? days} days` : time,
    isRetracted && 'retracted or withdrawn',
    hasNote && 'you noted it',
    hasUpdate && 'changed since you opened it',
    weeksWaited > 0 && `waits ${describeWeeks(weeksWaited)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
