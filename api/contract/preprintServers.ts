import type { Paper } from './papers.ts'

/**
 * Names and notices of preprint servers other than arXiv. `web/shared/preprintServers.ts` is a copy, which a test compares
 * with this: of the contract the web may load only `limits.ts` at run time.
 */

const NAMES = new Map([
  ['biorxiv', 'bioRxiv'],
  ['medrxiv', 'medRxiv'],
])

/** Said with each preprint of medRxiv, as the server asks for. */
export const NOT_REVIEWED = 'Preprint, not peer reviewed. It should not guide clinical practice.'

/** The name of a preprint server by the id of its source: "bioRxiv"; undefined for other sources. */
export const nameOfServer = (source: string): string | undefined => NAMES.get(source)

/** The server that a preprint was posted on; undefined for arXiv, whose ids name it, and for papers that are no preprints. */
export const serverOf = ({ source, kind, venue }: Pick<Paper, 'source' | 'kind' | 'venue'>): string | undefined =>
  nameOfServer(source) ?? (kind === 'preprint' ? venue?.name : undefined)

/** Whether it is a preprint about health, with which `NOT_REVIEWED` is to be said. */
export const isNotReviewed = (paper: Parameters<typeof serverOf>[0]): boolean => serverOf(paper) === 'medRxiv'

/**
 * A category as a reader says it: "bioRxiv cell biology" for `biorxiv.cell-biology`, "cs.LG" as it is. The words of a
 * server's subject are in its code.
 */
export function nameOfCategory(code: string): string {
  const [, source = '', subject = ''] = /^([a-z]+)\.([a-z-]+)$/.exec(code) ?? []
  const server = nameOfServer(source)
  if (server === undefined) return code
  return `${server} ${subject === 'hiv-aids' ? 'HIV/AIDS' : subject.replaceAll('-', ' ')}`
}
