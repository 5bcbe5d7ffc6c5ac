import { t } from 'elysia'
import {
  BUDGET_MAX,
  CATEGORIES_MAX,
  DIGEST_PAPERS_MAX,
  NAME_MAX,
  PLAN_MINUTES_MAX,
  TERM_MAX,
  TERMS_MAX,
} from './limits.ts'
import { Day, Instant } from './lists.ts'
import { oneOf, plainLine } from './stringSchemas.ts'
import { OrderWorth } from './taste.ts'

const strict = { additionalProperties: false }
const Terms = t.Array(t.String())
const NewTerms = t.Array(plainLine(TERM_MAX), { maxItems: TERMS_MAX, uniqueItems: true })

/** 0 is Sunday, as in JavaScript's Date. */
const Weekday = t.Integer({ minimum: 0, maximum: 6 })

export const DigestPreferences = t.Object(
  {
    enabled: t.Boolean(),
    hour: t.Integer({ minimum: 0, maximum: 23, description: 'Local hour in `time_zone`.' }),
    time_zone: t.String({ minLength: 1, maxLength: 64, description: 'IANA time zone name.' }),
    weekdays: t.Array(Weekday, { uniqueItems: true, maxItems: 7 }),
    max_papers: t.Integer({ minimum: 1, maximum: DIGEST_PAPERS_MAX }),
    skip_empty: t.Boolean(),
    by_interest: t.Boolean({
      description: 'Whether the mail groups its papers under the names of the interests that the reader keeps apart.',
    }),
  },
  strict,
)
/** How much the reader wants to look through on a day; at `CARD_SECONDS` per paper. Nothing is hidden by it. */
export const ReadingBudget = t.Object(
  { unit: oneOf(['minutes', 'papers']), amount: t.Integer({ minimum: 1, maximum: BUDGET_MAX }) },
  strict,
)
export type ReadingBudget = typeof ReadingBudget.static

export const DENSITIES = ['comfortable', 'compact', 'headlines'] as const
export type Density = (typeof DENSITIES)[number]
export const TITLE_TARGETS = ['page', 'abs', 'pdf'] as const
export type TitleTarget = (typeof TITLE_TARGETS)[number]

export const ReadingPreferences = t.Object(
  {
    density: oneOf(DENSITIES, { description: '"headlines": a line or two of each paper, which opens in place.' }),
    abstract_lines: t.Integer({ minimum: 0, maximum: 12 }),
    open: oneOf(TITLE_TARGETS, { description: 'What a title leads to: the paper’s own page, its source, or the PDF.' }),
    budget: ReadingBudget,
    plan_minutes: t.Integer({
      minimum: 1,
      maximum: PLAN_MINUTES_MAX,
      description: 'Minutes for reading on a day, for the reading plan.',
    }),
  },
  strict,
)
/** The weekly review by mail, for weeks that end on this weekday; null: no mail. */
export const ReviewPreferences = t.Object({ weekday: t.Nullable(Weekday) }, strict)

export const Preferences = t.Object(
  {
    digest: DigestPreferences,
    review: ReviewPreferences,
    reading: ReadingPreferences,
    shortcuts: t.Boolean(),
    streak_visible: t.Boolean(),
    alarms: t.Optional(t.Boolean({ description: 'For admins, alarms by mail. Missing for others.' })),
  },
  strict,
)
export type Preferences = typeof Preferences.static

export const Interests = t.Object({ keywords: Terms, authors: Terms, muted_terms: Terms, muted_authors: Terms }, strict)
const InterestChanges = t.Partial(
  t.Object({ keywords: NewTerms, authors: NewTerms, muted_terms: NewTerms, muted_authors: NewTerms }),
  strict,
)
export type Interests = typeof Interests.static

export const User = t.Object({
  id: t.String(),
  name: t.String(),
  email: t.String(),
  photo_url: t.Nullable(t.String()),
  is_admin: t.Boolean(),
  category_ids: t.Array(t.String()),
  preferences: Preferences,
  interests: Interests,
  created_at: Instant,
  onboarded: t.Boolean({ description: 'True after the user has chosen categories.' }),
})
export type User = typeof User.static

export const CategoryIds = t.Array(t.String({ minLength: 1, maxLength: 80 }), {
  maxItems: CATEGORIES_MAX,
  uniqueItems: true,
})

/** Partial update: absent fields keep their values, also within `preferences` and `interests`. */
export const UserChanges = t.Object(
  {
    name: t.Optional(plainLine(NAME_MAX)),
    category_ids: t.Optional(CategoryIds),
    preferences: t.Optional(
      t.Object(
        {
          digest: t.Optional(t.Partial(DigestPreferences, strict)),
          review: t.Optional(ReviewPreferences),
          reading: t.Optional(t.Partial(ReadingPreferences, strict)),
          shortcuts: t.Optional(t.Boolean()),
          streak_visible: t.Optional(t.Boolean()),
          alarms: t.Optional(t.Boolean()),
        },
        strict,
      ),
    ),
    interests: t.Optional(InterestChanges),
  },
  strict,
)
export type UserChanges = typeof UserChanges.static

export const AccountErasure = t.Object(
  { email: t.String({ maxLength: 320, description: 'The e-mail address of the account, typed to confirm.' }) },
  strict,
)

export const UserStats = t.Object({
  delivered: t.Integer(),
  clicked: t.Integer(),
  viewed: t.Integer(),
  view_seconds: t.Number(),
  saved: t.Integer(),
  done: t.Integer(),
  notes: t.Integer(),
  streak_days: t.Integer({ description: 'Consecutive announcement days with at least one paper opened.' }),
  by_day: t.Array(t.Object({ on: Day, delivered: t.Integer(), clicked: t.Integer(), saved: t.Integer() }), {
    description: 'The last 30 days with a delivery, oldest first.',
  }),
  by_category: t.Array(
    t.Object({ category_id: t.String(), delivered: t.Integer(), clicked: t.Integer(), saved: t.Integer() }),
    { description: 'Counts over the days of `by_day`. Each card counts for one category.' },
  ),
  order: OrderWorth,
})
export type UserStats = typeof UserStats.static
