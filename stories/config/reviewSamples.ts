import type { MailStatus } from '#api/contract/mail.ts'
import type { Paper } from '#api/contract/papers.ts'
import type { LetGo, Review, ReviewPaper } from '#api/contract/review.ts'
import type { PlannedPaper, ReadingPlan } from '#api/contract/readingPlan.ts'
import { sampleItem } from '#tests/support/samples.ts'
import { paperOf, papers } from './samples.ts'

const row = (paper: Paper, text: string): ReviewPaper => ({ paper, item_id: `item-of-${paper.id}`, text })
const [first, second, third, fourth] = papers as [Paper, Paper, Paper, Paper]

/** Papers that wait, the oldest first. */
const WAITING = [
  'On the slow cooling of very small stoves',
  'A library of doors and the hinges between them',
  'Learning to count sheep without falling asleep',
  'Tides in salt marshes, and what the herons know',
  'Lower bounds for upper shelves',
  'Three proofs and a rumour about planar maps',
  'Seasonal adjustment of invented series',
  'Fog, rain and the geometry of harbours',
  'What a small committee forgets',
].map((title, index) => paperOf(40 + index, title))

const SAVED_ON = ['Tue 1', 'Wed 2', 'Thu 3', 'Fri 4', 'Sat 5', 'Sun 6', 'Mon 7', 'Tue 8', 'Wed 9']

/** A week with something in each section. */
export const review: Review = {
  from: '2026-11-16',
  until: '2026-11-22',
  time_zone: 'Europe/Berlin',
  previous_week: '2026-11-15',
  next_week: null,
  before_account: false,
  is_empty: false,
  saved: {
    figure: '3 + 1',
    text: 'You saved 3 papers and wrote a note on 1 paper.',
    papers: [
      row(first, 'Saved on Fri 20 Nov, noted on Fri 20 Nov'),
      row(second, 'Saved on Wed 18 Nov'),
      row(third, 'Saved on Tue 17 Nov'),
    ],
    saved: 3,
    noted: 1,
  },
  waiting: {
    figure: '14',
    text: '14 papers wait to be read. The oldest has been there for 9 weeks.',
    papers: WAITING.slice(0, 5).map((paper, index) => row(paper, `Waits for ${9 - index} weeks`)),
    waiting: 14,
    oldest_weeks: 9,
  },
  changed: {
    figure: '1',
    text: '1 paper on your list changed.',
    papers: [row(fourth, 'Version 2 is out: abstract rewritten, two authors added.')],
    changed: 1,
  },
  missed: {
    figure: '2',
    text: '2 papers that you saved were not where you look first: 1 below the cut, 1 not in your categories.',
    papers: [row(second, 'Below the cut on Wed 18 Nov, place 312 of 340'), row(third, 'Not in your categories')],
    missed: 2,
    below_budget: 0,
    below_cut: 1,
    other_categories: 1,
  },
  minutes: {
    figure: '48',
    text: '48 minutes with 9 abstracts open. Your budget covered about 100 minutes of the lists.',
    papers: [row(first, '14 minutes'), row(fourth, '9 minutes')],
    minutes: 48,
    papers_read: 9,
    budget_minutes: 100,
  },
  let_go: WAITING.map((paper, index) => row(paper, `Saved on ${SAVED_ON[index]} Sept 2026`)),
}

/** What letting go of all of them answers. */
export const lettingGo: LetGo = {
  items: review.let_go.map(({ item_id = '' }) => ({ id: item_id, status: 'to_read' })),
  total: review.let_go.length,
}

const nothing = { figure: null, papers: [] }

/** A week in which nothing happened. */
export const emptyReview: Review = {
  ...review,
  is_empty: true,
  saved: { ...nothing, text: 'You saved no paper and wrote no note.', saved: 0, noted: 0 },
  waiting: { ...nothing, text: 'No paper on your list waits to be read.', waiting: 0, oldest_weeks: null },
  changed: { ...nothing, text: 'No paper on your list changed.', changed: 0 },
  missed: {
    ...nothing,
    text: 'You saved no paper that the order could have missed.',
    missed: 0,
    below_budget: 0,
    below_cut: 0,
    other_categories: 0,
  },
  minutes: { ...nothing, text: 'No reading time was measured.', minutes: null, papers_read: 0, budget_minutes: 0 },
  let_go: [],
}

const planned = (index: number, changes: Partial<PlannedPaper>): PlannedPaper => ({
  item: { ...sampleItem, id: `planned-${index}`, paper: WAITING[index]!, status: 'to_read' },
  pages: 10,
  minutes: 30,
  is_about: false,
  days: 1,
  minutes_today: 30,
  text: '30 minutes · you noted it · waits for 9 weeks',
  ...changes,
})

/** A plan whose times add up. */
export const plan: ReadingPlan = {
  budget_minutes: 45,
  today: [
    planned(0, {}),
    planned(1, { pages: 5, minutes: 15, minutes_today: 15, text: '15 minutes · changed since you opened it' }),
  ],
  minutes: 45,
  text: 'Today: 2 papers, about 45 minutes.',
  next: [
    planned(2, { pages: null, is_about: true, minutes: 36, minutes_today: 0, text: 'about 36 minutes' }),
    planned(3, { pages: 30, minutes: 90, days: 2, minutes_today: 0, text: '90 minutes, two days' }),
  ],
  waiting: 4,
  considered: 4,
}
export const emptyPlan: ReadingPlan = {
  ...plan,
  today: [],
  next: [],
  minutes: 0,
  text: 'No paper on your list waits to be read.',
  waiting: 0,
  considered: 0,
}

/** The state of the weekly review by mail: the newest one was sent. */
export const newestReview: NonNullable<MailStatus['review']> = {
  week: '2026-11-22',
  state: 'sent',
  reason: null,
  sent_at: '2026-11-23T06:00:00.000Z',
  retry_at: null,
  next_at: '2026-11-30T06:00:00.000Z',
  absence: null,
}
