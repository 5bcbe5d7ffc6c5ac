import { REVIEW_SECTIONS, type Review } from '../contract/review.ts'
import { formatDay } from '../mail/digestWords.ts'
import { REVIEW_TITLES, reviewPage } from '../mail/reviewMessage.ts'
import { toLine } from '../mail/toLine.ts'
import { MESSAGE_PAPERS_MAX } from '../contract/limits.ts'
import { describePaper, type DayMessage } from './dayMessage.ts'

const TEXT_MAX = 400
/** The sections together name no more papers than one message has. */
const SECTION_PAPERS = MESSAGE_PAPERS_MAX / REVIEW_SECTIONS.length

/**
 * Writes the review of a week as one message: the first papers of each section with what it says of them, and the
 * sections that have something as sentences that lead to the page of the week.
 */
export function writeReview(review: Review, publicUrl: string): DayMessage {
  const { until } = review
  const dayUrl = reviewPage(publicUrl, until)
  const named = REVIEW_SECTIONS.flatMap((name) =>
    review[name].papers.slice(0, SECTION_PAPERS).map(({ paper, text }) => ({
      paper,
      why: [REVIEW_TITLES[name], ...(text === null ? [] : [toLine(text, TEXT_MAX)])].join(': '),
    })),
  )
  // A paper that two sections name is there once, with what both say.
  const papers = [...Map.groupBy(named, ({ paper }) => paper.id).values()].flatMap((own) => {
    const [first] = own
    return first ? [describePaper(first.paper, own.map(({ why }) => why).join('. '), publicUrl)] : []
  })
  return {
    type: 'review',
    day: until,
    heading: `Your week until ${formatDay(until)}`,
    first: 1,
    papers,
    extras: REVIEW_SECTIONS.filter((name) => review[name].figure !== null).map((name) => ({
      title: REVIEW_TITLES[name],
      url: dayUrl,
      text: toLine(review[name].text, TEXT_MAX),
    })),
    foot: '',
    dayUrl,
    cards: null,
    more: 0,
    total: papers.length,
  }
}
