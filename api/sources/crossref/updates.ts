import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ownNames } from '../../text/ownNames.ts'
import { maybe, MaybeText as Text, parseJson, readEntry } from '../jsonRecords.ts'
import {
  toNotice,
  toNoticeDoi,
  type Notice,
  type NoticeKind,
  type NoticesAbout,
  type NoticesPage,
} from '../noticing.ts'
import { Answer, ListPage } from './work.ts'

/** By the type of an update. All others are taken for corrections. */
const KINDS: Readonly<Record<string, NoticeKind>> = ownNames({
  retraction: 'retracted',
  partial_retraction: 'retracted',
  withdrawal: 'withdrawn',
  removal: 'removed',
  expression_of_concern: 'concern',
  correction: 'corrected',
  corrigendum: 'corrected',
  erratum: 'corrected',
  addendum: 'corrected',
  clarification: 'corrected',
})
/** The types that are asked for every day. */
export const UPDATE_TYPES = Object.keys(KINDS)
/** Updates that say nothing against the paper. */
const NO_NOTICES = new Set(['new_version', 'new_edition'])
/** Updates of one record: a notice about a whole volume names hundreds of papers. */
const UPDATES_MAX = 5_000

/** An entry of `update-to` or `updated-by`: the other record, and how it is updated. */
const Update = Type.Object({
  DOI: Type.String(),
  type: Text,
  source: Text,
  updated: maybe(
    Type.Object({
      'date-time': Text,
      'date-parts': maybe(Type.Array(Type.Array(Type.Union([Type.Number(), Type.String(), Type.Null()])))),
    }),
  ),
})
type Update = Static<typeof Update>

const UpdatedWork = Type.Object({
  DOI: Type.String(),
  'update-to': maybe(Type.Array(Type.Unknown())),
  'updated-by': maybe(Type.Array(Type.Unknown())),
})

/** A page of notices. */
export interface UpdatesPage extends NoticesPage {
  /** The rows that were received, whatever they are. */
  rows: number
  /** The rows of the whole list, as the answer says. */
  total: number
  next: string | null
}

/**
 * Parses a page of notices, with what each says in `update-to` about other records. Throws SyntaxError for anything else
 * than a list.
 */
export function parseUpdates(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): UpdatesPage {
  const answer = parseJson(body)
  if (!Value.Check(ListPage, answer)) throw new SyntaxError('it is no list of records')
  const { items, 'total-results': total, 'next-cursor': next } = answer.message
  const { notices, rejected } = readWorks(items, 'update-to', invalidUtf8)
  return { notices, rejected, rows: items.length, total, next: next ?? null }
}

/** Parses the records of papers, with the notices about each in `updated-by`. Throws SyntaxError for anything else. */
export function parseUpdatedBy(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): NoticesAbout {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no records')
  const items = answer['message-type'] === 'work' ? [answer.message] : answer.message.items
  return readWorks(items, 'updated-by', invalidUtf8)
}

function readWorks(items: readonly unknown[], field: 'update-to' | 'updated-by', invalidUtf8: boolean): NoticesAbout {
  const page: NoticesAbout = { notices: [], rejected: [], known: [] }
  for (const item of items) {
    const work = readEntry(item, { schema: UpdatedWork, invalidUtf8, read: (one) => withDoi(one, field) })
    if (!('value' in work)) {
      page.rejected.push(work)
      continue
    }
    const { doi, updates } = work.value
    const entries = updates.map((update) =>
      readEntry(update, { schema: Update, invalidUtf8, read: (one) => toNotices(one, doi, field) }),
    )
    page.notices.push(...entries.flatMap((entry) => ('value' in entry ? entry.value : [])))
    const unread = entries.flatMap((entry) => ('value' in entry ? [] : entry))
    page.rejected.push(...unread.map((entry) => ({ ...entry, reason: `${entry.reason} (${doi})` })))
    // Of a record with an entry that cannot be read, nothing is said to have been taken back.
    if (unread.length === 0) page.known.push(doi)
  }
  return page
}

function withDoi(work: Static<typeof UpdatedWork>, field: 'update-to' | 'updated-by') {
  const doi = toNoticeDoi(work.DOI)
  if (doi === null) throw new Error(`“${work.DOI.slice(0, 80)}” is not a DOI`)
  const updates = work[field] ?? []
  if (updates.length > UPDATES_MAX) throw new Error(`it has more than ${UPDATES_MAX} updates`)
  return { doi, updates }
}

/** What an entry of the record with `doi` says; nothing for a new version. */
function toNotices(update: Update, doi: string, field: 'update-to' | 'updated-by'): Notice[] {
  const type =
    update.type
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_') ?? ''
  if (NO_NOTICES.has(type)) return []
  const other = toNoticeDoi(update.DOI)
  if (other === null) throw new Error(`“${update.DOI.slice(0, 80)}” is not a DOI`)
  const [about, noticeDoi] = field === 'update-to' ? [other, doi] : [doi, other]
  const by = update.source === 'retraction-watch' ? 'retraction-watch' : 'publisher'
  return [toNotice({ doi: about, noticeDoi, kind: KINDS[type] ?? 'corrected', on: dayOf(update), by })]
}

/** The day of a notice; null if only its month or year is known. */
function dayOf({ updated }: Update): string | null {
  const parts = updated?.['date-parts']?.[0]?.map(Number) ?? []
  const [year = NaN, month = NaN, date = NaN] = parts
  const text =
    parts.length > 0
      ? `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
      : (updated?.['date-time']?.slice(0, 10) ?? '')
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}
