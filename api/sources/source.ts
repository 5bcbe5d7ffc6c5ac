import type { AnnounceType, Author, DeclaredLink, PaperKind, Venue } from '../contract/papers.ts'
import type { SourceDefaults } from './clientOptions.ts'
import type { Enrichment } from './enriching.ts'
import type { Finders } from './finders.ts'
import type { NoticeSource } from './noticing.ts'
import type { Testable } from './probes.ts'
import type { Keyed } from './refusedKeys.ts'

/** A paper as an external service reports it, cleaned and canonical, before it is stored. Unknown is null, never ''. */
export interface SourceRecord {
  /** Natural id without a version: "arxiv:2511.01234". */
  id: string
  source: string
  source_id: string
  version: number | null
  /** Absent for a preprint. */
  kind?: PaperKind
  title: string
  abstract: string | null
  authors: Author[]
  /** Canonical codes of the taxonomy, primary first; codes outside it are dropped. */
  categories: string[]
  /** Codes in the form of a category of the source that are not in the taxonomy: new or renamed ones, if there are any. */
  unknown_categories?: string[]
  primary_category: string | null
  published_at: Date | null
  /** What is known of `published_at`, the beginning of it in UTC; absent for an instant. */
  published_precision?: 'day' | 'month' | 'year'
  updated_at: Date | null
  announced_on: string | null
  announce_type: AnnounceType | null
  /** For a later cross-list: its categories in the archive of the feed. Null: it concerns all categories. */
  announced_in: string[] | null
  /** UTC day on which the metadata last changed; null when the interface does not say. The paper was public then. */
  changed_on: string | null
  /** Submission times of all versions; empty when the interface does not say. */
  version_dates: { version: number; at: Date | null }[]
  doi: string | null
  /** Its identifiers besides `id` and `doi`, in canonical form: "pmc:9990001". */
  ids?: string[]
  /** Other records of the same work, as the source declares them; absent without any. */
  links?: DeclaredLink[]
  comment: string | null
  /** Where it is published, in parts; `journal_ref` is the same as one text. */
  venue?: Venue
  journal_ref: string | null
  license: string | null
  code_url: string | null
  /** Where its PDF is, if that does not follow from its id. */
  pdf_url?: string
  /** How often it is cited, as the source counts. */
  citations?: number
  withdrawn: boolean
  /** Who withdrew it, where its notice says so. */
  withdrawn_by?: 'authors' | 'administrators'
  /** Source interface the record came from; decides precedence: api over oai over rss. */
  source_interface: 'rss' | 'oai' | 'api' | 'sample'
}

/** A record that could not be parsed, with the reason. The rest of its page is processed. */
export interface RejectedRecord {
  reason: string
  /** `source_id` of the paper, where the parser can tell. */
  source_id?: string
  /** Its announcement day, where a source with dated records says it. */
  announced_on?: string
  /** As received, at most 64 KB. */
  raw: string
}

/** The result of one request. Storing a page and then its `cursor` makes a run resumable. */
export interface SourcePage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Pass as `after` to continue after this page. */
  cursor: string
  done: number
  total?: number
  /** Description of what was read: "feed cs", "changes since 2026-11-18, page 2". */
  step: string
  /** For the current announcement: which feed it was. */
  feed?: FeedFacts
  /** Every feed was requested once. Those that failed are repeated after it, with pauses. */
  isRound?: boolean
}

/** One archive's part of the current announcement. */
export interface FeedFacts {
  archive: string
  /** The announcement day that it shows, perhaps an old one; null when it shows no paper. */
  day: string | null
  items: number
  /** All of the archive has been read with this page. */
  isWhole: boolean
  /** Identifies the content, for `validators`. */
  etag?: string
  /** Of an unchanged feed, which is not sent again: how many of its records could not be read. */
  rejectedBefore?: number
  /** Why the archive could not be read, in a sentence. */
  failure?: string
}

/** A feed as it was last read: an unchanged one is not sent again. */
export interface Validator {
  etag: string
  day: string | null
  items: number
  /** Records that could not be read. Absent when an earlier version stored it. */
  rejected?: number
}

/** A failed request that is repeated. */
export interface Retry {
  reason: string
  willRetryAt: Date | null
}

interface Reading {
  signal: AbortSignal
  /** The cursor of the last page that was stored. */
  after?: string
  /** Called before a failed request is repeated, with what was requested. */
  onRetry?: (step: string, retry: Retry) => void | Promise<void>
}

export interface CurrentReading extends Reading {
  categories: readonly string[]
  /** By archive. Without one an archive is read whether it changed or not. */
  validators?: Readonly<Record<string, Validator>>
}

/** What is known about when a stored paper was announced. */
export interface NumberedPaper {
  source_id: string
  /** The day of its announcement as new, when that was read; null otherwise. */
  announced_on: string | null
  /** When the first version was submitted. */
  published_at: Date | null
  /** The paper was public on this UTC day. */
  public_by: string | null
  versions: readonly { version: number; at: Date | null }[]
}

/** The announcement days of a paper, derived from numbers and dates. */
export interface DerivedDays {
  arrived_on: string | null
  replaced: { version: number; on: string }[]
  /** The announcement day that `public_by` belongs to. */
  changed_on: string | null
}

/** An external service of papers, with what it can do. What reads or searches throws "source-unavailable" with the cause. */
export interface Source extends Finders, Keyed, NoticeSource, Testable {
  readonly id: string
  readonly name: string
  /** The key of its rate limit, which sources of one host share. By default its id. */
  readonly slotKey?: string
  /** Used while an admin has not set other values. */
  readonly defaults: SourceDefaults
  /** The shortest pause between two requests that the hosts of these addresses allow, in milliseconds, perhaps with a key. */
  shortestGap(addresses: Iterable<string>, hasKey?: boolean): number
  /** It has days of its own, which are read on a schedule. Without it a source is only asked on demand. */
  readonly announcements?: Announcements
  /** Single papers can be asked for. */
  readonly lookUp?: LookUp
  /** It is asked for facts about papers of other sources. */
  readonly enrichment?: Enrichment
  /** Results of its own search. Throws "invalid-input" with the source's message for an invalid query. */
  search?(query: string, options: Reading & { maxResults: number }): AsyncIterable<SourcePage>
}

/** The announcement days of a source. */
export type Announcements = FeedAnnouncements | DatedAnnouncements

interface Calendar {
  /** The first day that can be read. */
  readonly earliestDay: string
  /** The newest day whose announcement can be published at `at`, whether one is predicted for it or not. */
  expectedDay(at: Date): string
  /** When the next announcement that is predicted after `at` can be read. Only to be said, not to decide anything. */
  nextAnnouncementAt(at: Date): Date
  /**
   * Why no announcement of `day` is expected, or null for a normal day. A weekend never has one. A holiday is a prediction
   * that is only said: what was read decides which days are asked for, shown, complete, missing or mailed.
   */
  closureReason(day: string): 'weekend' | 'holiday' | null
}

/** A source that shows its current announcement in feeds. Days that were not read are derived from a list of changes. */
export interface FeedAnnouncements extends Calendar {
  readonly kind: 'feeds'
  /** The current announcement, exactly as announced, for the archives of `categories`. */
  readCurrent(options: CurrentReading): AsyncIterable<SourcePage>
  /** Papers changed from `from` to `until` (days, inclusive), to catch up on missed announcements. */
  readChanges(
    options: Reading & { categories: readonly string[]; from: string; until: string },
  ): AsyncIterable<SourcePage>
  /** Derives announcement days that were not read, by `source_id`. More papers around them make the result surer. */
  deriveDays(papers: readonly NumberedPaper[]): Map<string, DerivedDays>
  /** The earliest day on which a paper submitted at `submitted` can be announced. */
  batchDayOf(submitted: Date): string
}

/**
 * A source whose records each have the day on which they were posted, and which can be asked for a day at any time after
 * it. The announcement day of a record is the day after: then the day on which it was posted is complete.
 */
export interface DatedAnnouncements extends Calendar {
  readonly kind: 'dated'
  /** Whether all papers of a day are read, or those of the followed categories alone. */
  readonly extent: 'all' | 'followed'
  /** Days before the newest or a missed one that are read with it: papers are added to a day after it ended. */
  readonly overlapDays: number
  /** A paper that turns up so many days after its own day is news. */
  readonly lateDays: number
  /** After a failure it is not asked on schedule for so many milliseconds. */
  readonly restMs?: number
  /** Whether a day without papers is believed at once. If not, it is empty when it is late and was asked for again. */
  mayBeEmpty(day: string): boolean
  /**
   * All papers announced from `from` to `until` (days, inclusive), of all categories or of these. The list may have papers
   * of earlier days, and papers that are no news, without a day. Throws "source-unavailable" rather than leave some out.
   */
  readDays(options: Reading & { categories: readonly string[]; from: string; until: string }): AsyncIterable<SourcePage>
}

/** How single papers of a source are asked for. */
export interface LookUp {
  /** What the ids of its papers begin with, before their `source_id`: "arxiv:"; and other ids, asked for whole: "pmc:". */
  readonly prefix: string
  readonly alias?: string
  /** Returns the `source_id` in a record as it was received; null when there is none. */
  idIn(raw: string): string | null
  /** The papers of `sourceIds`, or of an `alias`. Those that it lacks are left out. `tries`: attempts of one request. */
  readByIds(sourceIds: readonly string[], options: Reading & { tries?: number }): AsyncIterable<SourcePage>
}

/** A source whose days are read on a schedule. */
export type AnnouncingSource = Source & { readonly announcements: Announcements }
/** A source with feeds of its current announcement. */
export type FeedSource = Source & { readonly announcements: FeedAnnouncements }
/** A source whose records say their days. */
export type DatedSource = Source & { readonly announcements: DatedAnnouncements }
/** A source that can do what `Ability` names: a journal source has `journals`. */
export type SourceWith<Ability extends keyof Source> = Source & Required<Pick<Source, Ability>>
/** A source that single papers can be asked of. */
export type LookUpSource = SourceWith<'lookUp'>
/** A source that knows more about papers of other sources. */
export type EnrichingSource = SourceWith<'enrichment'>
