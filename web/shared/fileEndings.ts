import type { CitationFormat, ExportFormat } from '#api/contract/citations.ts'

/** Ending of the name of a file in each format. */
export const FILE_ENDINGS: Readonly<Record<CitationFormat | ExportFormat, string>> = {
  bibtex: 'bib',
  ris: 'ris',
  csl: 'json',
  text: 'txt',
  csv: 'csv',
  json: 'json',
  markdown: 'md',
  vault: 'zip',
  epub: 'epub',
}

/** Endings of the files that can be imported. */
export const IMPORT_ENDINGS = '.bib,.bibtex,.ris,.nbib,.enw,.json,.opml,.xml,.txt'
