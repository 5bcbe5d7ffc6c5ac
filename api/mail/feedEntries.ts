import { describeNotice } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import type { Reason } from '../contract/reasons.ts'
import { isMade, isNotReviewed, nameOfCategory, NOT_REVIEWED } from '../contract/preprintServers.ts'
import { plainText } from '../text/segments.ts'
import { titleOf } from './digestWords.ts'
import { toLine } from './toLine.ts'
import { paperPage } from './paperPage.ts'
import { describeReasons } from './reasonText.ts'

const ABSTRACT_MAX = 2_000

export interface CardFeed {
  publicUrl: string
  /** The feed's own address. */
  address: string
  reader: string
  /** The newest cards, newest day first, then by rank. */
  cards: readonly { paper: Paper; reasons: readonly Reason[]; delivered_on: string; rank: number }[]
}

/** What a feed says of a card, in any format. Plain text, which the format escapes. */
export interface FeedEntry {
  /** Address of the paper's page. */
  page: string
  title: string
  /** The instant on the day of the card: the later, the higher it ranks, so that feed readers keep the order. */
  updated: string
  published: string
  authors: readonly string[]
  /** Codes and names. */
  categories: readonly (readonly [term: string, label: string])[]
  /** Why it is shown, what is said about the paper, and the abstract. */
  text: readonly string[]
  links: Paper['urls']
}

export const titleOfFeed = ({ reader }: CardFeed): string => `Paperdawn: the papers of ${toLine(reader, 80)}`

export const toFeedEntries = ({ cards, publicUrl }: CardFeed): FeedEntry[] =>
  cards.map(({ paper, reasons, delivered_on, rank }) => ({
    page: paperPage(publicUrl, paper.id),
    title: titleOf(paper, 500),
    updated: `${delivered_on}T${new Date(Math.max(0, 3_600 - rank) * 1_000).toISOString().slice(11, 19)}Z`,
    published: `${delivered_on}T00:00:00Z`,
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
