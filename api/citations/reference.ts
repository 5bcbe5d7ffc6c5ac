import type { CSL, CSLName } from '@citation-js/core'
import { describeNotice } from '../contract/limits.ts'
import type { Paper, PaperKind, Venue } from '../contract/papers.ts'
import { isMade, nameOfCategory, serverOf } from '../contract/preprintServers.ts'
import { splitAuthorName } from '../text/authorName.ts'
import { collaborationIn } from '../text/names.ts'
import { plainText } from '../text/segments.ts'
import { foldWords } from '../text/words.ts'

/** A paper as a CSL item, see https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables */
export type Reference = CSL & { 'citation-key': string }

/** A paper to write to a file: from a reading list with what its reader added, without it for a citation. */
export interface Entry {
  paper: Paper
  own?: { tags: readonly string[]; notes: string }
}

/**
 * The CSL item of a paper, as Unicode text. The reader's note is the annotation, and their tags are the keywords;
 * without them the categories are, except a journal, which is the container. Of a preprint ("article") a journal reference is one text without known parts, so it
 * is in the note, after a retraction or another notice about the paper; a paper that its source says to be published has journal, volume and pages.
 */
export function toReference({ paper, own }: Entry): Reference {
  const key = citationKey(paper)
  // The article of a preprint is cited in its place.
  const isPreprint = kindOf(paper) === 'preprint'
  const isArxiv = isPreprint && paper.source === 'arxiv'
  const date = dateOf(paper)
  const keywords = own?.tags ?? paper.categories.filter((code) => !isMade(code)).map(nameOfCategory)
  const server = isPreprint ? serverOf(paper) : undefined
  const notes = [
    ...(paper.notices ?? []).map(describeNotice),
    ...(paper.journal_ref !== null && paper.venue === undefined ? [paper.journal_ref] : []),
  ]
  return {
    id: key,
    'citation-key': key,
    type: TYPES[kindOf(paper)],
    title: plainText(paper.title_segments),
    author: paper.authors.map(({ name }) => toName(name)),
    ...(date !== null && { issued: { 'date-parts': [date.split('-').map(Number) as [number, number, number]] } }),
    ...(paper.abstract !== '' && { abstract: plainText(paper.abstract_segments) }),
    ...(isArxiv && { publisher: 'arXiv', number: `arXiv:${paper.source_id}` }),
    ...(server !== undefined && { publisher: server }),
    ...(paper.venue && toContainer(kindOf(paper), paper.venue)),
    ...(paper.doi !== null && { DOI: paper.doi }),
    URL: paper.urls.abs,
    ...(notes.length > 0 && { note: notes.join('. ') }),
    ...(keywords.length > 0 && { keyword: keywords.join(',') }),
    ...(own !== undefined && own.notes !== '' && { annote: own.notes }),
  }
}

const TYPES = {
  preprint: 'article',
  article: 'article-journal',
  proceedings: 'paper-conference',
  chapter: 'chapter',
  report: 'report',
  thesis: 'thesis',
  post: 'post-weblog',
  other: 'document',
} as const satisfies Record<PaperKind, string>

/** What a paper is to those who cite it. */
export const kindOf = ({ kind = 'preprint' }: Paper): PaperKind => kind

/** A preprint and a report are issued by their venue, other papers are in it. */
const toContainer = (kind: PaperKind, { name, volume, issue, pages }: Venue) => ({
  ...(kind === 'preprint' || kind === 'report' ? { publisher: name } : { 'container-title': name }),
  ...(volume !== undefined && { volume }),
  ...(issue !== undefined && { issue }),
  ...(pages !== undefined && { page: pages }),
})

/**
 * The key of a paper in a bibliography: "quillfeather2026-2611.90001". Different for each paper, and independent of the
 * other papers of a file and of the title, so that it stays the same in every export.
 */
export function citationKey(paper: Paper): string {
  const [first] = paper.authors
  const author = first === undefined ? undefined : toName(first.name)
  const name = foldWords(author?.literal ?? author?.family ?? '')
    .join('')
    .replace(/[^a-z0-9]/g, '')
  const id = paper.source_id.replace(/[^A-Za-z0-9.]+/g, '-')
  return `${name || 'paper'}${dateOf(paper)?.slice(0, 4) ?? ''}-${id}`
}

const LENGTHS = { day: 10, month: 7, year: 4 }

/** The day (YYYY-MM-DD), the month or the year that a paper, or its article, is dated with. Null if unknown. */
export const dateOf = ({ venue, published_at, published_precision, announced_on }: Paper): string | null =>
  venue?.published_on ?? published_at?.slice(0, LENGTHS[published_precision ?? 'day']) ?? announced_on

/** Collaborations and names without a word of a known script are not split. */
function toName(name: string): CSLName {
  if (collaborationIn(name) !== null) return { literal: name }
  const { given, family, suffix } = splitAuthorName(name)
  if (family === '') return { literal: name }
  return { family, ...(given !== '' && { given }), ...(suffix !== '' && { suffix }) }
}
