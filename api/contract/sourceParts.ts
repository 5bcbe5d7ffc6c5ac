import { t } from 'elysia'
import { Day, Instant } from './lists.ts'

/** What an admin sees of a source that publishes all its notices as one file. */
export const NoticesFileState = t.Object({
  rows: t.Nullable(t.Integer({ description: 'Of the file that was read last; null before the first.' })),
  read_on: t.Nullable(Day, { description: 'The day (UTC) on which it was last looked for.' }),
})
export type NoticesFileState = typeof NoticesFileState.static

/** That the service of a source refuses the key in force. */
export const KeyRefusal = t.Object({
  since: Instant,
  message: t.String({
    description: 'Since when, what happens meanwhile and what to do, in one sentence. Never the key.',
  }),
})

/** What an admin sees of a source that knows which papers cite which. */
export const CitationsState = t.Object({
  saved_papers: t.Integer({ description: 'Saved papers that are visited for their citations.' }),
  visited_today: t.Integer({ description: 'Since midnight (UTC).' }),
  visits_per_day: t.Integer(),
  new_papers: t.Integer({ description: 'New papers whose references are to be asked for, now or on a later day.' }),
  newest_on: t.Nullable(Day, {
    description: 'The day of the newest citation. The service has stood still for weeks before.',
  }),
})
export type CitationsState = typeof CitationsState.static
