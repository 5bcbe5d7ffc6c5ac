import { t } from 'elysia'
import { EXPORT_SELECTION_MAX } from './limits.ts'
import { oneOf } from './oneOf.ts'
import { textOf } from './textOf.ts'

/** BibTeX, RIS, CSL-JSON, and one line of plain text. */
const CitationFormat = oneOf(['bibtex', 'ris', 'csl', 'text'])
export type CitationFormat = typeof CitationFormat.static

const ExportFormat = oneOf(['bibtex', 'ris', 'csl', 'csv', 'json', 'markdown'])
export type ExportFormat = typeof ExportFormat.static

export const CitationQuery = t.Object({ format: CitationFormat })

export const ExportQuery = t.Object({
  format: ExportFormat,
  ids: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      maxItems: EXPORT_SELECTION_MAX,
      description: 'Only these items of the list. Without it, the whole list.',
    }),
  ),
})
export type ExportQuery = typeof ExportQuery.static

/** The media type of a file by its format. */
export const MEDIA_TYPES = {
  bibtex: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  csl: 'application/vnd.citationstyles.csl+json',
  text: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  markdown: 'text/markdown',
} as const satisfies Record<CitationFormat | ExportFormat, string>

const { csv, json, markdown, text, ...shared } = MEDIA_TYPES
/** The content of a file. Its `content-disposition` has a file name. */
export const CitationFile = textOf(text, ...Object.values(shared))
export const ListFile = textOf(csv, json, markdown, ...Object.values(shared))
