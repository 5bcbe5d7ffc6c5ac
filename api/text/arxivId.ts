import { archives } from './taxonomy/taxonomy.ts'

export interface ArxivId {
  /** Without a version, old ids without a subject class: "2611.01234", "math/0309136". */
  id: string
  version?: number
}

const decoration =
  /^(?:https?:\/\/)?(?:(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html|format)\/|(?:dx\.)?doi\.org\/(?=10\.48550\/))/i
const prefix = /^(?:oai:arxiv\.org:|(?:doi:\s*)?10\.48550\/arxiv\.|arxiv:\s*)/i
// Both follow arXiv's description of its identifiers, https://info.arxiv.org/help/arxiv_identifier.html
const modern = /^(\d{2})(0[1-9]|1[0-2])\.(\d{4,5})(?:v([1-9]\d{0,3}))?$/i
const old = /^([a-z-]+)(?:\.[a-z]{2})?\/(\d{2})(0[1-9]|1[0-2])(\d{3})(?:v([1-9]\d{0,3}))?$/i

/** Parses an arXiv id: bare, with "arXiv:", as a URL or as a DataCite DOI. Returns null for any other text. */
export function parseArxivId(text: string): ArxivId | null {
  const bare = text
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(decoration, '')
    .replace(prefix, '')
    .replace(/\.pdf$/i, '')
  return parseModern(bare) ?? parseOld(bare)
}

function parseModern(text: string): ArxivId | null {
  const [, year, month, number, version] = modern.exec(text) ?? []
  if (!year || !month || !number) return null
  // Ids have four digits from April 2007, and five from January 2015.
  const assigned = Number(year + month)
  if (assigned < 704 || number.length !== (assigned < 1501 ? 4 : 5)) return null
  return withVersion(`${year}${month}.${number}`, version)
}

function parseOld(text: string): ArxivId | null {
  const [, archive, year, month, number, version] = old.exec(text) ?? []
  if (!archive || !year || !month || !archives.has(archive.toLowerCase())) return null
  // arXiv began in August 1991 and gave its first papers ids of July; ids of this form end with March 2007.
  const assigned = Number(year + month)
  if (assigned > 703 && assigned < 9107) return null
  return withVersion(`${archive.toLowerCase()}/${year}${month}${number}`, version)
}

const withVersion = (id: string, version: string | undefined): ArxivId =>
  version === undefined ? { id } : { id, version: Number(version) }
