import { describeNotice } from '../contract/limits.ts'
import type { Item } from '../contract/readingList.ts'
import { csvLine } from '../text/csv.ts'
import { plainText } from '../text/segments.ts'
import { citationKey, dateOf } from './reference.ts'

const columns: Readonly<Record<string, (item: Item) => string>> = {
  key: ({ paper }) => citationKey(paper),
  id: ({ paper }) => paper.id,
  title: ({ paper }) => plainText(paper.title_segments),
  authors: ({ paper }) => paper.authors.map(({ name }) => name).join('; '),
  date: ({ paper }) => dateOf(paper) ?? '',
  categories: ({ paper }) => paper.categories.join(' '),
  doi: ({ paper }) => paper.doi ?? '',
  journal_ref: ({ paper }) => paper.journal_ref ?? '',
  url: ({ paper }) => paper.urls.abs,
  status: ({ status }) => status,
  tags: ({ tags }) => tags.join('; '),
  notes: ({ notes }) => notes,
  added_at: ({ added_at }) => added_at,
}

/** The items as CSV (RFC 4180, UTF-8) with a line of column names. */
export const writeCsv = (items: readonly Item[]): string =>
  [Object.keys(columns), ...items.map((item) => Object.values(columns).map((read) => read(item)))].map(csvLine).join('')

const statusWords: Readonly<Record<Item['status'], string>> = { to_read: 'To read', reading: 'Reading', done: 'Done' }

/** The items as a Markdown document: a section for each paper, its note as a quotation. */
export const writeMarkdown = (items: readonly Item[]): string =>
  ['# Reading list\n', ...items.map(toSection)].join('\n')

function toSection({ paper, status, tags, notes, added_at }: Item): string {
  const facts = [
    [dateOf(paper), paper.categories.join(', '), paper.journal_ref].filter(Boolean).join(' · '),
    [statusWords[status], `saved on ${added_at.slice(0, 10)}`, ...tags.map((tag) => `#${tag}`)].join(' · '),
  ]
  const marks = (paper.notices ?? []).map((notice) => `${describeNotice(notice)}: ${notice.url}`)
  const links = [paper.urls.abs, paper.urls.pdf, paper.doi === null ? undefined : `https://doi.org/${paper.doi}`]
  const quotation = notes === '' ? [] : ['', ...notes.split(/\r\n?|\n/).map((line) => `> ${line}`.trimEnd())]
  return [
    `## ${escapeMarkdown(plainText(paper.title_segments))}`,
    '',
    escapeMarkdown(paper.authors.map(({ name }) => name).join(', ')),
    '',
    ...[...marks, ...facts].map((fact) => `- ${escapeMarkdown(fact)}`),
    ...links.flatMap((link) => (link === undefined ? [] : [`- <${link.replace(/[<>\s]/g, encodeURIComponent)}>`])),
    ...quotation,
    '',
  ].join('\n')
}

/** Text of others on one line, so that it stays text in Markdown; notes are Markdown and are kept. */
export const escapeMarkdown = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~$]/g, '\\$&')
