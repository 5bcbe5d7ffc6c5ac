import { t } from 'elysia'
import { Item } from './readingList.ts'

const minutes = t.Integer({ minimum: 0 })

/** A paper to be read, with the time that it takes. */
export const PlannedPaper = t.Object({
  item: Item,
  pages: t.Nullable(t.Integer(), { description: 'From the comment of its authors or the pages of its journal.' }),
  minutes: t.Integer({
    minimum: 1,
    description: 'At `PAGE_MINUTES` a page; of `PAGES_DEFAULT` if they are not known.',
  }),
  is_about: t.Boolean({ description: 'True if the number of pages is not known.' }),
  days: t.Integer({
    minimum: 1,
    description: 'On how many days it is read: more than one if it takes more than a day has.',
  }),
  minutes_today: minutes,
  text: t.String({ description: '"36 minutes · you noted it · waits for 9 weeks", "42 minutes, two days".' }),
})
export type PlannedPaper = typeof PlannedPaper.static

/** What to read today, of the papers that are to be read. Nothing is changed by it, and nothing is asked for. */
export const ReadingPlan = t.Object({
  budget_minutes: t.Integer({ description: 'Minutes for reading on a day: the preference `plan_minutes`.' }),
  today: t.Array(PlannedPaper),
  minutes: t.Integer({ minimum: 0, description: 'What the papers of today take today.' }),
  text: t.String({ description: '"Today: 3 papers, about 42 minutes."' }),
  next: t.Array(PlannedPaper, { description: 'The papers that come after, in order; at most ten.' }),
  waiting: t.Integer({ description: 'All papers of the list that are to be read.' }),
  considered: t.Integer({
    description: 'How many of them the order is made from: of a long list the oldest and the newest.',
  }),
})
export type ReadingPlan = typeof ReadingPlan.static
