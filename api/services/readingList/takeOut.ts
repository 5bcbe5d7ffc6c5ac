import type { Entry } from '../../citations/reference.ts'
import type { CitationFormat, ExportFormat, ExportQuery } from '../../contract/citations.ts'
import type { Item } from '../../contract/readingList.ts'
import { now } from '../../platform/clock.ts'
import { findAllItems } from '../../store/readers/readingSelection.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { getPaper } from '../papers/paperLists.ts'
import { toFile, writeBook, type TakenFile } from '../papers/takenFile.ts'
import type { Product } from '../product.ts'
import { toItemFilter, toItems } from './readingList.ts'

/** The citation of one paper. Throws "not-found". */
export async function citePaper(id: string, format: CitationFormat): Promise<TakenFile<string>> {
  const paper = await getPaper(id)
  const { citationKey } = await import('../../citations/reference.ts')
  const text =
    format === 'text'
      ? (await import('../../citations/plainCitation.ts')).writePlain(paper)
      : await writeBibliography([{ paper }], format)
  return toFile(text, citationKey(paper), format)
}

/** The reader's list, or the items of it that match; the paper saved last comes first by default. */
export async function exportList(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
  { format, ids, sort, ...filter }: ExportQuery,
): Promise<TakenFile> {
  const matching = await toItemFilter(user._id, filter)
  const both = ids && matching.ids ? ids.filter((id) => matching.ids!.includes(id)) : (ids ?? matching.ids)
  const items = await toItems(await findAllItems(user._id, { ...matching, ids: both, ...(sort && { sort }) }))
  const name = nameOfExport({ ids, ...filter })
  if (format === 'vault') return toFile(await zipVault(items), name, format)
  if (format !== 'epub') return toFile(await writeItems(items, format), name, format)
  const title = `Reading list of ${user.name}`
  const chapters = items.map(({ paper, notes, tags }) => ({ paper, notes, tags }))
  return toFile(await writeBook(config.publicUrl, { title, subject: `${user._id} ${name}`, chapters }), name, format)
}

/** "reading-list-done-lab-with-note": what is in the file, in ASCII. */
function nameOfExport({ status, tag, q, with_note, ids }: Omit<ExportQuery, 'format' | 'sort'>): string {
  const parts = [
    status,
    tag,
    q,
    with_note === true && 'with note',
    with_note === false && 'without note',
    ids && 'selected',
  ]
  const words = parts.flatMap((part) => (part ? slug(part) || 'filtered' : []))
  return ['reading-list', ...words].join('-')
}

const slug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/gi, ' ')
    .trim()
    .slice(0, 40)
    .trim()
    .replaceAll(' ', '-')
    .toLowerCase()

async function writeItems(items: Item[], format: Exclude<ExportFormat, 'vault' | 'epub'>): Promise<string> {
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

async function zipVault(items: Item[]): Promise<Uint8Array<ArrayBuffer>> {
  const [{ writeVault }, { strToU8, zipSync }] = await Promise.all([
    import('../../citations/vault.ts'),
    import('fflate'),
  ])
  const files = await writeVault(items)
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: now() })
}

/** The library of formats takes time to load and is seldom needed, so it is loaded by the first call. */
async function writeBibliography(entries: readonly Entry[], format: 'bibtex' | 'ris' | 'csl'): Promise<string> {
  const { writeBibtex, writeCsl, writeRis } = await import('../../citations/bibliography.ts')
  return { bibtex: writeBibtex, ris: writeRis, csl: writeCsl }[format](entries)
}
