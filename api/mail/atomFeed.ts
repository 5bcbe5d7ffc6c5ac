import { describeNotice } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import type { Reason } from '../contract/reasons.ts'
import { isMade, isNotReviewed, nameOfCategory, NOT_REVIEWED } from '../contract/preprintServers.ts'
import { plainText } from '../text/segments.ts'
import { escape } from './escape.ts'
import { toLine } from './toLine.ts'
import { paperPage } from './paperPage.ts'
import { describeReasons } from './reasonText.ts'

const ABSTRACT_MAX = 2_000

export interface AtomFeed {
  publicUrl: string
  /** The feed's own address. */
  address: string
  reader: string
  /** The newest cards, newest day first, then by rank. */
  cards: readonly { paper: Paper; reasons: readonly Reason[]; delivered_on: string; rank: number }[]
}

/**
 * Returns a reader's cards as an Atom feed (RFC 4287). `updated` of an entry is the day of the card, and later the higher
 * it ranks, so that feed readers keep the order.
 */
export function buildAtomFeed({ publicUrl, address, reader, cards }: AtomFeed): string {
  const updated = cards[0] ? instantOfCard(cards[0]) : '1970-01-01T00:00:00Z'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${toXml(`${publicUrl}/feeds/${new Bun.CryptoHasher('sha256').update(address).digest('hex').slice(0, 32)}`)}</id>
<title>Paperdawn: the papers of ${toXml(toLine(reader, 80))}</title>
<updated>${updated}</updated>
<author><name>Paperdawn</name></author>
<link rel="self" type="application/atom+xml" href="${toXml(address)}"/>
<link rel="alternate" type="text/html" href="${toXml(`${publicUrl}/dashboard`)}"/>
${cards.map((card) => toEntry(card, publicUrl)).join('\n')}
</feed>
`
}

function toEntry(card: AtomFeed['cards'][number], publicUrl: string): string {
  const { paper, reasons, delivered_on } = card
  const page = paperPage(publicUrl, paper.id)
  const text = [
    describeReasons(reasons),
    isNotReviewed(paper) ? NOT_REVIEWED : '',
    ...(paper.notices ?? []).map((notice) => `${toLine(describeNotice(notice), 400)}. ${notice.url}`),
    toLine(plainText(paper.abstract_segments), ABSTRACT_MAX),
  ].filter(Boolean)
  return [
    '<entry>',
    `<id>${toXml(page)}</id>`,
    `<title>${toXml(toLine(plainText(paper.title_segments), 500) || 'Untitled')}</title>`,
    `<updated>${instantOfCard(card)}</updated>`,
    `<published>${delivered_on}T00:00:00Z</published>`,
    `<link rel="alternate" type="text/html" href="${toXml(page)}"/>`,
    ...Object.entries({ abs: 'text/html', pdf: 'application/pdf' }).flatMap(([name, type]) => {
      const href = paper.urls[name as 'abs' | 'pdf']
      return href === undefined ? [] : [`<link rel="related" type="${type}" href="${toXml(href)}"/>`]
    }),
    ...paper.authors.map(({ name }) => `<author><name>${toXml(toLine(name, 200))}</name></author>`),
    ...categoriesOf(paper).map(
      ([term, label]) => `<category term="${toXml(toLine(term))}" label="${toXml(toLine(label))}"/>`,
    ),
    `<summary>${toXml(text.join('\n\n'))}</summary>`,
    '</entry>',
  ].join('\n')
}

/** Codes and names of the categories. A journal is named: its codes say nothing, nor do those of queries and feeds. */
function categoriesOf({ categories, venue }: Paper): (readonly [term: string, label: string])[] {
  const codes = categories.filter((code) => !isMade(code))
  const journal = venue !== undefined && codes.length < categories.length ? [[venue.name, venue.name] as const] : []
  return [...journal, ...codes.map((code) => [code, nameOfCategory(code)] as const)]
}

/** The second of the day on which a card of this rank counts as updated. */
const instantOfCard = ({ delivered_on, rank }: { delivered_on: string; rank: number }): string =>
  `${delivered_on}T${new Date(Math.max(0, 3_600 - rank) * 1_000).toISOString().slice(11, 19)}Z`

/** Escapes text for XML 1.0, without the characters that it does not allow. */
const toXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to leave out
  escape(text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))
