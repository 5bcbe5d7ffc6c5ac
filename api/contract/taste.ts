import { t } from 'elysia'
import {
  ADJUSTMENTS_MAX,
  IMPORT_PAPERS_MAX,
  IMPORT_TEXT_MAX,
  SIMILAR_DEFAULT,
  SIMILAR_MAX,
  SIMILAR_TEXT_MAX,
  TERM_MAX,
  TERMS_MAX,
} from './limits.ts'
import { foundMarks } from './search.ts'
import { completeListOf, Day, Instant, listOf } from './lists.ts'
import { ImportedFeeds } from './listImport.ts'
import { oneOf } from './stringSchemas.ts'
import { Card, Paper } from './papers.ts'

const strict = { additionalProperties: false }

/** What a weight of the model belongs to. */
export const FeatureKind = oneOf(['term', 'author', 'category', 'paper'])
export type FeatureKind = typeof FeatureKind.static

/** The reader's actions that the model learns from. `import` is a paper pasted as a start, `topic` typed words, `zotero` a paper of their library there. */
export const SignalKind = oneOf([
  'save',
  'note',
  'like',
  'dislike',
  'click',
  'view',
  'mail',
  'own',
  'import',
  'zotero',
  'topic',
])
export type SignalKind = typeof SignalKind.static

/** The reader's correction of one weight: `pin` keeps it high, `forget` ignores the feature. Muting is an interest. */
export const Adjustment = t.Object(
  {
    kind: FeatureKind,
    key: t.String({ minLength: 1, maxLength: TERM_MAX, description: 'A term, author, category code or paper id.' }),
    action: oneOf(['pin', 'raise', 'lower', 'forget']),
  },
  strict,
)
export type Adjustment = typeof Adjustment.static

export const TasteEntry = t.Object({
  kind: FeatureKind,
  key: t.String(),
  text: t.String({ description: 'Text for the reader: the words, the name, the title of the paper.' }),
  weight: t.Number({ description: 'From -1 to 1: the share of the largest weight of its list.' }),
  actions: t.Array(t.Object({ kind: SignalKind, count: t.Integer() }), {
    description: 'Own actions on papers with this feature.',
  }),
  paper_ids: t.Array(t.String(), { description: 'The papers of these actions, newest action first.' }),
  adjustment: t.Optional(Adjustment.properties.action),
})
export type TasteEntry = typeof TasteEntry.static

/**
 * How often the ranked order won against another order in lists that mixed both (team-draft interleaving: Radlinski,
 * Kurup and Joachims, CIKM 2008). `win_rate` and `interval` are null below `needed` decided lists. Over several readers
 * both are those of the mean reader, so `win_rate` is not `wins` divided by `lists`.
 */
export const OrderWorth = t.Object({
  lists: t.Integer({ description: 'Mixed lists in which one order got more actions than the other.' }),
  readers: t.Integer({ description: 'Readers of these lists.' }),
  needed: t.Integer(),
  wins: t.Integer(),
  losses: t.Integer(),
  ties: t.Integer(),
  win_rate: t.Nullable(t.Number()),
  interval: t.Nullable(
    t.Tuple([t.Number(), t.Number()], {
      description: '95 % interval of `win_rate`, which holds however often one looks (confidence sequence).',
    }),
  ),
})
export type OrderWorth = typeof OrderWorth.static

export const Taste = t.Object({
  state: oneOf(['prior', 'centroid', 'trained'], {
    description: 'Not personal yet; close to the mean of few papers; a trained model.',
  }),
  actions: t.Integer({ description: 'Number of actions learned from.' }),
  since: t.Nullable(Instant, { description: 'Time of the first of them.' }),
  needed: t.Integer({ description: 'Positive actions until the next state; 0 in the last state.' }),
  trained_at: t.Nullable(Instant),
  reset_at: t.Nullable(Instant, { description: 'Actions before this time are not learned from.' }),
  more: t.Array(TasteEntry),
  less: t.Array(TasteEntry),
  changed: t.Array(TasteEntry, { description: 'Corrected, and because of that in neither list. Their weight is 0.' }),
  adjustments: t.Array(Adjustment),
  muted: t.Array(
    t.Object({
      kind: oneOf(['term', 'author']),
      text: t.String(),
      hidden: t.Integer({ description: 'Papers hidden in the last 30 days.' }),
      paper_ids: t.Array(t.String()),
    }),
  ),
  order: OrderWorth,
})
export type Taste = typeof Taste.static

export const TasteChanges = t.Object(
  {
    adjustments: t.Optional(t.Array(Adjustment, { maxItems: ADJUSTMENTS_MAX })),
    reset_at: t.Optional(t.Null({ description: 'Takes a reset back.' })),
  },
  strict,
)
export type TasteChanges = typeof TasteChanges.static

const Muted = t.Array(t.String({ minLength: 1, maxLength: TERM_MAX }), { maxItems: TERMS_MAX })
/** Without `muted_terms` or `muted_authors`: those that are saved. */
export const TastePreviewInput = t.Object(
  {
    adjustments: t.Array(Adjustment, { maxItems: ADJUSTMENTS_MAX }),
    muted_terms: t.Optional(Muted),
    muted_authors: t.Optional(Muted),
  },
  strict,
)
export type TastePreviewInput = typeof TastePreviewInput.static
export const TastePreview = t.Object({
  day: t.Nullable(Day),
  items: t.Array(
    t.Composite([
      Card,
      t.Object({
        list_rank: t.Optional(
          t.Nullable(t.Integer(), {
            description: 'Place in the caller’s list of this day; null if it is not there. Absent without such a list.',
          }),
        ),
      }),
    ]),
  ),
  total: t.Integer(),
})
export type TastePreview = typeof TastePreview.static

const similarLimit = {
  limit: t.Optional(t.Integer({ minimum: 1, maximum: SIMILAR_MAX, default: SIMILAR_DEFAULT })),
}
export const SimilarQuery = t.Object(similarLimit)
export const SimilarInput = t.Object(
  {
    text: t.String({
      minLength: 1,
      maxLength: SIMILAR_TEXT_MAX,
      description: 'Plain text or TeX, for example the abstract of a draft. It is neither stored nor logged.',
    }),
    ...similarLimit,
  },
  strict,
)
export type SimilarInput = typeof SimilarInput.static
export const SimilarPapers = t.Composite([
  listOf(
    t.Object({
      paper: Paper,
      terms: t.Array(t.String(), { description: 'Terms that both contain.' }),
      ...foundMarks,
    }),
  ),
  t.Object({ note: t.Optional(t.String({ description: 'Why papers are missing, or may be.' })) }),
])
export type SimilarPapers = typeof SimilarPapers.static

/** The best cards of the days missed since the last visit, within the reading budget. */
export const CatchUp = t.Object({
  since: t.Nullable(Instant),
  days: t.Array(t.Object({ day: Day, papers: t.Integer(), below: t.Integer() }), {
    description: 'Newest first, with the papers of each day and how many of them are not in `cards`.',
  }),
  papers: t.Integer(),
  minutes: t.Integer({ description: 'Estimated time to look through `cards`.' }),
  cards: t.Array(Card),
})
export type CatchUp = typeof CatchUp.static

/** A start for the model. One of `text`, `author`, `topics` or `paper_ids`; `dry_run` only answers what it would use. */
export const ImportInput = t.Object(
  {
    text: t.Optional(
      t.String({
        minLength: 1,
        maxLength: IMPORT_TEXT_MAX,
        description: 'BibTeX, RIS, CSL-JSON, MEDLINE (.nbib), EndNote (.enw), OPML, or ids and addresses.',
      }),
    ),
    author: t.Optional(t.String({ minLength: 1, maxLength: TERM_MAX, description: 'The reader’s own name.' })),
    topics: t.Optional(t.Array(t.String({ minLength: 1, maxLength: TERM_MAX }), { maxItems: 20 })),
    paper_ids: t.Optional(t.Array(t.String({ minLength: 1, maxLength: 200 }), { maxItems: IMPORT_PAPERS_MAX })),
    dry_run: t.Optional(t.Boolean()),
    undo: t.Optional(t.Boolean({ description: 'Takes back what the same input had added.' })),
  },
  strict,
)
export type ImportInput = typeof ImportInput.static
export const ImportResult = t.Object({
  papers: t.Array(Paper, { description: 'Papers of the library that were recognised.' }),
  fetching: t.Array(t.String(), {
    description: 'Ids that are asked for at their source; they follow when they are here.',
  }),
  unknown: t.Array(t.String(), {
    description:
      'What was not recognised: titles, the text as pasted, and entries that cannot be read with their lines.',
  }),
  left_out: t.Integer({
    description: `Papers of the text behind the first ${IMPORT_PAPERS_MAX}, or further papers of the author. They are not used.`,
  }),
  feeds: t.Optional(ImportedFeeds),
})
export type ImportResult = typeof ImportResult.static

/** Eight papers, different from each other, to rate as a start. */
export const StartPapers = completeListOf(Paper)
export type StartPapers = typeof StartPapers.static

/** The comparison of two orders over all readers. */
export const Order = oneOf(['ranked', 'time', 'words', 'prior'])
export type Order = typeof Order.static
export const RankingComparison = t.Object({
  a: Order,
  b: Order,
  share: t.Number({ minimum: 0, maximum: 0.5, description: 'Share of the lists that mix both orders.' }),
})
export type RankingComparison = typeof RankingComparison.static
export const RankingReport = t.Object({
  comparison: RankingComparison,
  worth: OrderWorth,
  readers: t.Object({ prior: t.Integer(), centroid: t.Integer(), trained: t.Integer() }),
  by_week: t.Array(t.Object({ from: Day, wins: t.Integer(), losses: t.Integer(), ties: t.Integer() })),
})
export type RankingReport = typeof RankingReport.static
