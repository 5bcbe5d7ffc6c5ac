import { readFields, type BibtexFields } from './bibtexFields.ts'
import { toEntry, type ReadEntry } from './fileEntry.ts'
import { readTitle, readNote } from './fieldText.ts'
import type { IsReference } from './paperIds.ts'
import type { BibtexPiece } from './pieces.ts'
import { readTex } from './texSource.ts'

/**
 * Reads the entries of BibTeX one by one, so that a broken one does not spoil the others. Not with a library:
 * citation-js refuses the whole file for one bad sign and joins the lines of notes; `@retorquere/bibtex-parser` 9.0.29
 * loses entries whose key has spaces or parentheses, and letters with two accents, and takes quadratic time for braces
 * that are not closed.
 */
export class BibtexReader {
  readonly #text: string
  readonly #strings = new Map<string, string>()
  readonly #entries = new Map<string, BibtexFields>()

  constructor(text: string) {
    this.#text = text
  }

  /** Reads an entry, or keeps the abbreviation that it defines. Null for what is no entry. */
  read(piece: BibtexPiece): BibtexFields | null {
    if (piece.type === 'comment' || piece.type === 'preamble') return null
    const entry = readFields(this.#text, piece, this.#strings)
    if (piece.type === 'string') {
      for (const [name, value] of entry.fields) this.#strings.set(name, value)
      return null
    }
    if (entry.key !== '') this.#entries.set(entry.key.toLowerCase(), entry)
    return entry
  }

  /** What an entry says about its paper. As in BibTeX, it may have title and authors from the one that it refers to. */
  convert({ key, fields, problem }: BibtexFields, isReference: IsReference): ReadEntry {
    const parent = this.#entries.get((fields.get('crossref') ?? '').trim().toLowerCase())?.fields
    const source = (name: string) => fields.get(name) ?? ''
    const text = (name: string) => readTex(source(name))
    const inherited = (name: string) => fields.get(name) ?? parent?.get(name) ?? ''
    return toEntry(
      {
        ids: {
          exact: [
            readEprint(fields),
            ...['arxivid', 'doi', 'url', 'ee', 'link', 'pdf', 'howpublished', 'bdsk-url-1'].map((name) =>
              verbatim(source(name)),
            ),
          ],
          printed: PRINTED.map((name) => verbatim(source(name))),
          remarks: ['note', 'addendum'].map((name) => verbatim(source(name))),
        },
        title: [readTitle(inherited('title'))],
        authors: splitNames(inherited('author')).map(readTex),
        notes: [text('annote') || text('annotation'), text('note')].map(readNote),
        tags: `${text('keywords')},${text('mendeley-tags')}`.split(/[,;]/),
      },
      isReference,
      { name: key, problem },
    )
  }
}

const PRINTED =
  'journal journaltitle booktitle series publisher organization institution archive volume number pages eid type version'.split(
    ' ',
  )

/** The id of an archive: of arXiv in any spelling, also an old one without its archive, or of PubMed. */
function readEprint(fields: ReadonlyMap<string, string>): string | undefined {
  const eprint = verbatim(fields.get('eprint') ?? '').trim()
  const archive = verbatim(fields.get('archiveprefix') ?? fields.get('eprinttype') ?? '').trim()
  const subject = verbatim(fields.get('primaryclass') ?? fields.get('eprintclass') ?? '').trim()
  if (/^pubmed$/i.test(archive)) return `pmid:${eprint}`
  if (/^\d{7}(?:v\d+)?$/.test(eprint)) return `${subject || archive}/${eprint}`
  return eprint.replace(/^abs\//i, '')
}

/** An address or id in TeX: without commands, braces and escapes. */
const verbatim = (source: string): string =>
  source
    .slice(0, 10_000)
    .replace(/\\(?:url|href|path|nolinkurl|texttt)(?![A-Za-z])/g, ' ')
    .replace(/\}\s*\{/g, ' ')
    .replace(/[{}\\]/g, '')

/** Splits at "and" outside braces. */
function splitNames(source: string): string[] {
  const names: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: sign, index } of source.matchAll(/[{}]|(?<=\s)and(?=\s)/gi)) {
    if (sign === '{') depth++
    else if (sign === '}') depth--
    else if (depth <= 0) {
      names.push(source.slice(from, index))
      from = index + sign.length
    }
  }
  return [...names, source.slice(from)].filter((name) => name.trim().toLowerCase() !== 'others')
}
