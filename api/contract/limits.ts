/** Limits and defaults of the specification that several modules use. No imports: the browser loads this file. */

export const BODY_MAX_BYTES = 64 * 1024
export const NOTE_MAX = 10_000
export const NOTE_COUNTER_FROM = 9_000
export const SEARCH_QUERY_MAX = 256
/** Letters of an id or of the address of a page by which a paper is looked up. */
export const PAPER_REF_MAX = 2_048
/** What is typed to find something to follow: words, a query of PubMed, an address. */
export const FOLLOWABLE_MAX = 2_000
/** What is typed is an address, where feeds are looked for, and no words: "cs.LG" is none. */
export const WEB_ADDRESS = /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+[\p{L}-]{2,}\/\S*)$/iu
export const SEARCH_LIMIT_DEFAULT = 50
export const SEARCH_PAGE_SIZE = 20
export const PAGE_MAX = 100
/** Papers that a section of the weekly review names. */
export const REVIEW_PAPERS_MAX = 5
/** Papers that the weekly review offers to let go of, and that one request lets go of. */
export const LET_GO_MAX = 9
/** A paper to be read that was never opened waits so many days before the review offers to let go of it. */
export const LET_GO_DAYS = 28
export const DELIVERED_CARDS_MAX = 999
/** Cards of a day that the page loads and shows at a time. */
export const DAY_PAGE_SIZE = 30
/** Up to this number `total` of a list is exact; above it `total` is a lower bound. */
export const TOTAL_EXACT_MAX = 10_000
export const READING_LIST_LIMIT_DEFAULT = 50
export const FOR_ME_LIMIT_DEFAULT = 20
export const RECENT_HOURS_DEFAULT = 24
export const RECENT_HOURS_MAX = 720
export const RECENT_LIMIT_DEFAULT = 100
export const DAYS_BACK_FETCH_MAX = 60
export const DAYS_BACK_STATS_DEFAULT = 7
export const DAYS_BACK_STATS_MAX = 365
export const FETCH_RESULTS_DEFAULT = 20
export const FETCH_RESULTS_MAX = 2_000
export const TOP_PAPERS_DEFAULT = 5
export const TOP_PAPERS_MAX = 50
export const VIEW_SECONDS_MAX = 3_600
export const CLICK_PAUSE_MS = 5_000
export const NAME_MAX = 120
/** Categories, journals, servers and searches that one can follow together. */
export const CATEGORIES_MAX = 500
/** Each topic costs a search over every batch of new papers. */
export const TOPICS_MAX = 60
/** Each feed is read on its own, many times a day. */
export const FEEDS_MAX = 50
/** Each venue is read on its own, several times a day. */
export const VENUES_MAX = 50
export const TERMS_MAX = 100
export const TERM_MAX = 120
export const TAGS_MAX = 20
export const TAG_MAX = 50
/** The ids of a selection are a part of the address, which servers limit to about 8 KB. */
export const EXPORT_SELECTION_MAX = 100
/** Items of the reading list that are changed or exported together: their ids fit into a body. */
export const SELECTION_MAX = 1_000
export const REMOVED_KEPT_DAYS = 30
/** Two years: long enough to look into what is noticed late, also once a year. The database deletes older rows. */
export const AUDIT_KEPT_DAYS = 730
/** Links between papers that were not believed, and that no admin decided about, are forgotten after so many days. */
export const SUSPECTS_KEPT_DAYS = 90
export const DUPLICATES_LIMIT_DEFAULT = 20
/** The number of a version that can be compared. */
export const VERSION_MAX = 10_000
export const NOTICES_LIMIT_DEFAULT = 20
/** How a reader found a paper that they saved: one word, never what they searched for. */
export const FOUND_BY = [
  'day',
  'mail',
  'feed',
  'search',
  'look_up',
  'related',
  'page',
  'import',
  'zotero',
  'assistant',
] as const
export type FoundBy = (typeof FOUND_BY)[number]
/** A new paper that cites fewer papers of a reading list is not marked. */
export const CITES_MIN = 2
/** "at least 4 new papers since you saved it" */
export const describeCitedSince = ({ papers, is_lower_bound }: { papers: number; is_lower_bound?: boolean }): string =>
  `${is_lower_bound ? 'at least ' : ''}${papers} new ${papers === 1 ? 'paper' : 'papers'} since you saved it`
/** Titles of cited papers in a reason. */
export const CITED_TITLES_MAX = 10
/** Citing papers of one page. */
export const CITING_LIMIT_DEFAULT = 20
export const WATCH_LIMIT_DEFAULT = 50
/** Records of one paper. */
export const JOINED_RECORDS_MAX = 12
/** In characters: why an admin decided something. */
export const REASON_MAX = 500
/** After so many days without use, an account is not given to a new sign-in of its address without an admin. */
export const DORMANT_DAYS = 180
/** How long a new sign-in that an admin has allowed may take the account over. */
export const NEW_SIGN_IN_DAYS = 7
/** Missed announcement days are fetched and delivered this far back; the papers of older days are no longer news. */
export const LOOK_BACK_DAYS = 10
/** The ledger of days that readers and admins see by default: eight weeks. */
export const LEDGER_DAYS = 56
export const BACKFILL_DAYS_MAX = 366
/** Deliveries older than this are reduced to their counts. More than a back-fill of the last year reaches. */
export const DELIVERIES_KEPT_DAYS = 400
export const DIGEST_PAPERS_MAX = 50
export const ADJUSTMENTS_MAX = 300
/** Each strand has a model of its own, which is stored and scores every day. */
export const STRANDS_MAX = 8
export const STRAND_NAME_MAX = 60
/** As many as a model learns from. */
export const STRAND_PAPERS_MAX = 2_000
export const IMPORT_TEXT_MAX = 2_000_000
/** Papers of one import at most. A file with more papers or text is imported in parts. */
export const IMPORT_PAPERS_MAX = 1_000
/** Items of one request to Zotero: its Web API allows 50 keys, and 50 objects in a write. */
export const ZOTERO_BATCH = 50
/** Of a file that web and terminal import in parts. */
export const IMPORT_FILE_MAX_BYTES = 100_000_000
/** In UTF-8, with the escapes of JSON. */
export const IMPORT_BODY_MAX_BYTES = 4 * 1024 * 1024
/** Standing questions of a reader, in characters, and how many papers of a day are shown for each. */
export const QUESTIONS_MAX = 20
export const QUESTION_MIN = 3
export const QUESTION_MAX = 500
export const QUESTION_ANSWERS_MAX = 10
export const QUESTION_NEAR_MAX = 5
/** Papers that a reader is asked to judge, so that the question gets a bar of its own. */
export const QUESTION_EXAMPLES = 10
/** Papers of a followed author that a reader is asked about, that can be judged, and judged ones that are listed. */
export const PEOPLE_ASKED = 5
export const PEOPLE_JUDGED_MAX = 500
export const PEOPLE_JUDGED_SHOWN = 50
export const SIMILAR_DEFAULT = 5
export const SIMILAR_MAX = 50
/** Characters of a pasted text that similar papers are found for. */
export const SIMILAR_TEXT_MAX = 10_000
/** Estimated time to look at one card: two cards a minute. */
export const CARD_SECONDS = 30
export const BUDGET_DEFAULT = { unit: 'minutes', amount: 20 } as const
export const BUDGET_MAX = 300
/** Minutes for reading on a day, which the reading plan fits. The reading budget is for looking through new papers. */
export const PLAN_MINUTES_DEFAULT = 45
export const PLAN_MINUTES_MAX = 600
/** Estimated time to read a page, and the pages of a paper that does not say how many it has. */
export const PAGE_MINUTES = 3
export const PAGES_DEFAULT = 12
/** Missed announcement days from which on the dashboard offers to catch up. */
export const CATCH_UP_DAYS = 3
/** The erasure of an account needs a sign-in that is not older. */
export const RECENT_SIGN_IN_MINUTES = 10
export const TOKEN_REFRESH_MS = 30 * 60_000
export const DEVICE_CODE_SECONDS = 15 * 60
export const DEVICE_POLL_SECONDS = 5

/** Most papers of a feed that a reader has of their own. */
export const FEED_CARDS_MAX = 100
/** What such a feed can be of: the reader's days, a category or topic that they follow, a tag of their reading list. */
export const FEED_KINDS = ['day', 'category', 'tag'] as const
export type FeedKind = (typeof FEED_KINDS)[number]
/** Such feeds of one reader. */
export const OWN_FEEDS_MAX = 20

/**
 * Characters that no line has which a user types and others may see, for a class of a pattern: control characters (C0,
 * C1, line and paragraph separators) and those that change the direction of the text after them. In a terminal they are
 * commands, on a page a name could look like another one.
 */
export const UNPRINTABLE = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069`

/** What is said of a paper that a notice is about, by the kind of the notice, the most serious first. */
export const NOTICES = {
  retracted: 'Retracted',
  removed: 'Removed',
  withdrawn: 'Withdrawn',
  concern: 'Expression of concern',
  corrected: 'Corrected',
}
/** What a notice is described by; see `PaperNotice`. */
interface NoticeInWords {
  kind: keyof typeof NOTICES
  by: readonly string[]
  on: string | null
  reason?: string | undefined
}

/** A notice in words, with who says it and where it is from: "Retracted by the publisher on 18 Nov 2026: Data (Crossref)". */
export const describeNotice = ({ kind, by, on, reason }: NoticeInWords): string =>
  NOTICES[kind] +
  (by.includes('publisher') ? ' by the publisher' : '') +
  (on ? ` on ${new Date(on).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })}` : '') +
  (reason ? `: ${reason}` : '') +
  ` (Crossref${by.includes('retraction-watch') ? ', Retraction Watch' : ''})`

/** What is said of a withdrawn paper, by `withdrawn_by`. */
export const WITHDRAWALS = {
  authors: 'Its authors have withdrawn this paper.',
  administrators: 'The administrators of arXiv have withdrawn this paper.',
  unknown: 'This paper has been withdrawn.',
}

/** What a personal token may be allowed to do. Each route names the one that it needs. */
export const TOKEN_SCOPES = ['day:read', 'list:read', 'list:write', 'search:read', 'admin:read', 'admin:write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
/** Personal tokens of one user. */
export const TOKENS_MAX = 20
export const TOKEN_NAME_MAX = 60
export const TOKEN_DAYS_MAX = 366
/** An ended token is listed for so long. The database deletes older ones. */
export const ENDED_TOKEN_KEPT_DAYS = 30

/** Services that a reader's day can be posted to; "webhook" is a program of the reader. */
export const TARGET_KINDS = ['slack', 'discord', 'matrix', 'mattermost', 'ntfy', 'webhook'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
/** Names of the services, for readers. */
export const TARGET_NAMES: Readonly<Record<TargetKind, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  matrix: 'Matrix',
  mattermost: 'Mattermost',
  ntfy: 'ntfy',
  webhook: 'Own webhook',
}
/**
 * What a target can get: the papers of the day, what searches and questions found, updates of saved papers, the weekly
 * review; of admins, alarms.
 */
export const TARGET_SENDS = ['day', 'hits', 'updates', 'review', 'alarms'] as const
export type TargetSend = (typeof TARGET_SENDS)[number]
/** Papers of one message to a target, and messages of one day. */
export const MESSAGE_PAPERS_MAX = 10
export const MESSAGES_A_DAY_MAX = 3

/** Places of the reasons of a card that are not in the middle. */
const REASON_PLACES: Readonly<Record<string, number>> = {
  next_door: 0,
  explore: 0,
  strand: 0,
  cites: 1,
  category: 3,
  topic: 3,
}
const placeOf = ({ kind }: { kind: string }): number => REASON_PLACES[kind] ?? 2

/**
 * The strongest first: that a paper is outside of the usual and its interest, then that it cites papers of the list; last
 * the category, which most of the list share, and the topic.
 */
export const orderReasons = <Reason extends { kind: string }>(reasons: readonly Reason[]): Reason[] =>
  reasons.toSorted((one, other) => placeOf(one) - placeOf(other))
