import type { Paper, Reason } from '../contract/papers.ts'
import { plainText } from '../text/segments.ts'
import { toLine } from './toLine.ts'
import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter, type Line } from './letter.ts'
import type { MailBody } from './message.ts'
import { paperPage } from './paperPage.ts'
import { describeReasons } from './reasonText.ts'

/** Gmail cuts messages off above 102 kB. */
const HTML_MAX_BYTES = 98_000
const TITLE_MAX = 300
const AUTHORS_SHOWN = 4
/** Lengths of an abstract, in characters. The first with which the mail fits is used. */
const EXCERPTS = [320, 240, 160, 80, 0]

export interface PapersMail {
  publicUrl: string
  /** The announcement day. */
  day: string
  reader: string
  papers: readonly {
    paper: Paper
    reasons: readonly Reason[]
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
  /** Sentence that says why there are no papers. */
  note?: string
  /** Whether the papers are the invented ones of the sample library. */
  sample: boolean
  /** Sentence that explains why the reader receives this mail. */
  because: string
  unsubscribeUrl?: string
}

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

function describeSubject({ papers, more, day, missed = [] }: PapersMail): string {
  const [first] = papers
  const before = missed.reduce((sum, one) => sum + one.papers, 0)
  if (first === undefined && before > 0) return `${pluralize(before, 'paper')} since your last mail`
  if (first === undefined) return `No new papers on ${formatDay(day)}`
  const others = papers.length - 1 + more
  const title = titleOf(first.paper, 80)
  return others === 0 ? title : `${title} and ${pluralize(others, 'more paper')}`
}

/** URL of a day's page. `from=mail` records the visit as coming from the mail, without a pixel or a redirect. */
const dayUrl = (publicUrl: string, day: string) => `${publicUrl}/dashboard?day=${day}&from=mail`

function toLetter(mail: PapersMail, excerptMax: number, title: string): Letter {
  const { papers, more, because, unsubscribeUrl, publicUrl, day, reader, sample, note, missed = [] } = mail
  const counted = describeCounts(mail)
  const others = papers.slice(1, 3).map(({ paper }) => titleOf(paper, 60))
  const href = dayUrl(publicUrl, day)
  const further = missed.map((one) => ({
    text: `${formatDay(one.day)}, ${pluralize(one.papers, 'paper')}`,
    href: dayUrl(publicUrl, one.day),
  }))
  return {
    title,
    preheader: others.length > 0 ? `${counted} Also: ${others.join('; ')}` : counted,
    top: [
      line('heading', formatDay(day)),
      line('lead', `${toLine(reader, 80)}: ${counted}`),
      ...(sample ? [line('lead', 'The papers are invented: this is the sample library.')] : []),
      ...(note === undefined ? [] : [line('paragraph', note)]),
      line('button', { text: 'Open the day in Paperdawn', href }),
    ],
    entries: [
      ...papers.map((one) => toEntry(one, publicUrl, excerptMax)),
      ...(more > 0 ? [[line('meta', { text: `${pluralize(more, 'more paper')} on the site`, href })]] : []),
      ...(further.length > 0 ? [[line('meta', 'Announced since your last mail'), line('links', ...further)]] : []),
    ],
    foot: [
      line('foot', because),
      line(
        'links',
        { text: 'Change what you get', href: `${publicUrl}/profile#digest` },
        ...(unsubscribeUrl === undefined ? [] : [{ text: 'Stop these mails', href: unsubscribeUrl }]),
      ),
      line('foot', 'Thank you to arXiv for use of its open access interoperability.'),
    ],
  }
}

function toEntry(
  { paper, reasons, save, dismiss }: PapersMail['papers'][number],
  publicUrl: string,
  excerptMax: number,
): Line[] {
  const { id, abstract_segments, categories, urls } = paper
  const facts = [describeAuthors(paper), toLine(categories.slice(0, 4).join(', '))].filter(Boolean).join(' · ')
  const why = describeReasons(reasons)
  const excerpt = excerptMax > 0 ? toLine(plainText(abstract_segments), excerptMax) : ''
  return [
    line('title', { text: titleOf(paper, TITLE_MAX), href: urls.abs }),
    ...(facts ? [line('meta', facts)] : []),
    ...(why ? [line('why', why)] : []),
    ...(excerpt ? [line('abstract', excerpt)] : []),
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

const titleOf = ({ title_segments }: Paper, max: number) => toLine(plainText(title_segments), max) || 'Untitled'

function describeAuthors({ authors }: Paper): string {
  const names = authors.slice(0, AUTHORS_SHOWN).map(({ name }) => toLine(name, 80))
  const further = authors.length - names.length
  return further > 0 ? `${names.join(', ')} and ${pluralize(further, 'other')}` : names.join(', ')
}

/** "12 of 340 announced in your categories, 2 from next door. The first 10 are here." */
function describeCounts({ papers, more, counts }: PapersMail): string {
  const all = papers.length + more
  const here = papers.length === 1 ? 'The first one is here.' : `The first ${papers.length} are here.`
  const end = more > 0 ? `. ${here}` : '.'
  if (counts === undefined) return `${pluralize(all, 'paper')}${end}`
  const { announced, next_door } = counts
  if (announced === 0 && all === 0) return 'No new papers in your categories.'
  const neighbours = next_door > 0 ? `, ${next_door} from next door` : ''
  return `${all - next_door} of ${announced} announced in your categories${neighbours}${end}`
}

const pluralize = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const formatDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
