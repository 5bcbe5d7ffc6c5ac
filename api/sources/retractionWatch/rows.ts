import { pipeline } from 'node:stream/promises'
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { toNotice, toNoticeDoi, type Notice, type NoticeKind, type NoticesPage } from '../noticing.ts'

/** Notices of one page. */
const PAGE = 1_000
/** In characters. A row with more has lost its closing quote. */
const ROW_MAX = 1_000_000
const RAW_MAX = 2_000

/** The columns that are read; the file has more. */
const COLUMNS = ['Record ID', 'RetractionDate', 'RetractionDOI', 'OriginalPaperDOI', 'RetractionNature', 'Reason']
const Row = Type.Object({
  'Record ID': Type.String(),
  RetractionDate: Type.String(),
  RetractionDOI: Type.String(),
  OriginalPaperDOI: Type.String(),
  RetractionNature: Type.String(),
  Reason: Type.String(),
})
type Row = Static<typeof Row>

const KINDS: Readonly<Partial<Record<string, NoticeKind>>> = {
  retraction: 'retracted',
  'expression of concern': 'concern',
  correction: 'corrected',
  reinstatement: 'reinstated',
}

type ReadRow = { notice: Notice | null } | { reason: string; raw: string; isShort?: true }

/** How many rows a file has. Throws SyntaxError when it is no file of Retraction Watch, or ends within a row. */
export async function countRows(path: string): Promise<number> {
  let rows = 0
  let isCut = false
  for await (const row of readRows(path)) {
    rows += 1
    isCut = 'isShort' in row
  }
  if (isCut) throw new SyntaxError('it ends within a row')
  return rows
}

/** Reads the notices of a file that was counted. A row without a DOI is about a paper that cannot be found here. */
export async function* readNotices(path: string): AsyncIterable<NoticesPage> {
  let page: NoticesPage = { notices: [], rejected: [] }
  for await (const row of readRows(path)) {
    if ('reason' in row) page.rejected.push({ reason: row.reason, raw: row.raw })
    else if (row.notice !== null) page.notices.push(row.notice)
    if (page.notices.length < PAGE) continue
    yield page
    page = { notices: [], rejected: [] }
  }
  yield page
}

async function* readRows(path: string): AsyncIterable<ReadRow> {
  const parser = parse({
    bom: true,
    columns(header: string[]) {
      const missing = COLUMNS.find((name) => !header.includes(name))
      if (missing !== undefined) throw new SyntaxError(`it has no column “${missing}”`)
      return header
    },
    max_record_size: ROW_MAX,
    relax_column_count: true,
    // A quote within a field that is not quoted belongs to it.
    relax_quotes: true,
  })
  const isRead = pipeline(createReadStream(path), parser)
  // Its failure is that of the iteration.
  isRead.catch(() => undefined)
  let isEmpty = true
  try {
    for await (const row of parser) {
      isEmpty = false
      yield toRow(row)
    }
  } catch (cause) {
    if (cause instanceof SyntaxError || !(cause instanceof Error && 'code' in cause)) throw cause
    throw new SyntaxError('it cannot be read to its end as CSV', { cause })
  }
  if (isEmpty) throw new SyntaxError('it has no rows')
}

function toRow(row: unknown): ReadRow {
  const reject = (reason: string) => ({ reason, raw: JSON.stringify(row).slice(0, RAW_MAX).toWellFormed() })
  if (!Value.Check(Row, row)) return { ...reject('a row has fewer columns than the file'), isShort: true }
  const name = `row ${row['Record ID'].slice(0, 20)}`
  if (row.OriginalPaperDOI.includes('\uFFFD')) return reject(`the DOI of ${name} is not valid UTF-8`)
  const doi = toNoticeDoi(row.OriginalPaperDOI)
  if (doi === null)
    return /^\s*(?:0|unavailable|n\/?a|)\s*$/i.test(row.OriginalPaperDOI)
      ? { notice: null }
      : reject(`“${row.OriginalPaperDOI.slice(0, 80)}” of ${name} is not a DOI`)
  const nature = row.RetractionNature.trim().toLowerCase()
  if (nature === '') return reject(`${name} does not say what the notice is`)
  return {
    notice: toNotice({
      doi,
      kind: KINDS[nature] ?? 'corrected',
      on: dayOf(row.RetractionDate),
      by: 'retraction-watch',
      noticeDoi: toNoticeDoi(row.RetractionDOI),
      reason: reasonOf(row),
    }),
  }
}

/** "+Concerns/Issues about Data;+Investigation by Journal/Publisher;" as "Concerns/Issues about Data; Investigation by …". */
const reasonOf = ({ Reason }: Row): string =>
  Reason.split(';')
    .map((reason) => reason.trim().replace(/^\+\s*/, ''))
    .filter((reason) => reason !== '')
    .join('; ')

/** "11/18/2026 0:00" as a day; null for any other text. */
function dayOf(text: string): string | null {
  const [, month = '', date = '', year = ''] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s.*)?$/.exec(text) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(day)
  return year !== '' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}
