import { describeNotice, STRAND_NAME_MAX } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import { categoryNamesOf, isNotReviewed } from '../contract/preprintServers.ts'
import { plainText } from '../text/segments.ts'
import {
  describeCounts,
  describeMissed,
  describePreview,
  describeSubject,
  describeUnsent,
  formatDay,
  pluralize,
  titleOf,
  paperPage,
} from './digestWords.ts'
import { isolate, toLine } from './toLine.ts'
import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter, type Line } from './letter.ts'
import type { MailBody } from './message.ts'
import type { ListedNotice, PapersMail } from './papersMail.ts'
import { describeReasons } from './reasonText.ts'

/** Gmail cuts messages off above 102 kB. */
const HTML_MAX_BYTES = 98_000
const TITLE_MAX = 300
/** Notices about saved papers in a mail. The site has all of them. */
const NOTICES_MAX = 20
const NOTICE_MAX = 400
/** Answers to questions in a mail. The page of the questions has all of them. */
const ANSWERS_MAX = 20
const QUESTION_SHOWN = 160
const AUTHORS_SHOWN = 4
/** Lengths of an abstract, in characters. The first with which the mail fits is used. */
const EXCERPTS = [320, 240, 160, 80, 0]

/**
 * Returns the mail with the papers of a day, as HTML and as plain text. The HTML is kept below 100 kB: first the
 * abstracts are shortened and left out, then papers are left out and their number is given.
 */
export function buildPapersMail(mail: PapersMail): MailBody {
  const subject = describeSubject(mail)
  let shown = mail
  let body: MailBody
  let excerpt = 0
  for (;;) {
    const letter = toLetter(shown, EXCERPTS[excerpt] ?? 0, subject)
    body = { subject, html: toHtml(letter), text: toPlainText(letter) }
    if (new TextEncoder().encode(body.html).length <= HTML_MAX_BYTES || shown.papers.length <= 1) return body
    if (excerpt < EXCERPTS.length - 1) excerpt += 1
    else shown = { ...shown, papers: shown.papers.slice(0, -1), more: shown.more + 1 }
  }
}

/** URL of a day's page. `from=mail` records the visit as coming from the mail, without a pixel or a redirect. */
const dayUrl = (publicUrl: string, day: string) => `${publicUrl}/dashboard?day=${day}&from=mail`

function toLetter(mail: PapersMail, excerptMax: number, title: string): Letter {
  const {
    papers,
    more,
    because,
    unsubscribeUrl,
    publicUrl,
    day,
    reader,
    sample,
    note,
    missed = [],
    unsent,
    notices = [],
    answers = [],
  } = mail
  const href = dayUrl(publicUrl, day)
  const isEmpty = papers.length === 0 && !mail.counts?.announced
  const further = missed.map((one) => line('links', { text: describeMissed(one), href: dayUrl(publicUrl, one.day) }))
  return {
    title,
    preheader: describePreview(mail),
    top: [
      line('heading', formatDay(day)),
      line('lead', `${isolate(toLine(reader, 80))}: ${describeCounts(mail)}`),
      ...(sample ? [line('lead', 'The papers are invented: this is the sample library.')] : []),
      ...(unsent ? [line('paragraph', describeUnsent(unsent))] : []),
      ...(note === undefined ? [] : [line('paragraph', note)]),
      line(
        'button',
        isEmpty
          ? { text: 'Open Paperdawn', href: `${publicUrl}/dashboard` }
          : { text: 'Open the day in Paperdawn', href },
      ),
    ],
    entries: [
      ...papers.flatMap((one, index) => [...toHeading(one, papers[index - 1]), toEntry(one, publicUrl, excerptMax)]),
      ...(more > 0 ? [[line('meta', { text: `${pluralize(more, 'more paper')} on the site`, href })]] : []),
      ...(answers.length > 0
        ? [
            [
              line('meta', 'Your questions'),
              ...answers.slice(0, ANSWERS_MAX).flatMap((one) => toAnswerLines(one, publicUrl)),
            ],
          ]
        : []),
      ...(notices.length > 0
        ? [
            [
              line('meta', 'On your list'),
              ...notices.slice(0, NOTICES_MAX).flatMap((one) => toNoticeLines(one, publicUrl)),
            ],
          ]
        : []),
      ...(further.length > 0 ? [[line('meta', 'Announced since your last mail'), ...further]] : []),
    ],
    foot: [
      line('foot', because),
      line(
        'links',
        { text: 'Change what you get', href: `${publicUrl}/profile#digest` },
        ...(unsubscribeUrl === undefined ? [] : [{ text: 'Stop these mails', href: unsubscribeUrl }]),
      ),
      ...describeSources(papers.map(({ paper }) => paper)),
    ],
  }
}

/** A paper, and the question that it answers. */
const toAnswerLines = ({ question, paper }: NonNullable<PapersMail['answers']>[number], publicUrl: string): Line[] => [
  line('title', { text: titleOf(paper, TITLE_MAX), href: paper.urls.abs }),
  line('why', isolate(toLine(question, QUESTION_SHOWN))),
  line(
    'links',
    { text: 'Details', href: paperPage(publicUrl, paper.id) },
    { text: 'Right or wrong?', href: `${publicUrl}/questions` },
  ),
]

/** A saved paper, and what its notice says. */
const toNoticeLines = ({ paper, text, url }: ListedNotice, publicUrl: string): Line[] => [
  line('title', { text: titleOf(paper, TITLE_MAX), href: paper.urls.abs }),
  line('paragraph', toLine(text, NOTICE_MAX)),
  line(
    'links',
    url === undefined ? { text: 'Details', href: paperPage(publicUrl, paper.id) } : { text: 'Notice', href: url },
  ),
]

const isOfArxiv = ({ source }: Paper): boolean => source === 'arxiv' || source === 'sample'

/** What the sources of the papers ask to be said. A mail without papers is about those of arXiv, too. */
function describeSources(papers: readonly Paper[]): Line[] {
  const hasArxiv = papers.length === 0 || papers.some(isOfArxiv)
  return [
    ...(papers.some(isNotReviewed)
      ? [line('foot', 'Preprints of medRxiv are not peer reviewed and should not guide clinical practice.')]
      : []),
    ...(papers.some(({ source }) => source === 'pubmed')
      ? [
          line(
            'foot',
            'Records of PubMed are a courtesy of the U.S. National Library of Medicine, which does not endorse Paperdawn.',
          ),
        ]
      : []),
    ...(hasArxiv ? [line('foot', 'Thank you to arXiv for use of its open access interoperability.')] : []),
  ]
}

type MailPaper = PapersMail['papers'][number]

/** The heading above the first paper of an interest. */
function toHeading({ interest }: MailPaper, before: MailPaper | undefined): Line[][] {
  if (interest === undefined || interest === before?.interest) return []
  return [[line('section', interest === null ? 'Other papers' : isolate(toLine(interest, STRAND_NAME_MAX)))]]
}

function toEntry(
  { paper, reasons, interest, save, dismiss }: MailPaper,
  publicUrl: string,
  excerptMax: number,
): Line[] {
  const { id, urls } = paper
  const { about, abstract } = describePaper(paper, excerptMax)
  // The heading says it.
  const why = describeReasons(interest === undefined ? reasons : reasons.filter(({ kind }) => kind !== 'strand'))
  return [
    ...about,
    ...(why ? [line('why', why)] : []),
    ...abstract,
    line(
      'links',
      {
        text: 'Details',
        href: paperPage(publicUrl, id),
      },
      ...(urls.pdf === undefined ? [] : [{ text: 'PDF', href: urls.pdf }]),
      ...(save === undefined ? [] : [{ text: 'Save', href: save }]),
      ...(dismiss === undefined ? [] : [{ text: 'Not for me', href: dismiss }]),
    ),
  ]
}

interface PaperLines {
  about: readonly Line[]
  abstract: readonly Line[]
}

/** By paper and length of the abstract: many readers get the same papers. */
const described = new WeakMap<Paper, Map<number, PaperLines>>()

/** The lines about a paper that are the same for all readers. */
function describePaper(paper: Paper, excerptMax: number): PaperLines {
  const known = described.get(paper) ?? new Map<number, PaperLines>()
  described.set(paper, known)
  const before = known.get(excerptMax)
  if (before) return before
  const { abstract_segments, urls } = paper
  const facts = [
    describeAuthors(paper),
    toLine(categoryNamesOf(paper).slice(0, 4).join(', ')),
    isNotReviewed(paper) && 'not peer reviewed',
  ]
    .filter(Boolean)
    .join(' · ')
  const excerpt = excerptMax > 0 ? toLine(plainText(abstract_segments), excerptMax) : ''
  const lines = {
    about: [
      line('title', { text: titleOf(paper, TITLE_MAX), href: urls.abs }),
      ...(facts ? [line('meta', facts)] : []),
    ],
    abstract: [
      ...(paper.notices ?? []).map((notice) => line('paragraph', `${toLine(describeNotice(notice), NOTICE_MAX)}.`)),
      ...(excerpt ? [line('abstract', excerpt)] : []),
    ],
  }
  known.set(excerptMax, lines)
  return lines
}

function describeAuthors({ authors }: Paper): string {
  const names = authors.slice(0, AUTHORS_SHOWN).map(({ name }) => isolate(toLine(name, 80)))
  const further = authors.length - names.length
  return further > 0 ? `${names.join(', ')} and ${pluralize(further, 'other')}` : names.join(', ')
}
