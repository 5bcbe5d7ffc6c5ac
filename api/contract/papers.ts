import { t } from 'elysia'
import {
  FOR_ME_LIMIT_DEFAULT,
  RECENT_HOURS_DEFAULT,
  RECENT_HOURS_MAX,
  RECENT_LIMIT_DEFAULT,
  VIEW_SECONDS_MAX,
} from './limits.ts'
import { Day, Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { Reason } from './reasons.ts'

/** Plain text, or TeX source (never HTML). `display` is true for a formula on its own line. */
export const Segment = t.Union([
  t.Object({ text: t.String() }),
  t.Object({
    tex: t.String(),
    display: t.Boolean(),
    plain: t.Optional(t.String({ description: 'The formula as Unicode text, in titles.' })),
  }),
])
export type Segment = typeof Segment.static

export const Author = t.Object({
  name: t.String(),
  affiliation: t.Optional(t.String()),
  orcid: t.Optional(t.String()),
})
export type Author = typeof Author.static

export const AnnounceType = oneOf(['new', 'cross', 'replace', 'replace-cross'])
export type AnnounceType = typeof AnnounceType.static

export const PAPER_KINDS = [
  'preprint',
  'article',
  'proceedings',
  'chapter',
  'report',
  'thesis',
  'post',
  'other',
] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** Where a paper is published. */
export const Venue = t.Object({
  name: t.String({ description: 'The journal, the proceedings or the book; the server of a preprint.' }),
  volume: t.Optional(t.String()),
  issue: t.Optional(t.String()),
  pages: t.Optional(t.String({ description: 'As printed, "11-29", or the number of the article.' })),
  published_on: t.Optional(
    t.String({
      description: 'For the article of a preprint: its day, month or year, "2026-09-20", "2026-09", "2026".',
    }),
  ),
})
export type Venue = typeof Venue.static

/** What a source says about another record of the same work. */
export interface DeclaredLink {
  type: 'preprint-of' | 'has-preprint' | 'version-of' | 'same-as'
  /** The other record's identifier in canonical form: "arxiv:2609.90001", "doi:10.5555/a". */
  to: string
  /** Who says so: the source of the record, or the publisher. */
  by: 'source' | 'publisher'
}

/** A service that knows something about a paper, and its page about it. */
export const Credit = t.Object({ name: t.String(), url: t.String() })
export type Credit = typeof Credit.static

/** Notices about a paper that are shown, the most serious first. */
export const NOTICE_KINDS = ['retracted', 'removed', 'withdrawn', 'concern', 'corrected'] as const
export const NOTICE_AUTHORS = ['publisher', 'retraction-watch'] as const

/** A notice that the publisher or Retraction Watch has made public about a paper. */
export const PaperNotice = t.Object({
  kind: oneOf(NOTICE_KINDS),
  doi: t.String({ description: 'The record that it concerns, of a paper that has several.' }),
  on: t.Nullable(Day, { description: 'The day of the notice.' }),
  known_on: t.String({ description: 'Since when this library knows of it, a day in UTC.' }),
  reason: t.Optional(t.String()),
  by: t.Array(oneOf(NOTICE_AUTHORS), { description: 'Who says so.' }),
  url: t.String({ description: 'Where the notice can be read.' }),
})
export type PaperNotice = typeof PaperNotice.static

export const FACT_NAMES = ['citations', 'upvotes', 'stars', 'code', 'pdf'] as const

export const Paper = t.Object({
  id: t.String({ description: 'Natural id without a version: "arxiv:2511.01234", "doi:10.1101/…", "pmid:…".' }),
  source: t.String(),
  source_id: t.String(),
  version: t.Nullable(t.Integer()),
  kind: t.Optional(oneOf(PAPER_KINDS, { description: 'Absent for a preprint of arXiv.' })),
  title: t.String({ description: 'Plain text; formulas as TeX between dollar signs.' }),
  abstract: t.String({ description: 'Format as in `title`, with blank lines between paragraphs. Empty if unknown.' }),
  title_segments: t.Array(Segment),
  abstract_segments: t.Array(Segment),
  abstract_from: t.Optional(
    t.Object(Credit.properties, {
      description: 'The service that gave the abstract, if the source of the paper has none.',
    }),
  ),
  summary: t.Optional(
    t.Object(
      { text: t.String(), ...Credit.properties },
      { description: 'What the paper is about in a sentence or two, written by a program of that service.' },
    ),
  ),
  authors: t.Array(Author),
  categories: t.Array(t.String(), { description: 'Canonical category codes, the primary category first.' }),
  primary_category: t.Nullable(t.String()),
  published_at: t.Nullable(Instant),
  published_precision: t.Optional(
    oneOf(['day', 'month', 'year'], {
      description: 'Of `published_at` only so much is known, in UTC: it is the beginning of that day, month or year.',
    }),
  ),
  updated_at: t.Nullable(Instant),
  announced_on: t.Nullable(Day),
  announce_type: t.Nullable(AnnounceType),
  urls: t.Object({
    abs: t.String(),
    pdf: t.Optional(t.String()),
    html: t.Optional(t.String()),
    code: t.Optional(t.String()),
    project: t.Optional(t.String()),
    doi: t.Optional(t.String()),
  }),
  doi: t.Nullable(t.String()),
  comment: t.Nullable(t.String()),
  venue: t.Optional(Venue),
  journal_ref: t.Nullable(t.String({ description: '`venue` as one text, or what the authors wrote.' })),
  license: t.Nullable(t.String()),
  withdrawn: t.Boolean(),
  withdrawn_by: t.Optional(
    oneOf(['authors', 'administrators'], { description: 'Who withdrew it, where its notice says so.' }),
  ),
  notices: t.Optional(
    t.Array(PaperNotice, {
      description: 'The newest first, without those that were taken back. From Crossref and Retraction Watch.',
    }),
  ),
  metrics: t.Object({
    citations: t.Optional(t.Integer()),
    upvotes: t.Optional(t.Integer()),
    comments: t.Optional(t.Integer()),
    stars: t.Optional(t.Integer({ description: 'Of the repository at `urls.code`.' })),
  }),
  facts_from: t.Optional(
    t.Array(t.Object({ ...Credit.properties, facts: t.Array(oneOf(FACT_NAMES)) }), {
      description: 'Services that gave something of `metrics` and `urls`, to be named and linked with it.',
    }),
  ),
})
export type Paper = typeof Paper.static

export const CardState = t.Object({
  seen: t.Boolean(),
  clicked: t.Boolean(),
  liked: t.Boolean(),
  dismissed: t.Boolean(),
  saved: t.Boolean(),
  saved_item_id: t.Optional(t.String()),
})
export type CardState = typeof CardState.static

export const Card = t.Object({
  paper: Paper,
  title_before: t.Optional(
    t.String({ description: 'The title the paper was announced with, if a new version changed it. As `title`.' }),
  ),
  delivered_on: Day,
  rank: t.Integer({ description: 'Rank within the day, starting at 1.' }),
  score: t.Number(),
  reasons: t.Array(Reason),
  from_next_door: t.Optional(t.Boolean({ description: 'True for a paper outside of the reader’s categories.' })),
  strand_id: t.Optional(t.String({ description: 'The interest that it belongs to (`GET /users/me/strands`).' })),
  state: CardState,
})
export type Card = typeof Card.static

/** A paper with its versions and what the caller has to do with it, for its page. */
export const PaperDetails = t.Composite([
  Paper,
  t.Object({
    versions: t.Array(
      t.Object({
        version: t.Integer(),
        at: t.Nullable(Instant),
        title: t.Optional(t.String({ description: 'The title of this version, if it was another one. As `title`.' })),
      }),
      { description: 'The known versions, the newest first.' },
    ),
    delivered: t.Optional(
      t.Object(
        { day: Day, rank: t.Integer(), reasons: t.Array(Reason) },
        { description: 'When it was last shown to the caller, and why.' },
      ),
    ),
    state: CardState,
  }),
])
export type PaperDetails = typeof PaperDetails.static

export const PaperList = listOf(Paper)
export type PaperList = typeof PaperList.static
export const CardList = listOf(Card)
export type CardList = typeof CardList.static

export const RecentQuery = t.Object({
  hours: t.Optional(t.Number({ minimum: 1, maximum: RECENT_HOURS_MAX, default: RECENT_HOURS_DEFAULT })),
  ...skipAndLimit(RECENT_LIMIT_DEFAULT),
})
export const ForMeQuery = t.Object(skipAndLimit(FOR_ME_LIMIT_DEFAULT))
export const ViewInput = t.Object({
  view_duration: t.Optional(t.Number({ minimum: 0, maximum: VIEW_SECONDS_MAX, description: 'View time in seconds.' })),
})
export const ClickInput = t.Object({
  from: t.Optional(oneOf(['mail'], { description: 'The card was reached by a link in a mail.' })),
})
export const FeedbackInput = t.Object({ value: oneOf(['like', 'dislike', 'none']) })
export const EmailOpenedInput = t.Object({ delivery_date: Day })

export const ClickResponse = t.Object({ clicks: t.Integer() })
export const ViewResponse = t.Object({ view_seconds: t.Number() })
export const EmailOpenedResponse = t.Object({ opened: t.Literal(true), first: t.Boolean() })
export const TodayPapers = t.Object({
  items: t.Array(Paper),
  total: t.Integer(),
  announced_on: t.Nullable(Day),
  sample: t.Boolean(),
})
export type TodayPapers = typeof TodayPapers.static
