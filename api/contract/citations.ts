import { t } from 'elysia'
import { EXPORT_SELECTION_MAX } from './limits.ts'
import { oneOf, textOf } from './stringSchemas.ts'
import { readingFilter, SelectedIds } from './readingList.ts'

/** BibTeX, RIS, CSL-JSON, and one line of plain text. */
const CITATION_FORMATS = ['bibtex', 'ris', 'csl', 'text'] as const
const CitationFormat = oneOf(CITATION_FORMATS)
export type CitationFormat = typeof CitationFormat.static

const EXPORT_FORMATS = ['bibtex', 'ris', 'csl', 'csv', 'json', 'markdown', 'vault', 'epub'] as const
const ExportFormat = oneOf(EXPORT_FORMATS)
export type ExportFormat = typeof ExportFormat.static

export const CitationQuery = t.Object({ format: CitationFormat })

export const ExportQuery = t.Object({
  format: ExportFormat,
  ...readingFilter,
  ids: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      maxItems: EXPORT_SELECTION_MAX,
      description: 'Only these items of the list.',
    }),
  ),
})
export type ExportQuery = typeof ExportQuery.static

export const SelectionExport = t.Object({ format: ExportFormat, ids: SelectedIds }, { additionalProperties: false })

/** Media type and ending of the name of a file, by its format. */
export const FILE_KINDS = {
  bibtex: { type: 'application/x-bibtex', ending: 'bib' },
  ris: { type: 'application/x-research-info-systems', ending: 'ris' },
  csl: { type: 'application/vnd.citationstyles.csl+json', ending: 'json' },
  text: { type: 'text/plain', ending: 'txt' },
  csv: { type: 'text/csv', ending: 'csv' },
  json: { type: 'application/json', ending: 'json' },
  markdown: { type: 'text/markdown', ending: 'md' },
  /** A Markdown file for each paper, for Obsidian and Logseq. */
  vault: { type: 'application/zip', ending: 'zip' },
  epub: { type: 'application/epub+zip', ending: 'epub' },
} as const satisfies Record<CitationFormat | ExportFormat, { type: string; ending: string }>

const fileOf = (formats: readonly (keyof typeof FILE_KINDS)[]) =>
  textOf(...formats.map((format) => FILE_KINDS[format].type))
/** The content of a file. Its `content-disposition` has a file name. */
export const CitationFile = fileOf(CITATION_FORMATS)
export const ListFile = fileOf(EXPORT_FORMATS)
