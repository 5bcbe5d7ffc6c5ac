import type { Paper } from '../contract/papers.ts'
import type { Reason } from '../contract/reasons.ts'

/** What became known about a paper on the reader's list. */
export interface ListedNotice {
  paper: Paper
  /** As one sentence. */
  text: string
  /** Where the notice can be read; absent for a change of the paper itself. */
  url?: string
}

/** What a mail with the papers of a day is made from. */
export interface PapersMail {
  publicUrl: string
  /** The announcement day. */
  day: string
  reader: string
  papers: readonly {
    paper: Paper
    reasons: readonly Reason[]
    /** Name of the interest whose heading it comes under; null for the heading of the other papers. Absent: no headings. */
    interest?: string | null
    /** Addresses of the pages that save the paper and mark it as not for the reader. */
    save?: string
    dismiss?: string
  }[]
  /** How many of the reader's papers of the day are not in the mail. */
  more: number
  /** Papers announced in the reader's categories, and those of the mail's and `more` from outside of them. */
  counts?: { announced: number; next_door: number }
  /** Days announced since the last mail, newest first, and the number of the reader's papers on each. */
  missed?: readonly { day: string; papers: number }[]
  /** Digests since the last one that the reader got which were not sent, by their days; null or absent if none. */
  unsent?: {
    digests: number
    from: string
    until: string
    /** The address that its mail server refused, with the server's reply; null if that was not the cause. */
    refused: { address: string; reason: string } | null
  } | null
  /** Notices about papers on the reader's list since the last digest; absent or empty without any. */
  notices?: readonly ListedNotice[]
  /** What the reader's standing questions found on the day; absent or empty if they found nothing. */
  answers?: readonly { question: string; paper: Paper }[]
  /** Sentence that says why there are no papers. */
  note?: string
  /** Whether the papers are the invented ones of the sample library. */
  sample: boolean
  /** Sentence that explains why the reader receives this mail. */
  because: string
  unsubscribeUrl?: string
}
