import { describeNotice } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import type { Reason } from '../contract/reasons.ts'
import { isMade, isNotReviewed, nameOfCategory, NOT_REVIEWED } from '../contract/preprintServers.ts'
import { plainText } from '../text/segments.ts'
import { titleOf, paperPage } from './digestWords.ts'
import { toLine } from './toLine.ts'
import { describeReasons } from './reasonText.ts'

const ABSTRACT_MAX = 2_000

export interface PaperFeed {
  publicUrl: string
  /** The feed's own address. */
  address: string
  title: string
  /** Path of the page that shows the same. */
  home: string
  /** In the order of the feed. */
  papers: readonly FeedPaper[]
}

export interface FeedPaper {
  paper: Paper
  /** Why it is shown. */
  reasons: readonly Reason[]
  /** Instants. Feed readers show the one with the latest `updated` first. */
  published: string
  updated: string
}

/** What a feed says of a paper, in any format. Plain text, which the format escapes. */
export interface FeedEntry {
  /** Address of the paper's page. */
  page: string
  title: string
  updated: string
  published: string
  authors: readonly string[]
  /** Codes and names. */
  categories: readonly (readonly [term: string, label: string])[]
  /** Why it is shown, what is said about the paper, and the abstract. */
  text: readonly string[]
  links: Paper['urls']
}

export const toFeedEntries = ({ papers, publicUrl }: PaperFeed): FeedEntry[] =>
  papers.map(({ paper, reasons, published, updated }) => ({
    page: paperPage(publicUrl, paper.id),
    title: titleOf(paper, 500),
    updated,
    published,
    authors: paper.authors.map(({ name }) => toLine(name, 200)),
    categories: categoriesOf(paper).map(([term, label]) => [toLine(term), toLine(label)] as const),
    text: [
      describeReasons(reasons),
      isNotReviewed(paper) ? NOT_REVIEWED : '',
      ...(paper.notices ?? []).map((notice) => `${toLine(describeNotice(notice), 400)}. ${notice.url}`),
      toLine(plainText(paper.abstract_segments), ABSTRACT_MAX),
    ].filter(Boolean),
    links: paper.urls,
  }))

/** A journal is named: its codes say nothing, nor do those of queries and feeds. */
function categoriesOf({ categories, venue }: Paper): (readonly [term: string, label: string])[] {
  const codes = categories.filter((code) => !isMade(code))
  const journal = venue !== undefined && codes.length < categories.length ? [[venue.name, venue.name] as const] : []
  return [...journal, ...codes.map((code) => [code, nameOfCategory(code)] as const)]
}
