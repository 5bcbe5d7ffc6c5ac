import { t } from 'elysia'
import { SEARCH_QUERY_MAX } from './limits.ts'
import { Paper, Segment } from './papers.ts'
import { foundMarks } from './search.ts'

export const ElsewhereQuery = t.Object({
  q: t.String({ minLength: 1, maxLength: SEARCH_QUERY_MAX, description: 'As for a search of the library.' }),
  source: t.String({
    minLength: 1,
    maxLength: 40,
    description: 'The id of the service, one of `elsewhere` in the answer of a search.',
  }),
})
export type ElsewhereQuery = typeof ElsewhereQuery.static

/** A paper that another service lists. */
export const ElsewherePaper = t.Object({
  title: t.String(),
  title_segments: t.Array(Segment),
  authors: t.Array(t.String(), { description: 'The first ones, ten at most.' }),
  more_authors: t.Integer({ description: 'How many authors there are besides `authors`.' }),
  year: t.Nullable(t.Integer()),
  venue: t.Nullable(t.String()),
  url: t.String({ description: 'Its page at the service.' }),
  ref: t.Optional(
    t.String({
      description:
        'What `POST /papers/lookup` gets it by; absent if the library has it, or no source can be asked for it.',
    }),
  ),
  paper: t.Optional(Paper),
  ...foundMarks,
})
export type ElsewherePaper = typeof ElsewherePaper.static

export const ElsewhereResponse = t.Object({
  source: t.String(),
  name: t.String({ description: 'Name of the service.' }),
  words: t.String({ description: 'What the service was asked for: the words of `q`.' }),
  items: t.Array(ElsewherePaper),
  total: t.Integer({ description: 'Papers that the service found, also those that are not in `items`.' }),
  unreadable: t.Integer({ description: 'Papers that are not in `items`, because their records cannot be read.' }),
})
export type ElsewhereResponse = typeof ElsewhereResponse.static
