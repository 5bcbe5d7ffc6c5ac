import { t } from 'elysia'
import { DayState } from './days.ts'
import { DELIVERED_CARDS_MAX, PAGE_MAX } from './limits.ts'
import { completeListOf, Day, Instant, listOf, skipAndLimit } from './lists.ts'
import { Card, CardState, NOTICE_KINDS, Paper } from './papers.ts'
import { Item, ReadingCounts } from './readingList.ts'
import { oneOf } from './stringSchemas.ts'

/** Counts of the papers announced in a reader's categories on one day. `announced` is the sum of the other fields. */
export const Ledger = t.Object({
  announced: t.Integer(),
  shown: t.Integer(),
  seen_before: t.Integer({ description: 'Delivered on another day.' }),
  saved_before: t.Integer({ description: 'Saved to the reading list before the day was delivered.' }),
  dismissed_before: t.Integer({ description: 'Marked as “not for me” before the day was delivered.' }),
  older_version: t.Integer({ description: 'New versions of papers announced before.' }),
  cross_list: t.Integer({ description: 'Older papers newly cross-listed into a category.' }),
  muted: t.Integer(),
  below_cut: t.Integer({ description: 'Ranked below the maximum number of cards per day.' }),
})
export type Ledger = typeof Ledger.static
export const LedgerBucket = oneOf([
  'announced',
  'shown',
  'seen_before',
  'saved_before',
  'dismissed_before',
  'older_version',
  'cross_list',
  'muted',
  'below_cut',
])
export type LedgerBucket = keyof Ledger

export const LedgerQuery = t.Object(skipAndLimit(DELIVERED_CARDS_MAX, DELIVERED_CARDS_MAX))
export const LedgerPapers = t.Composite([
  t.Object({
    day: Day,
    where: LedgerBucket,
    because: t.Optional(
      t.Record(t.String(), t.String(), {
        description:
          'For "muted": the muted word or author that hides each paper, by its id; missing if none does now.',
      }),
    ),
  }),
  listOf(Paper),
])
export type LedgerPapers = typeof LedgerPapers.static

export const Freshness = t.Object({
  announced_on: t.Nullable(Day, { description: 'Newest stored announcement day.' }),
  fetched_at: t.Nullable(Instant),
  failing_since: t.Optional(Instant),
  failing_source: t.Optional(
    t.String({ description: 'Name of the source that fails, if the caller follows several.' }),
  ),
  failed_at: t.Optional(Instant),
  failure: t.Optional(t.String({ description: 'Why the source failed, as one sentence.' })),
  next_expected_at: t.Optional(Instant),
  reason: t.Optional(
    oneOf(
      [
        'weekend',
        'holiday',
        'announced_nothing',
        'missed',
        'not_fetched',
        'before_library',
        'to_come',
        'nothing_in_categories',
        'no_categories',
        'empty_library',
        'running',
      ],
      { description: 'Why there are no cards on this day.' },
    ),
  ),
  day_state: t.Optional(DayState),
  unaccounted: t.Optional(
    t.Integer({
      description: 'Records of the day that could not be read or placed. Always there for a recovered day.',
    }),
  ),
  missing_days: t.Optional(
    t.Array(Day, {
      description: 'Working days of the last eight weeks that are missing in the categories, oldest first.',
    }),
  ),
  sources: t.Optional(
    t.Array(
      t.Object({
        source: t.String(),
        name: t.String(),
        state: DayState,
        closed: t.Optional(
          oneOf(['weekend', 'holiday'], { description: 'Why the source announces nothing on the day.' }),
        ),
        papers: t.Integer({ description: 'All that the source announced on the day.' }),
        read_at: t.Optional(Instant),
      }),
      { description: 'The day by source, if the caller follows categories of several.' },
    ),
  ),
  coming_days: t.Optional(
    t.Array(Day, {
      description:
        'Days of which the caller is to get cards soon, oldest first: they are being fetched, or their cards are being ' +
        'made. Missing when there are none, and while the source fails.',
    }),
  ),
  samples_loading: t.Optional(
    t.Object(
      { done: t.Integer(), total: t.Integer() },
      { description: 'While the sample library is loaded: the days that are there, and all of them.' },
    ),
  ),
  sample: t.Boolean({ description: 'True if the library contains the invented sample papers.' }),
})
export type Freshness = typeof Freshness.static
export type DaySource = NonNullable<Freshness['sources']>[number]

export const DashboardQuery = t.Object({
  day: t.Optional(Day),
  first: t.Optional(
    t.Integer({ minimum: 1, maximum: DELIVERED_CARDS_MAX, description: 'Only the first `cards`. Without it, all.' }),
  ),
})

/** A card of the day without its content: what filters and counts need. */
export const DayEntry = t.Object({ paper_id: t.String(), categories: t.Array(t.String()), state: CardState })
export type DayEntry = typeof DayEntry.static

/** A topic that the reader follows, or an interest kept apart, with its papers among the cards of a day. */
export const DayTopic = t.Object({ id: t.String(), name: t.String(), paper_ids: t.Array(t.String()) })
export type DayTopic = typeof DayTopic.static

export const DayCardsQuery = t.Object({
  day: Day,
  paper_ids: t.Array(t.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: PAGE_MAX }),
})
export const DayCards = completeListOf(Card)

export const MonthQuery = t.Object({
  month: t.String({ pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])$`, description: 'YYYY-MM.' }),
})
export const MonthDays = t.Object({
  month: t.String(),
  items: t.Array(
    t.Object({
      on: Day,
      papers: t.Integer({ description: 'Cards of the day.' }),
      unseen: t.Integer({ description: 'Those of them that the caller has neither seen nor dismissed.' }),
    }),
    { description: 'The days of the month on which the caller got cards that are kept, oldest first.' },
  ),
  total: t.Integer(),
})
export type MonthDays = typeof MonthDays.static

export const Dashboard = t.Object({
  day: Day,
  previous_day: t.Optional(Day),
  next_day: t.Optional(Day),
  freshness: Freshness,
  cards: t.Array(Card, { description: 'In order; the `first` ones of the day.' }),
  outline: t.Array(DayEntry, { description: 'All cards of the day, in order.' }),
  topics: t.Optional(t.Array(DayTopic, { description: 'All topics that the caller follows; missing without any.' })),
  strands: t.Optional(t.Array(DayTopic, { description: 'The interests of the cards; missing without any.' })),
  ledger: Ledger,
  unseen_today: t.Integer(),
  since_last_visit: t.Object({ from: t.Nullable(Instant), count: t.Integer() }),
  reading: ReadingCounts,
  next_to_read: t.Array(Item),
  living: t.Array(
    t.Object({
      item: Item,
      kind: oneOf(['new_version', 'published', 'code', 'licence', ...NOTICE_KINDS]),
      text: t.String(),
      changes: t.Optional(
        t.Object(
          { from: t.Integer(), to: t.Integer() },
          { description: 'For "new_version": the version that the caller saw last, and the newest one.' },
        ),
      ),
    }),
    { description: 'Changes of saved papers since the caller last opened them, the most serious papers first.' },
  ),
  budget: t.Object(
    { papers: t.Integer(), minutes: t.Integer() },
    {
      description:
        'How many cards of the day, from the first on, are within the reading budget, and the time they take.',
    },
  ),
  mixed: t.Optional(
    t.Boolean({ description: 'True if the order of the cards was mixed from two orders, to compare them.' }),
  ),
  catch_up: t.Optional(
    t.Object(
      {
        days: t.Integer(),
        papers: t.Integer(),
        best: t.Integer(),
        minutes: t.Integer(),
        coming: t.Optional(
          t.Integer({ description: 'Further days of `coming_days`: until they are there, the other numbers grow.' }),
        ),
        listed_days: t.Optional(
          t.Integer({
            description:
              'The newest days, at most 60 and of the last year, whose papers are counted, if these are not all missed days.',
          }),
        ),
      },
      {
        description:
          'There when at least `CATCH_UP_DAYS` announcement days before the newest one were missed since the previous ' +
          'visit, those that are `coming` included: the papers of those that are there, how many of them the catch-up list ' +
          'has, and the time it takes. Absent when those seen in this visit have spent the reading budget.',
      },
    ),
  ),
  papers_by_day: t.Array(t.Object({ on: Day, delivered: t.Integer() }), {
    description: 'The last 30 days, oldest first.',
  }),
})
export type Dashboard = typeof Dashboard.static
