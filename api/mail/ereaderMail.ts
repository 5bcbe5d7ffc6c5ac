import { formatDay, pluralize } from './digestWords.ts'
import { writeEpub, type Chapter } from './epub.ts'
import { escapeXml } from './escape.ts'
import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter } from './letter.ts'
import type { MailBody } from './message.ts'
import { toChapter, type ChapterInput } from './paperChapter.ts'

const EPUB = 'application/epub+zip'
/** Bytes of the pages of a book, before compression. Devices accept files of some megabytes by mail at least. */
const PAGES_MAX = 4_000_000

export interface DayBook {
  publicUrl: string
  day: string
  /** The id of the book is made from it: an e-reader replaces the book of the same day. */
  subject: string
  modified: Date
  papers: readonly Omit<ChapterInput, 'publicUrl'>[]
  /** Papers of the day that are only on the page. */
  more: number
  /** Earlier days that this e-reader did not get. */
  missed: readonly { day: string; papers: number }[]
}

/** Returns the mail with a day as an EPUB file, and the number of papers in it. What is left out is in its first chapter. */
export function buildDayMail(book: DayBook): { body: MailBody; papers: number } {
  const { publicUrl, day, subject, modified } = book
  const { chapters, left } = fitChapters(book)
  const title = `Papers of ${formatDay(day)}`
  const more = book.more + left
  const about = [
    `${pluralize(chapters.length, 'paper')}.`,
    more > 0
      ? `${pluralize(more, 'more paper')} of this day ${more === 1 ? 'is' : 'are'} on the page of the day only.`
      : '',
    ...book.missed.map(
      ({ day: missed, papers }) => `Not in any book: ${pluralize(papers, 'paper')} of ${formatDay(missed)}.`,
    ),
  ].filter(Boolean)
  const first: Chapter = {
    title: 'About this book',
    body: `<h1>${escapeXml(title)}</h1>\n${toParagraphs([...about, `${publicUrl}/dashboard?day=${day}`])}`,
  }
  const content = writeEpub({ title, subject, modified, chapters: [first, ...chapters] })
  return {
    papers: chapters.length,
    body: {
      ...toBody(publicUrl, `${title}: ${pluralize(chapters.length, 'paper')}`, about),
      attachment: { name: `paperdawn-${day}.epub`, type: EPUB, content },
    },
  }
}

/** The papers that fit into a book, and how many do not. */
function fitChapters({ papers, publicUrl }: DayBook): { chapters: Chapter[]; left: number } {
  const chapters: Chapter[] = []
  let size = 0
  for (const paper of papers) {
    const chapter = toChapter({ ...paper, publicUrl })
    size += Buffer.byteLength(chapter.body)
    if (size > PAGES_MAX) return { chapters, left: papers.length - chapters.length }
    chapters.push(chapter)
  }
  return { chapters, left: 0 }
}

/** Returns the mail with an EPUB file that shows `code`, which proves that its reader can read what is sent to the address. */
export function buildCodeMail({ publicUrl, code, at }: { publicUrl: string; code: string; at: Date }): MailBody {
  const title = 'Paperdawn: the code of your e-reader'
  const sentences = [
    `Type this code on ${publicUrl}/profile within a day. From then on the papers of the day come here.`,
    'If you did not ask for this, do nothing: nothing else is sent to this address.',
  ]
  const body = `<h1>${escapeXml(title)}</h1>\n<p class="code">${escapeXml(code)}</p>\n${toParagraphs(sentences)}`
  const content = writeEpub({ title, subject: `code ${code}`, modified: at, chapters: [{ title: 'Your code', body }] })
  return {
    // The code is in the book alone: who reads the mail in a mail program has not proved that the device shows books.
    ...toBody(publicUrl, 'A test for your e-reader', ['The attached book shows a code.', ...sentences]),
    attachment: { name: 'paperdawn-code.epub', type: EPUB, content },
  }
}

const toParagraphs = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `<p>${escapeXml(sentence)}</p>`).join('\n')

function toBody(publicUrl: string, subject: string, sentences: readonly string[]): MailBody {
  const letter: Letter = {
    title: subject,
    preheader: sentences[0] ?? subject,
    top: [line('heading', subject), ...sentences.map((sentence) => line('paragraph', sentence))],
    entries: [],
    foot: [line('foot', `Sent to an e-reader by Paperdawn. Set it up or end it: ${publicUrl}/profile#connections`)],
  }
  return { subject, html: toHtml(letter), text: toPlainText(letter) }
}
