import type { Paper } from './papers.ts'

/**
 * Names and notices of preprint servers other than arXiv. `web/shared/preprintServers.ts` is a copy, which a test compares
 * with this: of the contract the web may load only `limits.ts` at run time.
 */

const NAMES = new Map([
  ['biorxiv', 'bioRxiv'],
  ['medrxiv', 'medRxiv'],
  ['eprint', 'IACR ePrint'],
])

/** Servers whose preprints are announced by Crossref. Each is a category, with its id as code. */
const REGISTERED = new Map([
  ['chemrxiv', 'ChemRxiv'],
  ['ssrn', 'SSRN'],
  ['nber', 'NBER'],
  ['researchsquare', 'Research Square'],
  ['preprintsorg', 'Preprints.org'],
  ['psyarxiv', 'PsyArXiv'],
  ['socarxiv', 'SocArXiv'],
  ['osf', 'OSF Preprints'],
  ['authorea', 'Authorea'],
  ['techrxiv', 'TechRxiv'],
  ['ecoevorxiv', 'EcoEvoRxiv'],
  ['eartharxiv', 'EarthArXiv'],
])

/** Subjects that are not spelled like their codes. */
const SPELLINGS = new Map([
  ['hiv-aids', 'HIV/AIDS'],
  ['public-key-cryptography', 'public-key cryptography'],
  ['secret-key-cryptography', 'secret-key cryptography'],
])

/** What a source asks to be said with its records, beside their page. */
const CREDITS = new Map([
  ['crossref', 'Metadata from Crossref'],
  ['pubmed', 'Record of PubMed, U.S. National Library of Medicine'],
  ['openreview', 'Metadata from OpenReview'],
])

/** What is to be said of where the record of a paper comes from; undefined where its page says it. */
export const creditOf = ({ source }: Pick<Paper, 'source'>): string | undefined => CREDITS.get(source)

/** Said with each preprint of medRxiv, as the server asks for. */
export const NOT_REVIEWED = 'Preprint, not peer reviewed. It should not guide clinical practice.'

/** The name of a preprint server by the id of its source: "bioRxiv"; undefined for other sources. */
export const nameOfServer = (source: string): string | undefined => NAMES.get(source)

/** The server that a preprint was posted on; undefined for arXiv, whose ids name it, and for papers that are no preprints. */
export const serverOf = ({ source, kind, venue }: Pick<Paper, 'source' | 'kind' | 'venue'>): string | undefined =>
  nameOfServer(source) ?? (kind === 'preprint' ? venue?.name : undefined)

/** Said in place of an abstract that a paper lacks: publishers may keep theirs from Crossref, other sources have them later. */
export const describeNoAbstract = ({ source }: Pick<Paper, 'source'>): string =>
  source === 'crossref'
    ? 'No abstract from the publisher.'
    : source === 'feed'
      ? 'No abstract in the feed.'
      : 'No abstract yet'

/** Whether it is a preprint about health, with which `NOT_REVIEWED` is to be said. */
export const isNotReviewed = (paper: Parameters<typeof serverOf>[0]): boolean => serverOf(paper) === 'medRxiv'

/** The ISSN of a journal's category: "9999-9994" for `journal.9999-9994`; undefined for other categories. */
export const issnOf = (code: string): string | undefined => /^journal\.(\d{4}-\d{3}[\dX])$/.exec(code)?.[1]

/** Whether readers made a category, a journal, a query of PubMed, a feed or a venue: its code does not say its name. */
export const isMade = (code: string): boolean =>
  issnOf(code) !== undefined || /^(?:pubmed|feed|openreview)\.[\da-f]{16}$/.test(code)

/**
 * A category as a reader says it: "bioRxiv cell biology" for `biorxiv.cell-biology`, "ChemRxiv" for `chemrxiv`, "cs.LG"
 * as it is. The words of a server's subject are in its code. The code of what readers made, which does not say its
 * name, is returned as it is.
 */
export function nameOfCategory(code: string): string {
  const registered = REGISTERED.get(code)
  if (registered !== undefined) return registered
  const [, source = '', subject = ''] = /^([a-z]+)\.([a-z\d-]+)$/.exec(code) ?? []
  const server = nameOfServer(source) ?? REGISTERED.get(source)
  if (server === undefined) return code
  return `${server} ${SPELLINGS.get(subject) ?? subject.replaceAll('-', ' ')}`
}

/** What a card says of where a paper belongs: the journal in place of its codes, and the other categories in words. */
export function categoryNamesOf({ categories, venue }: Pick<Paper, 'categories' | 'venue'>): string[] {
  const names = categories.filter((code) => !isMade(code)).map(nameOfCategory)
  return venue !== undefined && names.length < categories.length ? [venue.name, ...names] : names
}
