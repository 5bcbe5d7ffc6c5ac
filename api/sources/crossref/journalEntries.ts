import { Value } from '@sinclair/typebox/value'
import { cleanLine } from '../../text/clean.ts'
import { parseIssn } from '../../text/issn.ts'
import type { Journal } from '../finders.ts'
import { parseJson } from '../jsonRecords.ts'
import { readMarkup } from '../markup.ts'
import { JournalAnswer, JournalEntry } from './work.ts'

/** A journal as Crossref describes it. */
export interface FoundJournal extends Pick<Journal, 'title' | 'publisher' | 'issns' | 'abstracts'> {
  /** Papers by the year of their publication. */
  years: [year: number, papers: number][]
  /** Papers of this year and the two before it, and all. */
  current: number
  total: number
}

/** Parses one journal or a list; entries without a title or an ISSN are left out. Throws SyntaxError for anything else. */
export function parseJournals(body: string): FoundJournal[] {
  const answer = parseJson(body)
  if (!Value.Check(JournalAnswer, answer)) throw new SyntaxError('it has no journals')
  const entries: unknown[] = answer['message-type'] === 'journal' ? [answer.message] : answer.message.items
  return entries.flatMap((entry) => (Value.Check(JournalEntry, entry) ? toJournal(entry) : []))
}

function toJournal(entry: JournalEntry): FoundJournal[] {
  const title = cleanLine(readMarkup(entry.title), 300)
  const issns = [...new Set(entry.ISSN.flatMap((issn) => parseIssn(issn) ?? []))]
  if (title === '' || issns.length === 0) return []
  const share = entry.coverage?.['abstracts-current']
  return [
    {
      title,
      publisher: cleanLine(readMarkup(entry.publisher ?? ''), 200),
      issns,
      abstracts: share == null ? null : Math.min(1, Math.max(0, share)),
      years: entry.breakdowns?.['dois-by-issued-year'] ?? [],
      current: entry.counts?.['current-dois'] ?? 0,
      total: entry.counts?.['total-dois'] ?? 0,
    },
  ]
}
