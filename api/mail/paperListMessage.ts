import type { Paper, Reason } from '../contract/papers.ts'
import { plainText } from '../text/segments.ts'
import { toLine } from './headers.ts'
import { button, join, line, link, page, rows, type Markup } from './layout.ts'
import type { MailBody } from './message.ts'

/** Gmail cuts messages off above 102 kB. */
const HTML_MAX_BYTES = 98_000
const TITLE_MAX = 300
const AUTHORS_SHOWN = 4

export interface PapersMail {
  publicUrl: string
  /** The announcement day. */
  day: string
  reader: string
  papers: readonly { paper: Paper; reasons: readonly Reason[] }[]
  /** How many of the reader's papers of the day are not in the mail. */
  more: number
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
  let html = ''
  let shown = mail
  for (const excerptMax of [320, 120, 0]) {
    html = toHtml(shown, excerptMax, subject)
    if (fitsSizeLimit(html)) return { subject, html, text: toText(shown, excerptMax) }
  }
  while (!fitsSizeLimit(html) && shown.papers.length > 1) {
    shown = { ...shown, papers: shown.papers.slice(0, -1), more: shown.more + 1 }
    html = toHtml(shown, 0, subject)
  }
  return { subject, html, text: toText(shown, 0) }
}

const fitsSizeLimit = (html: string) => Buffer.byteLength(html) <= HTML_MAX_BYTES

function describeSubject({ papers, more, day }: PapersMail): string {
  const [first] = papers
  if (first === undefined) return `No new papers on ${formatDay(day)}`
  const others = papers.length - 1 + more
  const title = toLine(plainText(first.paper.title_segments), 80)
  return others === 0 ? title : `${title} and ${pluralize(others, 'more paper')}`
}

/** URL of the day's page. `from=mail` records the visit as coming from the mail, without a pixel or a redirect. */
const dayUrl = ({ publicUrl, day }: PapersMail) => `${publicUrl}/dashboard?day=${day}&from=mail`

function toHtml(mail: PapersMail, excerptMax: number, subject: string): string {
  const { papers, more, because, unsubscribeUrl, publicUrl } = mail
  const morePapers =
    more > 0 ? [line('meta', join([link(dayUrl(mail), `${pluralize(more, 'more paper')} on the site`)]))] : []
  const unsubscribe = unsubscribeUrl === undefined ? [] : [' ', link(unsubscribeUrl, 'Stop these mails'), '.']
  return page({
    title: subject,
    preheader: describeDay(mail),
    top: join([
      line('heading', formatDay(mail.day)),
      line('lead', describeDay(mail)),
      button(dayUrl(mail), 'Open the day in Paperdawn'),
    ]),
    list: rows([...papers.map((one) => toRow(one, excerptMax)), ...morePapers]),
    foot: join([
      line('foot', join([because, ...unsubscribe])),
      line('foot', join([link(`${publicUrl}/profile`, 'Change what you get'), ' in your profile.'])),
      line('foot', 'Thank you to arXiv for use of its open access interoperability.'),
    ]),
  })
}

function toRow({ paper, reasons }: PapersMail['papers'][number], excerptMax: number): Markup {
  const { title, authors, codes, why, excerpt } = describe(paper, reasons, excerptMax)
  return join([
    line('title', link(paper.urls.abs, title)),
    line('meta', [authors, codes].filter(Boolean).join(' · ')),
    ...(why ? [line('why', why)] : []),
    ...(excerpt ? [line('abstract', excerpt)] : []),
  ])
}

function toText(mail: PapersMail, excerptMax: number): string {
  const { papers, more, because, unsubscribeUrl, publicUrl } = mail
  const entries = papers.map(({ paper, reasons }, index) => {
    const { title, authors, codes, why, excerpt } = describe(paper, reasons, excerptMax)
    return [`${index + 1}. ${title}`, authors, codes, why, excerpt, paper.urls.abs].filter(Boolean).join('\n')
  })
  return [
    `Paperdawn: ${formatDay(mail.day)}`,
    describeDay(mail),
    `Open the day: ${dayUrl(mail)}`,
    ...entries,
    ...(more > 0 ? [`${pluralize(more, 'more paper')} on the site.`] : []),
    `--\n${because}${unsubscribeUrl === undefined ? '' : `\nStop these mails: ${unsubscribeUrl}`}`,
    `Change what you get: ${publicUrl}/profile`,
    'Thank you to arXiv for use of its open access interoperability.',
  ].join('\n\n')
}

function describe(paper: Paper, reasons: readonly Reason[], excerptMax: number) {
  const names = paper.authors.slice(0, AUTHORS_SHOWN).map(({ name }) => toLine(name, 80))
  const further = paper.authors.length - names.length
  const reasonTexts = reasons.filter(({ kind }) => kind !== 'category').map(({ text }) => toLine(text, 60))
  return {
    title: toLine(plainText(paper.title_segments), TITLE_MAX),
    authors: further > 0 ? `${names.join(', ')} and ${further} others` : names.join(', '),
    codes: paper.categories.slice(0, 4).join(', '),
    why: reasonTexts.length > 0 ? `For you: ${reasonTexts.slice(0, 3).join(', ')}` : '',
    excerpt: excerptMax > 0 ? toLine(plainText(paper.abstract_segments), excerptMax) : '',
  }
}

function describeDay({ reader, papers, more, sample }: PapersMail): string {
  const all = papers.length + more
  const counted =
    all === 0
      ? 'No new papers today'
      : `${pluralize(all, 'new paper')}${more > 0 ? `, ${papers.length} of them here` : ''}`
  return `${toLine(reader, 80)}: ${counted}.${sample ? ' They are invented: this is the sample library.' : ''}`
}

const pluralize = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const formatDay = (day: string) =>
  Temporal.PlainDate.from(day).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
