import { FILE_KINDS, type CitationFormat, type ExportFormat } from '../../contract/citations.ts'
import { now } from '../../platform/clock.ts'
import type { ChapterInput } from '../../mail/paperChapter.ts'

type Content = string | Uint8Array<ArrayBuffer>

/** A file that a reader takes out of the product. */
export interface TakenFile<Of extends Content = Content> {
  content: Of
  name: string
  /** Media type. */
  type: string
}

export function toFile<Of extends Content>(
  content: Of,
  name: string,
  format: CitationFormat | ExportFormat,
): TakenFile<Of> {
  const { type, ending } = FILE_KINDS[format]
  return { content, name: `${name}.${ending}`, type: typeof content === 'string' ? `${type}; charset=utf-8` : type }
}

interface PlannedBook {
  title: string
  /** What the book is of, the same for the same book. */
  subject: string
  chapters: readonly Omit<ChapterInput, 'publicUrl'>[]
}

/**
 * The papers as an EPUB file, a chapter each. KaTeX and the compression take time to load and are seldom needed, so they
 * are loaded by the first call.
 */
export async function writeBook(
  publicUrl: string,
  { chapters, ...book }: PlannedBook,
): Promise<Uint8Array<ArrayBuffer>> {
  const [{ writeEpub }, { toChapter }] = await Promise.all([
    import('../../mail/epub.ts'),
    import('../../mail/paperChapter.ts'),
  ])
  return writeEpub({ ...book, modified: now(), chapters: chapters.map((one) => toChapter({ ...one, publicUrl })) })
}
