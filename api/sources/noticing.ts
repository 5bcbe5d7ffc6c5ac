import type { NOTICE_AUTHORS } from '../contract/papers.ts'
import { cleanLine } from '../text/clean.ts'
import { parseDoi } from '../text/doi.ts'
import { splitDoiVersion } from '../text/doiVersions.ts'

/** What a notice says about a paper; "reinstated" ends a retraction. */
export type NoticeKind = 'retracted' | 'concern' | 'corrected' | 'withdrawn' | 'removed' | 'reinstated'

/** Who says so. */
export type NoticeAuthor = (typeof NOTICE_AUTHORS)[number]

/** A notice about a paper, as a source reports it. */
export interface Notice {
  /** DOI of the paper that it is about, in lower case and without the version of a preprint server. */
  doi: string
  kind: NoticeKind
  /** The day of the notice; null if it is not known. */
  on: string | null
  /** Why, in one line; absent if the source does not say. */
  reason?: string
  by: NoticeAuthor
  /** DOI of the notice itself; absent if it has none, or the DOI of the paper. */
  notice_doi?: string
  /** Where the notice can be read. */
  url: string
}

/** Notices of one answer. */
export interface NoticesPage {
  notices: Notice[]
  /** Entries that could not be read: why, and the entry as received, at most 64 KB. */
  rejected: { reason: string; raw: string }[]
}

/** All that a source says now about single papers. */
export interface NoticesAbout extends NoticesPage {
  /** DOIs that the source has a record of: other notices about these have been taken back. */
  known: string[]
}

/** The version of a file that was read last. */
export interface FileVersion {
  etag: string | null
  modified: string | null
  /** Its rows. */
  rows: number
}

/** A whole file that was downloaded and checked. */
export interface NoticesFile {
  version: FileVersion
  /** Its notices, in the order of the file. Can be read again until it is disposed of. */
  read(): AsyncIterable<NoticesPage>
  [Symbol.asyncDispose](): Promise<void>
}

/** How a source is asked for notices. What reads throws "source-unavailable" with the cause. */
export type Noticing = NoticesByDay | NoticesByFile

/** A source that is asked what is new since a day, and what is known about single papers. */
export interface NoticesByDay {
  readonly kind: 'days'
  /** Notices that were registered or changed on `day` (UTC) or later. Throws before the end rather than leave some out. */
  readSince(day: string, options: { signal: AbortSignal }): AsyncIterable<NoticesPage>
  /** Papers of one reading. */
  readonly batchMax: number
  /** All notices about the papers with these DOIs. */
  readAbout(dois: readonly string[], options: { signal: AbortSignal }): Promise<NoticesAbout>
}

/** A source that publishes all its notices as one file. */
export interface NoticesByFile {
  readonly kind: 'file'
  /** Downloads the file; null if `before` is still current. A file that is not whole is refused. */
  download(options: { signal: AbortSignal; before: FileVersion | null }): Promise<NoticesFile | null>
}

/** What a source may be able to do. */
export interface NoticeSource {
  /** It knows of retractions, corrections and other notices about papers of any source. */
  readonly notices?: Noticing
}

const REASON_MAX = 500
const DOI_MAX = 300

/** The DOI by which notices are matched with papers; null for any other text, such as "unavailable" or "0". */
export function toNoticeDoi(text: string): string | null {
  const doi = text.length > DOI_MAX ? null : parseDoi(text)
  return doi === null ? null : splitDoiVersion(doi).key
}

/** A notice from its parts, with its address. A notice under the DOI of the paper has no DOI of its own. */
export function toNotice({
  noticeDoi,
  reason = '',
  ...notice
}: Pick<Notice, 'doi' | 'kind' | 'on' | 'by'> & { noticeDoi: string | null; reason?: string }): Notice {
  const why = cleanLine(reason, REASON_MAX)
  return {
    ...notice,
    ...(why !== '' && { reason: why }),
    ...(noticeDoi !== null && noticeDoi !== notice.doi && { notice_doi: noticeDoi }),
    url: `https://doi.org/${encodeURI(noticeDoi ?? notice.doi)}`,
  }
}
