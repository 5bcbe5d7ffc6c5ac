import { nameOfServer } from './preprintServers.ts'
import { sourceNames } from './sourceNames.ts'

/** The host of the page that is read to find out which paper it is about; undefined for an id, or an address with one in it. */
export const pageHostOf = (ref: string): string | undefined =>
  nameOfIdSource(ref) === undefined && /^https?:\/\//i.test(ref) && URL.canParse(ref)
    ? new URL(ref).hostname
    : undefined

/**
 * What can be asked for a paper, by its id or the address of a page about it: the name of a source, or the page; undefined
 * when there is nothing.
 */
export function lookUpNameOf(ref: string): string | undefined {
  const host = pageHostOf(ref)
  return host === undefined ? nameOfIdSource(ref) : `the page at ${host}`
}

function nameOfIdSource(ref: string): string | undefined {
  if (/^(?:arxiv:.|(?:doi:)?10\.48550\/arxiv|https?:\/\/([\w-]+\.)*arxiv\.org\/)/i.test(ref))
    return sourceNames['arxiv']
  if (/^(?:pmid:\s*|https?:\/\/(?:www\.)?pubmed\.ncbi\.nlm\.nih\.gov\/)\d{1,9}\/?$/i.test(ref))
    return sourceNames['pubmed']
  if (/^(?:pmc:\d|PMC\d{4}|https?:\/\/.*\/PMC\d+(?:\.\d+)?\/?$)/i.test(ref)) return sourceNames['pubmed']
  if (/^(?:eprint:|https?:\/\/(?:www\.)?eprint\.iacr\.org\/(?:\w+\/)*)\d{4}\/\d/i.test(ref))
    return nameOfServer('eprint')
  if (/^(?:openreview:|https?:\/\/openreview\.net\/(?:forum|pdf)\?(?:[^#\s]*&)?id=)[\w-]+/i.test(ref))
    return sourceNames['openreview']
  return /^(?:doi:|https?:\/\/.*\b)10\.\d{4,9}(?:\/|%2f)/i.test(ref) ? sourceNames['crossref'] : undefined
}
