import { t } from 'elysia'
import { LET_GO_MAX, REVIEW_PAPERS_MAX } from './limits.ts'
import { Day } from './lists.ts'
import { Paper } from './papers.ts'
import { ChangedItems } from './readingList.ts'

const strict = { additionalProperties: false }

export const ReviewQuery = t.Object({
  week: t.Optional(
    t.String({
      format: 'date',
      description: 'The last day of a week that is over. By default the newest that ends on the weekday of the caller.',
    }),
  ),
})
export type ReviewQuery = typeof ReviewQuery.static

/** A paper of a section, and what the section says of it. */
export const ReviewPaper = t.Object({
  paper: Paper,
  item_id: t.Optional(t.String({ description: 'The item of the reading list; missing if it is not saved.' })),
  text: t.Nullable(t.String({ description: '"Waits for 9 weeks", "Below the cut on Wed 18 Nov, place 312 of 340".' })),
})
export type ReviewPaper = typeof ReviewPaper.static

const section = {
  figure: t.Nullable(t.String({ description: 'The number of the section as text; null if there is nothing.' })),
  text: t.String({ description: 'The section in a sentence.' }),
  papers: t.Array(ReviewPaper, { maxItems: REVIEW_PAPERS_MAX }),
}
export const ReviewSection = t.Object(section)
export type ReviewSection = typeof ReviewSection.static

const count = t.Integer({ minimum: 0 })

/** What a reader did in seven local days, and what they came upon. The page, the mail and the terminal say the same. */
export const Review = t.Object({
  from: Day,
  until: t.String({ format: 'date', description: 'The last day of the week, by which it is named.' }),
  time_zone: t.String(),
  previous_week: t.Nullable(Day, { description: 'Null if the caller had no account before.' }),
  next_week: t.Nullable(Day, { description: 'Null if that week is not over.' }),
  before_account: t.Boolean({ description: 'True if the week was over before the account was made.' }),
  is_empty: t.Boolean({
    description: 'True if nothing happened in the week: nothing was saved, noted, changed or read. No mail says that.',
  }),
  saved: t.Object({ ...section, saved: count, noted: count }),
  waiting: t.Object({
    ...section,
    waiting: count,
    oldest_weeks: t.Nullable(
      t.Integer({ description: 'Whole weeks that the oldest one waited at the end of the week.' }),
    ),
  }),
  changed: t.Object({ ...section, changed: t.Integer({ description: 'Papers of the list that changed.' }) }),
  missed: t.Object({
    ...section,
    missed: t.Integer({
      description:
        'Papers saved in the week that the order of the last four weeks had below the reading budget, below the cut or not ' +
        'at all, because they are in other categories. Without those that the caller found in a day, a mail or a feed.',
    }),
    below_budget: count,
    below_cut: count,
    other_categories: count,
  }),
  minutes: t.Object({
    ...section,
    minutes: t.Nullable(count, { description: 'Reading time that was measured; null if none was.' }),
    papers_read: count,
    budget_minutes: t.Integer({ description: 'What the reading budget covers of the lists of the week.' }),
  }),
  let_go: t.Array(ReviewPaper, {
    maxItems: LET_GO_MAX,
    description: 'Papers to be read that wait longest, for four weeks or more, and were never opened.',
  }),
})
export type Review = typeof Review.static

export const REVIEW_SECTIONS = ['saved', 'waiting', 'changed', 'missed', 'minutes'] as const

export const LetGoInput = t.Object(
  {
    paper_ids: t.Array(t.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: LET_GO_MAX,
      uniqueItems: true,
    }),
  },
  strict,
)
export type LetGoInput = typeof LetGoInput.static

/**
 * The items that were removed, with the status that they had: restored by `POST /users/me/reading-list/changes` with
 * their ids and `removed: false`.
 */
export const LetGo = ChangedItems
export type LetGo = typeof LetGo.static
