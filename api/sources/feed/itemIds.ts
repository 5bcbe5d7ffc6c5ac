import { parseArxivId } from '../../text/arxivId.ts'
import { parseDoi } from '../../text/doi.ts'
import type { RawItem } from './rawFeed.ts'
import { decodeEscapes } from '../../text/percentEncoding.ts'

/** A DOI in a text counts here. Further behind, abstracts name the DOIs of other papers. */
const BEGINNING = 300
const IN_TEXT = /\b(?:doi:\s*|doi\.org\/)(10\.\d{4,9}\/[^\s"<>?#,;]+)/gi
const IN_ADDRESS = /10\.\d{4,9}\/[^\s"<>?#]+/

export interface ItemIds {
  /** Bare and in lower case. */
  doi: string | null
  /** The text alone names it: the item can also be about this paper. */
  isOnlyInText: boolean
  /** "2609.90001" */
  arxiv: string | null
}

/** Returns the ids of the work that an item is: as publishers write them, in its address, and at the beginning of its text. */
export function findIds({ guid, link, ids }: RawItem, text: string): ItemIds {
  const arxiv = [guid, link].flatMap((one) => parseArxivId(one.replace(/^oai:/, 'oai:'))?.id ?? [])[0] ?? null
  const written = [...ids, guid, link].flatMap((one) => doiIn(one) ?? [])[0]
  if (written !== undefined || arxiv !== null) return { doi: written ?? null, isOnlyInText: false, arxiv }
  const found = [...text.matchAll(IN_TEXT)].map(({ 1: doi = '', index }) => ({ doi: cut(doi), index }))
  const first = found.find(({ index }) => index < BEGINNING) ?? (found.length === 1 ? found[0] : undefined)
  return { doi: first?.doi ?? null, isOnlyInText: true, arxiv: null }
}

/** The DOI in an id or an address, which has the view of the page behind it. */
function doiIn(text: string): string | null {
  const found = IN_ADDRESS.exec(decodeEscapes(text))?.[0]
  return found === undefined ? null : cut(found)
}

const cut = (doi: string): string | null =>
  parseDoi(doi.replace(/(?:\/(?:abstract|full|fulltext|pdf|epdf|meta|html)|\.pdf|\.html?|\.full|\.abstract)+\/?$/i, ''))
