import type { Entry } from '../../citations/reference.ts'
import { FILE_KINDS, type CitationFormat, type ExportFormat, type ExportQuery } from '../../contract/citations.ts'
import type { Item } from '../../contract/readingList.ts'
import { findAllItems } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { getPaper } from './paperLists.ts'
import { toItems } from './readingList.ts'

/** A file that a reader takes out of the product. */
export interface TextFile {
  text: string
  name: string
  /** Media type. */
  type: string
}

type Format = CitationFormat | ExportFormat

const toFile = (text: string, name: string, format: Format): TextFile => ({
  text,
  name: `${name}.${FILE_KINDS[format].ending}`,
  type: `${FILE_KINDS[format].type}; charset=utf-8`,
})

/** The citation of one paper. Throws "not-found". */
export async function citePaper(id: string, format: CitationFormat): Promise<TextFile> {
  const paper = await getPaper(id)
  const { citationKey } = await import('../../citations/reference.ts')
  const text =
    format === 'text'
      ? (await import('../../citations/plainCitation.ts')).writePlain(paper)
      : await writeBibliography([{ paper }], format)
  return toFile(text, citationKey(paper), format)
}

/** The reader's list, or the items with these ids that are on it; the paper saved last comes first. */
export async function exportList(user: UserRecord, { format, ids }: ExportQuery): Promise<TextFile> {
  const items = await toItems(await findAllItems(user._id, ids))
  return toFile(await writeItems(items, format), 'reading-list', format)
}

async function writeItems(items: Item[], format: ExportFormat): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ items }, null, 2)}\n`
    case 'csv':
      return (await import('../../citations/tables.ts')).writeCsv(items)
    case 'markdown':
      return (await import('../../citations/tables.ts')).writeMarkdown(items)
    default:
      return writeBibliography(
        items.map(({ paper, tags, notes }) => ({ paper, own: { tags, notes } })),
        format,
      )
  }
}

/** The library of formats takes time to load and is seldom needed, so it is loaded by the first call. */
async function writeBibliography(entries: readonly Entry[], format: 'bibtex' | 'ris' | 'csl'): Promise<string> {
  const { writeBibtex, writeCsl, writeRis } = await import('../../citations/bibliography.ts')
  return { bibtex: writeBibtex, ris: writeRis, csl: writeCsl }[format](entries)
}
