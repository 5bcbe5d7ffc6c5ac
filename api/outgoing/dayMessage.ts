import { MESSAGE_PAPERS_MAX, MESSAGES_A_DAY_MAX } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import { categoryNamesOf } from '../contract/preprintServers.ts'
import { describeCounts, describeMissed, pluralize, titleOf, paperPage } from '../mail/digestWords.ts'
import type { PapersMail } from '../mail/papersMail.ts'
import { describeReasons } from '../mail/reasonText.ts'
import { isolate, toLine } from '../mail/toLine.ts'

/** Longer than any title that a message keeps: it is cut by letters when it is escaped. */
const TITLE_MAX = 4_000
const AUTHORS_SHOWN = 4
const EXTRAS_MAX = 8
const SENTENCE_MAX = 300

/** A paper of a message: single lines of untrusted text, not escaped yet. */
export interface MessagePaper {
  paper: Paper
  title: string
  url: string
  /** Authors and categories. */
  about: string
  /** Why it is in the list; may be empty. */
  why: string
}

/** A line besides the papers: an answer to a question, or a notice about a saved paper. */
export interface MessageExtra {
  title: string
  url: string
  text: string
}

/** One of the messages of a day, or the message of a week or of alarms, before it is written for a service. */
export interface DayMessage {
  type: 'day' | 'review' | 'alarm'
  /** Announcement day of the papers; last day of the week; day of the alarm (UTC). */
  day: string
  /** "Tue 22 Sep: 12 papers", with the number of the message if there are several. */
  heading: string
  /** Number of the first paper of this message in the day, from 1. */
  first: number
  papers: readonly MessagePaper[]
  /** In the last message only. */
  extras: readonly MessageExtra[]
  /** Sentences about the day, in the last message only. */
  foot: string
  /** Page of the day, of the week, or of the health. */
  dayUrl: string
  /**
   * Address at which a program reads the cards of the day, by `skip` and `limit`; null for a week. `isStart`: the papers
   * are the first of these cards, else they were chosen from them.
   */
  cards: { url: string; isStart: boolean } | null
  /** Papers of the day that no message has. */
  more: number
  /** All papers of the day that are in a message. */
  total: number
}

export type DayContents = Pick<
  PapersMail,
  'publicUrl' | 'day' | 'papers' | 'more' | 'counts' | 'missed' | 'notices' | 'answers' | 'sample'
>

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
/** "Tue 22 Sep" */
const shortDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** Splits the papers of a day into its messages: ten papers in each, three messages at most, the rest is counted. */
export function splitDay(contents: DayContents): DayMessage[] {
  const { publicUrl, day, papers } = contents
  const most = MESSAGE_PAPERS_MAX * MESSAGES_A_DAY_MAX
  const shown = papers.slice(0, most).map((one) => toMessagePaper(one, publicUrl))
  const more = contents.more + papers.length - shown.length
  const parts = Math.max(1, Math.ceil(shown.length / MESSAGE_PAPERS_MAX))
  const all = listExtras(contents)
  const heading = `${shortDay(day)}: ${shown.length + more === 0 && all.length > 0 ? pluralize(countExtras(contents), 'update') : pluralize(shown.length + more, 'paper')}`
  return Array.from({ length: parts }, (_, part) => {
    const start = part * MESSAGE_PAPERS_MAX
    const isLast = part === parts - 1
    return {
      type: 'day',
      day,
      heading: parts === 1 ? heading : `${heading} (${part + 1} of ${parts})`,
      first: start + 1,
      papers: shown.slice(start, start + MESSAGE_PAPERS_MAX),
      extras: isLast ? all : [],
      foot: isLast ? describeFoot({ ...contents, papers: papers.slice(0, most), more }) : '',
      dayUrl: `${publicUrl}/dashboard?day=${day}`,
      cards: { url: `${publicUrl}/api/users/me/delivered-cards?day=${day}`, isStart: contents.counts !== undefined },
      more: isLast ? more : 0,
      total: shown.length,
    }
  })
}

function toMessagePaper({ paper, reasons }: PapersMail['papers'][number], publicUrl: string): MessagePaper {
  return describePaper(paper, describeReasons(reasons), publicUrl)
}

/** A paper as a message names it, with why it is there. */
export function describePaper(paper: Paper, why: string, publicUrl: string): MessagePaper {
  const names = paper.authors.slice(0, AUTHORS_SHOWN).map(({ name }) => isolate(toLine(name, 80)))
  const further = paper.authors.length - names.length
  const authors = further > 0 ? `${names.join(', ')} and ${pluralize(further, 'other')}` : names.join(', ')
  const categories = toLine(categoryNamesOf(paper).slice(0, 4).join(', '))
  return {
    paper,
    title: titleOf(paper, TITLE_MAX),
    url: paperPage(publicUrl, paper.id),
    about: [authors, categories].filter(Boolean).join(' · '),
    why,
  }
}

const countExtras = ({ answers = [], notices = [] }: DayContents): number => answers.length + notices.length

function listExtras({ publicUrl, answers = [], notices = [] }: DayContents): MessageExtra[] {
  return [
    ...answers.slice(0, EXTRAS_MAX).map(({ question, paper }) => ({
      title: titleOf(paper, TITLE_MAX),
      url: paperPage(publicUrl, paper.id),
      text: `Your question: ${toLine(question, SENTENCE_MAX)}`,
    })),
    ...notices.slice(0, EXTRAS_MAX).map(({ paper, text }) => ({
      title: titleOf(paper, TITLE_MAX),
      url: paperPage(publicUrl, paper.id),
      text: `On your list: ${toLine(text, SENTENCE_MAX)}`,
    })),
  ]
}

/** What the digest says of the day in its first lines, and the days since the last message. */
function describeFoot(contents: DayContents): string {
  const { sample, missed = [], papers, more, counts } = contents
  const left = countExtras(contents) - listExtras(contents).length
  return [
    // Without counts, only what searches found is here.
    ...(counts ? [describeCounts({ ...contents, reader: '', because: '' })] : []),
    ...(!counts && papers.length > 0
      ? [`${pluralize(papers.length + more, 'paper')} that searches you follow found.`]
      : []),
    ...(sample ? ['The papers are invented: this is the sample library.'] : []),
    ...(left > 0 ? [`${pluralize(left, 'further answer or notice')} on the site.`] : []),
    ...(missed.length > 0
      ? [`Announced since your last message: ${missed.slice(0, 3).map(describeMissed).join('; ')}.`]
      : []),
  ].join(' ')
}
