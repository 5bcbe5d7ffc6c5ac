import { t } from 'elysia'
import { NAME_MAX, SEARCH_QUERY_MAX } from './limits.ts'
import { completeListOf } from './lists.ts'
import { oneOf } from './oneOf.ts'
import { plainLine } from './plainLine.ts'

export const Category = t.Object({
  id: t.String({ description: 'Category code ("cs.CL") or slug of a topic.' }),
  name: t.String(),
  group: t.String(),
  description: t.String(),
  aliases: t.Array(t.String(), { description: 'Other codes and search terms, for example "cs.NA" or "NLP".' }),
  daily_volume: t.Number({ description: 'Average number of papers per announcement day; 0 if unknown.' }),
  kind: oneOf(['taxonomy', 'topic']),
  query: t.Optional(t.String({ description: 'Only for topics: the saved search query.' })),
  owned: t.Boolean({ description: 'True if only the caller can see it.' }),
})
export type Category = typeof Category.static

export const CategoryInput = t.Object(
  {
    name: plainLine(NAME_MAX),
    description: t.Optional(t.String({ maxLength: 500 })),
    query: t.Optional(t.String({ minLength: 1, maxLength: SEARCH_QUERY_MAX })),
    source_codes: t.Optional(
      t.Array(t.String({ pattern: '^[a-z]+:[A-Za-z0-9.-]{1,60}$', description: 'For example "arxiv:cs.CL".' }), {
        maxItems: 40,
        minItems: 1,
      }),
    ),
  },
  { additionalProperties: false },
)
export type CategoryInput = typeof CategoryInput.static

export const CategoryList = completeListOf(Category)
export type CategoryList = typeof CategoryList.static
