import { t } from 'elysia'
import { NAME_MAX, SEARCH_QUERY_MAX } from './limits.ts'
import { oneOf } from './oneOf.ts'

export const Category = t.Object({
  id: t.String({ description: 'Code ("cs.CL") or slug of a topic.' }),
  name: t.String(),
  group: t.String(),
  description: t.String(),
  aliases: t.Array(t.String(), { description: 'Other codes and words that find it: "cs.NA", "NLP".' }),
  daily_volume: t.Number({ description: 'Papers on an average announcement day; 0 while unknown.' }),
  kind: oneOf(['taxonomy', 'topic']),
  query: t.Optional(t.String({ description: 'For a topic: the saved search.' })),
  owned: t.Boolean({ description: 'Belongs to the caller alone.' }),
})
export type Category = typeof Category.static

export const CategoryInput = t.Object(
  {
    name: t.String({ minLength: 1, maxLength: NAME_MAX }),
    description: t.Optional(t.String({ maxLength: 500 })),
    query: t.Optional(t.String({ minLength: 1, maxLength: SEARCH_QUERY_MAX })),
    source_codes: t.Optional(
      t.Array(t.String({ pattern: '^[a-z]+:[A-Za-z0-9.-]{1,60}$', description: '"arxiv:cs.CL".' }), {
        maxItems: 40,
        minItems: 1,
      }),
    ),
  },
  { additionalProperties: false },
)
export type CategoryInput = typeof CategoryInput.static

export const CategoryList = t.Object({ items: t.Array(Category), total: t.Integer() })
export type CategoryList = typeof CategoryList.static
