import { describeNotice } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import { isNotReviewed, nameOfCategory, NOT_REVIEWED } from '../contract/preprintServers.ts'
import type { Reason } from '../contract/reasons.ts'
import { titleOf, paperPage } from './digestWords.ts'
import type { Chapter } from './epub.ts'
import { escapeXml } from './escape.ts'
import { toXhtml } from './mathMl.ts'
import { describeReasons } from './reasonText.ts'
import { toLine } from './toLine.ts'

export interface ChapterInput {
  paper: Paper
  publicUrl: string
  reasons?: readonly Reason[]
  /** The reader's own. */
  notes?: string
  tags?: readonly string[]
}

/** A paper as a chapter of a book: title, authors, why it is there, what is said about it, abstract, own note, links. */
export function toChapter({ paper, publicUrl, reasons = [], notes = '', tags = [] }: ChapterInput): Chapter {
  const title = titleOf(paper, 500)
  const links = [
    link(paperPage(publicUrl, paper.id), 'Paperdawn'),
    link(paper.urls.abs, 'Abstract page'),
    link(paper.urls.pdf, 'PDF'),
  ].filter(Boolean)
  const abstract = toXhtml(paper.abstract_segments)
  const body = [
    `<h1>${toXhtml(paper.title_segments) || title}</h1>`,
    part(paper.authors.map(({ name }) => toLine(name, 200)).join(', '), 'authors'),
    part(paper.venue?.name ?? paper.categories.map(nameOfCategory).join(' · '), 'meta'),
    part(describeReasons(reasons), 'meta'),
    part(isNotReviewed(paper) ? NOT_REVIEWED : '', 'meta'),
    ...(paper.notices ?? []).map((notice) => part(toLine(describeNotice(notice), 400), 'notice')),
    abstract === '' ? '' : `<h2>Abstract</h2>\n<p class="abstract">${abstract}</p>`,
    notes === '' ? '' : `<h2>Your note</h2>`,
    ...notes.split(/\n{2,}/).map((paragraph) => part(paragraph.trim(), 'note')),
    part(tags.join(' · '), 'meta'),
    `<p class="meta">${links.join(' · ')}</p>`,
  ]
  return { title, body: body.filter(Boolean).join('\n') }
}

const part = (text: string, name: string) => (text === '' ? '' : `<p class="${name}">${escapeXml(text)}</p>`)

const link = (href: string | undefined, text: string) =>
  href === undefined ? '' : `<a href="${escapeXml(encodeURI(decode(href.toWellFormed())))}">${text}</a>`

/** An address may be percent-encoded or not: `encodeURI` of one that is would encode it twice. */
function decode(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    // Recovered: a percent sign that encodes nothing is part of the address.
    return href
  }
}
