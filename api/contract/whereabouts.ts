import { t } from 'elysia'
import { Day, Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { Paper } from './papers.ts'

/** Where a paper went for one reader. The web and the terminal have a sentence for each. */
export const FATES = [
  'shown',
  'below_cut',
  'muted',
  'seen_before',
  'saved_before',
  'dismissed_before',
  'older_version',
  'cross_list',
  'other_categories',
  'day_missing',
  'not_delivered_yet',
  'not_announced_yet',
  'before_library',
  'never_announced',
  'not_in_library',
] as const
export type Fate = (typeof FATES)[number]

export const WhereaboutsQuery = t.Object({
  ref: t.String({ minLength: 1, maxLength: 500, description: 'An arXiv id, DOI, address or title.' }),
})

export const Whereabouts = t.Object({
  ref: t.String(),
  fate: oneOf(FATES),
  paper: t.Optional(Paper),
  /** The announcement day that the fate is about. */
  day: t.Optional(Day),
  place: t.Optional(t.Integer({ minimum: 1, description: 'Rank on that day, the first is 1.' })),
  of: t.Optional(t.Integer({ description: 'How many papers were ranked on that day.' })),
  because: t.Optional(t.String({ description: 'The muted word or author.' })),
  categories: t.Optional(
    t.Array(t.String(), { description: 'For other_categories: the categories in which it was announced.' }),
  ),
  /** For not_announced_yet: the next announcement. */
  expected_at: t.Optional(Instant),
  saved_item_id: t.Optional(t.String()),
  look_up_id: t.Optional(
    t.String({ description: 'Id of a paper that the library lacks and that its source can be asked for.' }),
  ),
})
export type Whereabouts = typeof Whereabouts.static
