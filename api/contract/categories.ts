import { t } from 'elysia'
import { FOLLOWABLE_MAX, NAME_MAX, SEARCH_QUERY_MAX } from './limits.ts'
import { completeListOf } from './lists.ts'
import { oneOf, plainLine } from './stringSchemas.ts'

export const Category = t.Object({
  id: t.String({
    description:
      'Category code ("cs.CL", "journal.9999-9994", "chemrxiv", "pubmed.0123456789abcdef") or slug of a topic.',
  }),
  name: t.String(),
  group: t.String(),
  description: t.String(),
  aliases: t.Array(t.String(), { description: 'Other codes and search terms, for example "cs.NA" or "NLP".' }),
  daily_volume: t.Number({ description: 'Average number of papers per announcement day; 0 if unknown.' }),
  per_day: t.Nullable(t.Number(), { description: 'As `daily_volume`; null if unknown.' }),
  kind: oneOf(['taxonomy', 'topic', 'journal', 'server', 'subject', 'query', 'feed', 'venue']),
  source: t.Nullable(t.String(), { description: 'Id of the source that announces its papers; null for a topic.' }),
  available: t.Boolean({ description: 'False while its source is switched off.' }),
  unavailable_because: t.Optional(t.String()),
  query: t.Optional(t.String({ description: 'The search of a topic, or of a query that is followed at a source.' })),
  address: t.Optional(t.String({ description: 'Only for feeds.' })),
  venue: t.Optional(t.String({ description: 'Only for venues: "ICLR.cc/2027/Conference".' })),
  state: t.Optional(
    t.String({
      description: 'What is wrong with a feed or a venue, in a sentence: "The feed could not be read since …".',
    }),
  ),
  owned: t.Boolean({ description: 'True if only the caller can see it.' }),
})
export type Category = typeof Category.static

/** The number on the title page of a journal: "9999-9994". The hyphen may be left out. */
const Issn = t.String({ pattern: String.raw`^\s*\d{4}-?\d{3}[\dXx]\s*$`, description: 'For example "0028-0836".' })

export const CategoryInput = t.Object(
  {
    kind: t.Optional(oneOf(['topic', 'journal', 'server', 'subject', 'query', 'feed', 'venue'])),
    name: t.Optional(plainLine(NAME_MAX)),
    description: t.Optional(t.String({ maxLength: 500 })),
    query: t.Optional(
      t.String({
        minLength: 1,
        maxLength: FOLLOWABLE_MAX,
        description: `That of a topic has ${SEARCH_QUERY_MAX} at most.`,
      }),
    ),
    source: t.Optional(oneOf(['pubmed'], { description: 'Where a query is followed.' })),
    url: t.Optional(
      t.String({
        minLength: 1,
        maxLength: FOLLOWABLE_MAX,
        description: 'Address of a feed, or of a page that names it.',
      }),
    ),
    venue: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 200,
        description: 'Id of a venue of OpenReview: "ICLR.cc/2027/Conference".',
      }),
    ),
    issn: t.Optional(Issn),
    prefix: t.Optional(t.String({ pattern: String.raw`^10\.\d{4,9}$`, description: 'For example "10.26434".' })),
    subject: t.Optional(
      t.String({
        pattern: String.raw`^[a-z]+\.[a-z\d-]{1,80}$`,
        description: 'Code of a subject of a preprint server, as a search finds it: "preprintsorg.social-sciences".',
      }),
    ),
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

export const CategoryFilter = t.Object({
  source: t.Optional(t.String({ minLength: 1, maxLength: 40, description: 'Only those of this source.' })),
  q: t.Optional(t.String({ maxLength: SEARCH_QUERY_MAX, description: 'Only those with these words.' })),
})
export type CategoryFilter = typeof CategoryFilter.static

/** Something that can be followed, with what it costs. */
export const Followable = t.Object({
  kind: Category.properties.kind,
  source: Category.properties.source,
  code: t.String({
    description:
      'Id of the category. `POST /categories/` makes it that of a journal (with `issn`), a subject (with it as `subject`), a query (with `query`), a feed ' +
      '(with the `address` as `url`) or a venue (with `venue`).',
  }),
  name: t.String(),
  detail: t.String({ description: 'Group of a category; publisher of a journal; how a source understands a query.' }),
  per_day: Category.properties.per_day,
  sample: t.Array(t.String(), { description: 'Titles of its newest papers, if they are known without asking.' }),
  issn: t.Optional(t.Array(t.String(), { description: 'Those of a journal; the first one is in `code`.' })),
  abstracts: t.Optional(t.Number({ description: 'Share of the newest papers with an abstract, 0 to 1.' })),
  query: Category.properties.query,
  ignored: t.Optional(t.Array(t.String(), { description: 'Phrases of a query that the source does not know.' })),
  address: Category.properties.address,
  venue: Category.properties.venue,
})
export type Followable = typeof Followable.static

export const FollowableList = t.Object({
  items: t.Array(Followable),
  total: t.Integer(),
  failures: t.Array(t.Object({ source: t.String(), message: t.String() }), {
    description: 'Sources that could not be asked, with the reason in a sentence.',
  }),
})
export type FollowableList = typeof FollowableList.static
