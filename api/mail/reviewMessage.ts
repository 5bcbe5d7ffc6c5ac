import { REVIEW_SECTIONS, type Review, type ReviewPaper } from '../contract/review.ts'
import { formatDay, pluralize, titleOf, paperPage } from './digestWords.ts'
import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter, type Line } from './letter.ts'
import type { MailBody } from './message.ts'
import { isolate, toLine } from './toLine.ts'

const TITLE_MAX = 300
const TEXT_MAX = 400

/** The sections of a review, for readers. */
export const REVIEW_TITLES: Record<(typeof REVIEW_SECTIONS)[number], string> = {
  saved: 'Saved and noted',
  waiting: 'Waiting',
  changed: 'Changed',
  missed: 'What the order missed',
  minutes: 'Your minutes',
}

export interface ReviewMail {
  publicUrl: string
  reader: string
  review: Review
  unsubscribeUrl: string
}

/** Address of the page of a review. */
export const reviewPage = (publicUrl: string, until: string): string => `${publicUrl}/dashboard?review=${until}`

/** Returns the weekly review as a mail: what its page says, with links to it and to the pages of the papers. */
export function buildReviewMail({ publicUrl, reader, review, unsubscribeUrl }: ReviewMail): MailBody {
  const { until, let_go } = review
  const href = reviewPage(publicUrl, until)
  const toLines = (papers: readonly ReviewPaper[]): Line[] =>
    papers.flatMap(({ paper, text }) => [
      line('meta', { text: titleOf(paper, TITLE_MAX), href: paperPage(publicUrl, paper.id) }),
      ...(text === null ? [] : [line('meta', toLine(text, TEXT_MAX))]),
    ])
  const letter: Letter = {
    title: `Your week until ${formatDay(until)}`,
    preheader: REVIEW_SECTIONS.filter((name) => review[name].figure !== null)
      .map((name) => review[name].text)
      .join(' '),
    top: [
      line('heading', 'Your week'),
      line('lead', `${isolate(toLine(reader, 80))}: until ${formatDay(until)}.`),
      line('button', { text: 'Open the week in Paperdawn', href }),
    ],
    entries: [
      ...REVIEW_SECTIONS.map((name) => [
        line('title', REVIEW_TITLES[name]),
        line('paragraph', toLine(review[name].text, TEXT_MAX)),
        ...toLines(review[name].papers),
      ]),
      ...(let_go.length > 0
        ? [
            [
              line(
                'title',
                `Let go of ${let_go.length === 1 ? 'this paper' : `these ${pluralize(let_go.length, 'paper')}`}?`,
              ),
              ...toLines(let_go),
              line('links', { text: 'Decide on the page', href }),
            ],
          ]
        : []),
    ],
    foot: [
      line('foot', 'You get this because you asked for a weekly review.'),
      line(
        'links',
        { text: 'Change what you get', href: `${publicUrl}/profile#digest` },
        { text: 'Stop these mails', href: unsubscribeUrl },
      ),
    ],
  }
  return { subject: letter.title, html: toHtml(letter), text: toPlainText(letter) }
}
