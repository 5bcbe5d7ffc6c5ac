import { stringify } from 'yaml'
import { describeNotice, WITHDRAWALS } from '../contract/limits.ts'
import type { Item } from '../contract/readingList.ts'
import { isMade, nameOfCategory } from '../contract/preprintServers.ts'
import { comparableNote, nameBase, NOTE_END, noteStart, PAPER_END, PAPER_START } from '../contract/vault.ts'
import type { Paper, Segment } from '../contract/papers.ts'
import { plainText } from '../text/segments.ts'
import { dateOf } from './reference.ts'
import { escapeMarkdown } from './tables.ts'

/** A file system allows 255 bytes for a name. */
const TITLE_MAX_BYTES = 140
const ID_MAX_BYTES = 80

/** A file of the vault: its name without a folder, and its text. */
export interface VaultFile {
  name: string
  text: string
}

/**
 * The items as a folder of Markdown files for Obsidian or Logseq, one for each paper: front matter, the paper between two
 * lines that mark it, and the note between two others. A name has the title and the id of its paper, so it differs from
 * all others, also where case does not count.
 */
export async function writeVault(items: readonly Item[]): Promise<VaultFile[]> {
  const names = new Set<string>()
  return Promise.all(items.map(async (item) => ({ name: unused(nameOf(item.paper), names), text: await toText(item) })))
}

async function toText({ paper, status, tags, notes }: Item): Promise<string> {
  const base = { note: comparableNote(notes), tags: tags.map(toTag) }
  const facts = {
    paperdawn: paper.id,
    title: plainText(paper.title_segments),
    authors: paper.authors.map(({ name }) => name),
    ...(dateOf(paper) !== null && { published: dateOf(paper) }),
    ...(paper.venue !== undefined && { venue: paper.venue.name }),
    ...(paper.doi !== null && { doi: paper.doi }),
    url: paper.urls.abs,
    ...(paper.urls.pdf !== undefined && { pdf: paper.urls.pdf }),
    status: status.replace('_', '-'),
    tags: base.tags,
  }
  return [
    `---\n${stringify(facts, { lineWidth: 0 })}---`,
    `${PAPER_START}\n${toBody(paper)}\n${PAPER_END}`,
    '## Note',
    [noteStart(await nameBase(base)), ...(base.note === '' ? [] : [base.note]), NOTE_END].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function toBody(paper: Paper): string {
  const { notices = [], urls, withdrawn, withdrawn_by = 'unknown' } = paper
  const marks = [
    ...(withdrawn ? [WITHDRAWALS[withdrawn_by]] : []),
    ...notices.map((notice) => `${describeNotice(notice)}: ${notice.url}`),
  ]
  const categories = paper.categories.filter((code) => !isMade(code)).map(nameOfCategory)
  const where = [dateOf(paper), categories.join(', '), paper.journal_ref].filter(Boolean).join(' · ')
  const links = [
    `[Abstract](${toAddress(urls.abs)})`,
    ...(urls.pdf === undefined ? [] : [`[PDF](${toAddress(urls.pdf)})`]),
  ]
  return [
    `# ${escapeText(plainText(paper.title_segments))}`,
    escapeText(paper.authors.map(({ name }) => name).join(', ')),
    escapeText(where),
    ...(marks.length > 0 ? [`> [!warning]\n${marks.map((mark) => `> ${escapeText(mark)}`).join('\n')}`] : []),
    links.join(' · '),
    toMarkdown(paper.abstract_segments),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Text and formulas: TeX between dollar signs, which Obsidian and Logseq draw. */
const toMarkdown = (segments: readonly Segment[]): string =>
  segments
    .map((segment) => {
      if ('text' in segment) return escapeText(segment.text)
      const tex = segment.tex.replace(/\s+/g, ' ').replaceAll('<!--', '< !--').trim()
      return segment.display ? `\n\n$$${tex}$$\n\n` : `$${tex}$`
    })
    .join('')
    .trim()

/** Two percent signs begin a comment in Obsidian. */
const escapeText = (text: string) => escapeMarkdown(text).replaceAll('%%', String.raw`%\%`)

const toAddress = (url: string) => url.replace(/[<>()\s]/g, encodeURIComponent)

/** A tag of Obsidian is one word. */
const toTag = (tag: string) => tag.trim().replace(/\s+/g, '-')

/** "Counting herons - 2611.12345", without what a file system or a link of Obsidian refuses. */
function nameOf(paper: Paper): string {
  const id = clean(paper.id.replace(/^[a-z]+:/, '').replaceAll('/', '_'))
  const title = cut(clean(plainText(paper.title_segments)).replace(/^[.\s]+/, ''), TITLE_MAX_BYTES)
  return [title, cut(id, ID_MAX_BYTES)].filter(Boolean).join(' - ')
}

const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|#^[\]]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The beginning of the text that has at most `bytes` in UTF-8, without a part of a letter. */
function cut(text: string, bytes: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(kept + segment) > bytes) break
    kept += segment
  }
  return kept.trim()
}

/** The name as that of a file, with a number if another paper has it. */
function unused(name: string, names: Set<string>): string {
  let free = name
  for (let number = 2; names.has(free.toLowerCase()); number += 1) free = `${name} ${number}`
  names.add(free.toLowerCase())
  return `${free}.md`
}
