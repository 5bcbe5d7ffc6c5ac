import { serveSimulated, type SimulatedService } from './simulatedService.ts'

/** A row of the Retraction Watch Database, by its columns. */
export type SimRow = Partial<Record<(typeof COLUMNS)[number], string>> & { OriginalPaperDOI: string }

const COLUMNS = [
  'Record ID',
  'Title',
  'Subject',
  'Institution',
  'Journal',
  'Publisher',
  'Country',
  'Author',
  'URLS',
  'ArticleType',
  'RetractionDate',
  'RetractionDOI',
  'RetractionPubMedID',
  'OriginalPaperDate',
  'OriginalPaperDOI',
  'OriginalPaperPubMedID',
  'RetractionNature',
  'Reason',
  'Paywalled',
  'Notes',
] as const

export type RetractionWatchFault = 'unavailable' | 'html' | 'truncated' | 'cut' | 'half' | 'hang'

export interface RetractionWatchSimulator extends SimulatedService<RetractionWatchFault> {
  rows: SimRow[]
}

/** Serves the file of the Retraction Watch Database on a local port, with an ETag by its content. */
export function startRetractionWatchSimulator({
  rows = [],
  port = 0,
}: { rows?: SimRow[]; port?: number } = {}): RetractionWatchSimulator {
  const service = serveSimulated<RetractionWatchFault>({
    port,
    respond(_url, plan, request) {
      const csv = toCsv(simulator.rows)
      const etag = `W/"${Bun.hash(csv).toString(16)}"`
      const headers = { 'content-type': 'text/plain; charset=utf-8', etag }
      if (plan?.fault === 'unavailable') return new Response('Service Unavailable', { status: 503 })
      if (plan?.fault === 'html')
        return new Response('<!DOCTYPE html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } })
      // The connection of a proxy ended within a cell, between two cells or two rows; what came is sent on as if it were all.
      if (plan?.fault === 'truncated') return new Response(csv.slice(0, csv.lastIndexOf('Part') + 2), { headers })
      if (plan?.fault === 'cut') return new Response(csv.slice(0, csv.lastIndexOf('10.5555')), { headers })
      if (plan?.fault === 'half')
        return new Response(toCsv(simulator.rows.slice(0, Math.floor(simulator.rows.length / 2))), { headers })
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
      return new Response(csv, { headers })
    },
  })
  const simulator: RetractionWatchSimulator = Object.assign(service, { rows })
  return simulator
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The file: the columns of ids and dates without quotes, all others with. */
function toCsv(rows: readonly SimRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((name) => cell(name, row[name])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\n')
}

function cell(name: string, value = ''): string {
  return /ID$|Date$|DOI$|Nature$|Paywalled/.test(name) && !/[",\n]/.test(value) ? value : quote(value)
}

/** The row of a retraction with a title that has quotes and a line break. */
export const simRow = (number: number, row: SimRow): SimRow => ({
  'Record ID': String(70_000 + number),
  Title: `Counting "Lanterns" at Night,\nPart ${number}`,
  Subject: '(B/T) Computer Science;',
  Journal: 'Journal of Imaginary Vision',
  Author: 'Mirela Quillfeather;Tomás Óðinsson',
  ArticleType: 'Research Article;',
  RetractionDate: '11/18/2026 0:00',
  RetractionDOI: `10.5555/jiv.2026.${number}r`,
  RetractionPubMedID: '0',
  OriginalPaperDate: '9/20/2026 0:00',
  OriginalPaperPubMedID: '0',
  RetractionNature: 'Retraction',
  Reason: '+Concerns/Issues about Data;+Investigation by Journal/Publisher;',
  Paywalled: 'No',
  ...row,
})
