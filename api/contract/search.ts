import { t } from 'elysia'
import { SEARCH_LIMIT_DEFAULT, SEARCH_QUERY_MAX, PAGE_MAX } from './limits.ts'
import { Day, Instant } from './lists.ts'
import { Paper } from './papers.ts'
import { oneOf } from './stringSchemas.ts'

export const SearchQuery = t.Object({
  q: t.String({ minLength: 1, maxLength: SEARCH_QUERY_MAX }),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: PAGE_MAX, default: SEARCH_LIMIT_DEFAULT })),
  offset: t.Optional(t.Integer({ minimum: 0, default: 0 })),
  category: t.Optional(t.Array(t.String({ maxLength: 80 }), { maxItems: 40 })),
  from: t.Optional(Day),
  to: t.Optional(Day),
  author: t.Optional(t.String({ minLength: 1, maxLength: 120 })),
  sort: t.Optional(oneOf(['relevance', 'newest'], { default: 'relevance' })),
  in_list: t.Optional(t.Boolean({ description: 'If true, only papers on the reading list.' })),
  as_typed: t.Optional(t.Boolean({ description: 'If true, a misspelled query is not corrected.' })),
  typing: t.Optional(
    t.Boolean({ description: 'If true, the last word is matched as a prefix, for search as you type.' }),
  ),
})
export type SearchQuery = typeof SearchQuery.static

/** Half-open character ranges [start, end) of the matched words in `paper.title` and `paper.abstract`. */
export const Highlights = t.Object({
  title: t.Array(t.Tuple([t.Integer(), t.Integer()])),
  abstract: t.Array(t.Tuple([t.Integer(), t.Integer()])),
})
export type Highlights = typeof Highlights.static

/** What the caller did with a paper that was found. A field is absent if it is not so. */
export const foundMarks = {
  saved_item_id: t.Optional(t.String({ description: 'Item of the caller’s reading list, if the paper is on it.' })),
  liked: t.Optional(t.Boolean({ description: 'True if the caller likes the paper.' })),
  dismissed: t.Optional(t.Boolean({ description: 'True if the caller marked the paper as “Not for me”.' })),
}
export interface FoundMarks {
  saved_item_id?: string
  liked?: true
  dismissed?: true
}

export const SearchHit = t.Object({
  paper: Paper,
  highlights: Highlights,
  ...foundMarks,
  some_words: t.Optional(
    t.Boolean({ description: 'True for papers that do not have all words; they follow the others.' }),
  ),
  by_meaning: t.Optional(
    t.Boolean({ description: 'True for papers that the words do not find, but that are near in meaning.' }),
  ),
})
export type SearchHit = typeof SearchHit.static

export const SearchResponse = t.Object({
  items: t.Array(SearchHit),
  total: t.Integer(),
  total_is_lower_bound: t.Optional(t.Boolean()),
  offset: t.Integer(),
  limit: t.Integer(),
  took_ms: t.Number(),
  facets: t.Object({
    categories: t.Array(t.Object({ id: t.String(), count: t.Integer() })),
    years: t.Array(t.Object({ year: t.Integer(), count: t.Integer() })),
    estimated: t.Boolean(),
  }),
  total_all_words: t.Optional(t.Integer({ description: 'Papers with all words, if some of `total` have not all.' })),
  did_you_mean: t.Optional(t.String({ description: 'Another spelling, which finds more papers.' })),
  corrected_to: t.Optional(t.String({ description: 'The spelling that was searched instead of `q`.' })),
  look_up_id: t.Optional(
    t.String({
      description:
        'Id of the paper that `q` names, if the library lacks it and its source can be asked for it; or the address of ' +
        'a page that `q` is, which can be read for the paper that it names.',
    }),
  ),
  names_paper: t.Optional(t.Boolean({ description: 'True if `q` is an id, a DOI or an address of a paper.' })),
  note: t.Optional(
    t.String({
      description:
        'How the query was relaxed or understood, for example "No paper has all of these words…", or "“2025” is read as a year…".',
    }),
  ),
  ranked_newest: t.Optional(
    t.Integer({ description: 'Only this many of the newest papers are sorted by relevance; the others follow.' }),
  ),
  partial: t.Optional(
    t.Boolean({ description: 'True if the search was cut short, or the index cannot be read: papers may be missing.' }),
  ),
  meaning_pending: t.Optional(
    t.Boolean({
      description:
        'True if the order is by words so far, because the meaning of the question was not ready in time. The same ' +
        'request a moment later is also answered by meaning.',
    }),
  ),
  meaning_from: t.Optional(
    t.String({
      format: 'date',
      description: 'Papers announced before this day are found by words only: the library is larger than is compared.',
    }),
  ),
  indexed_through: t.Nullable(Instant),
  elsewhere: t.Optional(
    t.Array(t.Object({ id: t.String(), name: t.String() }), {
      description: 'Other services at which the same words can be searched, by `/papers/search/elsewhere`.',
    }),
  ),
})
export type SearchResponse = typeof SearchResponse.static
