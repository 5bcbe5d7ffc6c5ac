import { Type } from '@sinclair/typebox'
import { cleanLine } from '../../text/clean.ts'
import type { AskedPaper, CitingPaper, ReferencesPage } from '../enriching.ts'
import { maybe, MaybeText, parseJson, readEntry } from '../jsonRecords.ts'
import { readMarkup } from '../markup.ts'
import { compareNames, ExternalIds, idsOf, parseBatch, PaperId } from './papers.ts'

/** What is asked for of each paper to learn what it cites. */
export const REFERENCE_FIELDS = 'externalIds,references.paperId,references.externalIds'
/** What is asked for of each paper that cites another one. */
export const CITATION_FIELDS = 'title,externalIds,publicationDate'

const TITLE_MAX = 500
const REFERENCES_MAX = 5_000

/** An entry without a `paperId` is a text that was not matched with a paper. */
const Referenced = Type.Object({ paperId: maybe(PaperId), externalIds: ExternalIds })
const CitingEntry = Type.Object({
  paperId: PaperId,
  title: MaybeText,
  externalIds: ExternalIds,
  publicationDate: MaybeText,
})
const PaperWithReferences = Type.Object({
  paperId: PaperId,
  externalIds: ExternalIds,
  references: maybe(Type.Array(Type.Union([Referenced, Type.Null()]))),
})

/**
 * Parses the answer to a batch of `papers` with their references. A paper without a list is left out. An entry that cannot be
 * used is returned with the reason. Throws SyntaxError for any other list.
 */
export function parseReferences(
  body: string,
  { papers, invalidUtf8 = false }: { papers: readonly AskedPaper[]; invalidUtf8?: boolean },
): ReferencesPage {
  const answer = parseBatch(body, papers.length)
  const page: ReferencesPage = { references: new Map(), rejected: [] }
  const isOfAnother = compareNames(answer, papers)
  for (const [position, paper] of papers.entries()) {
    const item = answer[position]
    if (item === null) continue
    const entry = readEntry(item, {
      schema: PaperWithReferences,
      invalidUtf8,
      read({ references }) {
        if (isOfAnother(position)) throw new Error('it is about another one of the papers')
        return (references ?? []).slice(0, REFERENCES_MAX).flatMap((one) => (one?.paperId == null ? [] : idsOf(one)))
      },
    })
    if (!('value' in entry)) page.rejected.push(entry)
    else if (entry.value.length > 0) page.references.set(paper.id, [...new Set(entry.value)])
  }
  return page
}

/** One page of the papers that cite another one. */
export interface CitationsAnswer {
  citing: CitingPaper[]
  rejected: { reason: string; raw: string }[]
  /** Offset of the next page; null on the last one. */
  next: number | null
}

/**
 * Parses one page of citations, which begins at `offset`. Entries that were not matched with a paper, and a paper that is there
 * twice, are left out. Throws SyntaxError for anything else than a page.
 */
export function parseCitations(
  body: string,
  { offset, invalidUtf8 = false }: { offset: number; invalidUtf8?: boolean },
): CitationsAnswer {
  const answer = parseJson(body)
  const { data, next = null } = isPage(answer) ? answer : {}
  if (data === undefined) throw new SyntaxError('it is no page of citations')
  if (next !== null && (typeof next !== 'number' || !Number.isSafeInteger(next) || next <= offset))
    throw new SyntaxError('its next page is not after this one')
  const citing = new Map<string, CitingPaper>()
  const rejected: CitationsAnswer['rejected'] = []
  for (const one of data ?? []) {
    const paper: unknown = (one as { citingPaper?: unknown } | null)?.citingPaper
    if (isUnmatched(paper)) continue
    const entry = readEntry(paper, {
      schema: CitingEntry,
      invalidUtf8,
      read(item): CitingPaper {
        const title = cleanLine(readMarkup(item.title ?? ''), TITLE_MAX)
        if (title === '') throw new Error('it has no title')
        return { source_id: item.paperId, title, ids: idsOf(item), published_on: toDay(item.publicationDate) }
      },
    })
    if ('value' in entry) citing.set(entry.value.source_id, entry.value)
    else rejected.push(entry)
  }
  return { citing: [...citing.values()], rejected, next }
}

const isPage = (answer: unknown): answer is { data: unknown[] | null; next?: unknown } =>
  answer !== null &&
  typeof answer === 'object' &&
  'data' in answer &&
  // A publisher's wish: then there is null in place of the list.
  (answer.data === null || Array.isArray(answer.data))

const isUnmatched = (paper: unknown): boolean =>
  paper !== null && typeof paper === 'object' && (!('paperId' in paper) || paper.paperId === null)

/** A day as it is written in the calendar; null for any other text. */
function toDay(text: string | null | undefined): string | null {
  if (text == null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text
}
