import { decodeEscapes } from '../../text/percentEncoding.ts'

/**
 * What names the paper in an address of a site that shows papers of others, or in a code of such a site: an arXiv id, a DOI
 * or a PubMed id, as text. Null for all other text.
 */
export function readSiteAddress(text: string): string | null {
  const bibcode = idOfBibcode(text)
  if (bibcode !== null) return bibcode
  // EZproxy, with which libraries give access: "https://proxy.example/login?url=https://…".
  const wrapped = /^https?:\/\/[^?#]+\/login\?(?:[^#]*&)?q?url=(https?(?::|%3a).+)$/i.exec(text)?.[1]
  if (wrapped !== undefined) return decodeEscapes(wrapped)
  const [, host = '', path = ''] = /^https?:\/\/(?:www\.)?([^/]+)(\/.*)$/is.exec(text) ?? []
  for (const [site, pattern, toText] of SITES) {
    const [, name] = `.${host.toLowerCase()}`.endsWith(`.${site}`) ? (pattern.exec(path) ?? []) : []
    if (name !== undefined) return toText(name)
  }
  return null
}

type Site = readonly [host: string, path: RegExp, toText: (name: string) => string | null]

const ofArxiv = (id: string) => `arXiv:${id}`
const SITES: readonly Site[] = [
  ['adsabs.harvard.edu', /^\/(?:abs|pdf)\/([^/?#]+)/i, (code) => idOfBibcode(decodeEscapes(code))],
  ['semanticscholar.org', /^\/arxiv[/:]([^/?#]+)/i, ofArxiv],
  ['scirate.com', /^\/arxiv\/([^?#]+)/i, ofArxiv],
  ['alphaxiv.org', /^\/overview\/([^/?#]+)/i, ofArxiv],
  ['inspirehep.net', /^\/(?:api\/)?arxiv\/([^?#]+)/i, ofArxiv],
  ['inspirehep.net', /[?&](?:q|p)=(?:find\s+)?(?:e?print|arxiv)(?::|%3a)(?:arxiv(?::|%3a))?([^&#]+)$/i, ofArxiv],
  [
    'dblp.org',
    /^\/rec\/(?:\w+\/)?journals\/corr\/abs-(\d{4}-\d{5})(?=[./?#]|$)/i,
    (key) => ofArxiv(key.replace('-', '.')),
  ],
  ['europepmc.org', /^\/(?:article|abstract)\/med\/(\d+)/i, (number) => `pmid:${number}`],
  // Springer Nature: the DOI of an article is the prefix and the code in its address.
  ['nature.com', /^\/articles\/([a-z]*\d[\w-]*)(?=[./?#]|$)/i, (code) => `10.1038/${code}`],
]

/**
 * The arXiv id in a bibcode of ADS (https://ui.adsabs.harvard.edu/help/actions/bibcode): "2026arXiv261100001L",
 * "2010arXiv1001.1234L", "1999hep.th....1001L" of hep-th/9901001. Null for other text.
 */
function idOfBibcode(code: string): string | null {
  const [, month, number] = /^\d{4}arXiv(\d{4})\.?(\d{4,5})[A-Z.]$/i.exec(code) ?? []
  if (month !== undefined) return ofArxiv(`${month}.${number}`)
  const [, year, archive = '', digits = ''] =
    /^(?:19|20)(\d{2})([a-z]+(?:\.[a-z]{2,3})?)\.{1,9}(\d{3,5})[A-Z.]$/i.exec(code) ?? []
  return year === undefined || code.length !== 19
    ? null
    : ofArxiv(`${archive.replace('.', '-')}/${year}${digits.padStart(5, '0')}`)
}
