import type { Command } from 'commander'
import type { PlannedPaper, ReadingPlan } from '#api/contract/readingPlan.ts'
import { REVIEW_SECTIONS, type Review } from '#api/contract/review.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { parseDay } from '../options/values.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'

const TITLES: Record<(typeof REVIEW_SECTIONS)[number], string> = {
  saved: 'Saved and noted',
  waiting: 'Waiting',
  changed: 'Changed',
  missed: 'What the order missed',
  minutes: 'Your minutes',
}

const planColumns: readonly Column<PlannedPaper>[] = [
  { title: 'today', value: ({ minutes_today }) => (minutes_today > 0 ? `${minutes_today} min` : '') },
  { title: 'id', value: ({ item }) => item.paper.id },
  { title: 'title', value: ({ item }) => item.paper.title, truncatable: true, least: 36 },
  { title: 'time', value: ({ text }) => text, truncatable: true },
]

/** Adds the weekly review and the reading plan to the commands of the reading list. */
export function addReview(list: Command, run: Runner): void {
  const review = list
    .command('review')
    .description('Your week: saved, waiting, changed, missed by the order, and minutes.')
    .option('--week <day>', 'the last day of the week (YYYY-MM-DD); by default the newest one that is over', parseDay)
    .action(
      run<{ week?: string }>('the review could not be read', async ({ client, out }, { week }) => {
        const answer = await unwrap(client.users.me.review.get({ query: week === undefined ? {} : { week } }))
        out.data(answer, () => describeReview(answer))
      }),
    )
  addExamples(review, ['paperdawn list review', 'paperdawn list review --week 2026-11-22 --json'])

  const plan = list
    .command('plan')
    .description('What to read today, within the minutes that your profile has for reading on a day.')
    .action(
      run('the plan could not be read', async ({ client, out }) => {
        const answer = await unwrap(client.users.me['reading-plan'].get())
        out.data(answer, () => describePlan(answer, (rows) => out.table(planColumns, rows)))
      }),
    )
  addExamples(plan, ['paperdawn list plan', 'paperdawn list plan --json'])
}

function describeReview(review: Review): string {
  const lines = [`${review.from} to ${review.until} (${cleanText(review.time_zone)})`]
  if (review.before_account) return [...lines, '', 'You had no account in this week.'].join('\n')
  for (const name of REVIEW_SECTIONS) {
    const { text, papers } = review[name]
    lines.push('', TITLES[name], cleanText(text))
    for (const { paper, text: about } of papers)
      lines.push(`  ${paper.id} ${cleanText(paper.title)}${about === null ? '' : ` (${cleanText(about)})`}`)
  }
  if (review.let_go.length > 0) {
    lines.push('', 'Never opened, and waiting longest')
    for (const { paper, text } of review.let_go) lines.push(`  ${paper.id} ${cleanText(paper.title)} (${text ?? ''})`)
  }
  return lines.join('\n')
}

function describePlan({ text, today, next }: ReadingPlan, table: (rows: PlannedPaper[]) => string): string {
  const rows = [...today, ...next]
  return rows.length === 0 ? cleanText(text) : `${cleanText(text)}\n\n${table(rows)}`
}
