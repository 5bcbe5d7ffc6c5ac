import { archives } from './taxonomy/taxonomy.ts'

export interface ArxivId {
  /** Without a version, old ids without a subject class: "2611.01234", "math/0309136". */
  id: string
  version?: number
}

const decoration =
  /^(?:https?:\/\/)?(?:(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html|format)\/|(?:dx\.)?doi\.org\/(?=10\.48550\/))/i
const prefix = /^(?:oai:arxiv\.org:|(?:doi:\s*)?10\.48550\/arxiv\.|arxiv:\s*)/i
// Both from arXiv's own description of its identifiers.
const modern = /^(\d{2})(0[1-9]|1[0-2])\.(\d{4,5})(?:v([1-9]\d{0,3}))?$/i
const old = /^([a-z-]+)(?:\.[a-z]{2})?\/(\d{2})(0[1-9]|1[0-2])(\d{3})(?:v([1-9]\d{0,3}))?$/i

/** The arXiv id that `text` is, in any of its forms: bare, with "arXiv:", an address, a DataCite DOI. Null for all else. */
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
  // Four digits from April 2007, five from January 2015.
  const assigned = Number(year + month)
  if (assigned < 704 || number.length !== (assigned < 1501 ? 4 : 5)) return null
  return withVersion(`${year}${month}.${number}`, version)
}

function parseOld(text: string): ArxivId | null {
  const [, archive, year, month, number, version] = old.exec(text) ?? []
  if (!archive || !year || !month || !archives.has(archive.toLowerCase())) return null
  // August 1991 is when arXiv began, with July given to the first papers; March 2007 is the end of this form.
  const assigned = Number(year + month)
  if (assigned > 703 && assigned < 9107) return null
  return withVersion(`${archive.toLowerCase()}/${year}${month}${number}`, version)
}

const withVersion = (id: string, version: string | undefined): ArxivId =>
  version === undefined ? { id } : { id, version: Number(version) }
