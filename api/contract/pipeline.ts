import { t } from 'elysia'
import {
  DAYS_BACK_FETCH_MAX,
  FETCH_RESULTS_DEFAULT,
  FETCH_RESULTS_MAX,
  TOP_PAPERS_DEFAULT,
  TOP_PAPERS_MAX,
} from './limits.ts'

const strict = { additionalProperties: false }

/**
 * The inputs of `fetch-all-sources` and `fetch-arxiv` are query parameters or fields of a JSON body. A field of the
 * body takes precedence over the query parameter of the same name.
 */
const fetched = {
  category: t.Optional(t.String({ maxLength: 80 })),
  source: t.Optional(t.String({ minLength: 1, maxLength: 40, description: 'Default: all that are on.' })),
}
export const FetchAllInput = t.Object({
  ...fetched,
  days_back: t.Optional(t.Integer({ minimum: 1, maximum: DAYS_BACK_FETCH_MAX, default: 1 })),
})
export const FetchAllBody = t.Object(
  {
    ...fetched,
    days_back: t.Optional(t.Integer({ minimum: 1, maximum: DAYS_BACK_FETCH_MAX })),
  },
  strict,
)
export const FetchArxivInput = t.Object({
  query: t.Optional(t.String({ minLength: 1, maxLength: 1_000, description: 'Required, here or in the body.' })),
  max_results: t.Optional(t.Integer({ minimum: 1, maximum: FETCH_RESULTS_MAX, default: FETCH_RESULTS_DEFAULT })),
})
export const FetchArxivBody = t.Object(
  {
    query: t.Optional(t.String({ minLength: 1, maxLength: 1_000 })),
    max_results: t.Optional(t.Integer({ minimum: 1, maximum: FETCH_RESULTS_MAX })),
  },
  strict,
)
export const SendTopPapersInput = t.Object({
  user_id: t.String({ minLength: 1, maxLength: 64 }),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: TOP_PAPERS_MAX, default: TOP_PAPERS_DEFAULT })),
})
export const WipeInput = t.Object(
  { confirm: t.Literal('wipe', { error: 'Send {"confirm": "wipe"} to go on.' }) },
  strict,
)
