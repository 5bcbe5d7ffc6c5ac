import { decodeEscapes } from './percentEncoding.ts'

/**
 * Parses a DOI and returns it bare and in lower case: "10.5555/jiv.2026.0011". Accepts "doi:…" and doi.org URLs; of
 * several DOIs returns the first. Drops the version from bioRxiv and medRxiv DOIs. Returns null for any other text.
 */
export function parseDoi(text: string): string | null {
  const [first = ''] = text
    .trim()
    .replace(/^doi:\s*/i, '')
    .split(/\s+/)
  const bare = decodeEscapes(first.replace(/^https?:\/\/(?:dx\.|www\.)?doi\.org\//i, '')).toLowerCase()
  const doi = dropPreprintVersion(dropTrailing(bare))
  return /^10\.\d{4,9}\/\S+$/.test(doi) ? doi : null
}

/** Drops the punctuation of the surrounding sentence. Keeps a closing parenthesis that was opened within the DOI. */
function dropTrailing(text: string): string {
  let unopened = text.split(')').length - text.split('(').length
  let end = text.length
  for (; end > 0; end--) {
    const last = text[end - 1] ?? ''
    if (last === ')' && unopened > 0) unopened--
    else if (!'.,;'.includes(last)) break
  }
  return text.slice(0, end)
}

/** bioRxiv and medRxiv append the version to the DOI, and their pages the view: ".full.pdf", ".article-info". */
const dropPreprintVersion = (doi: string): string =>
  /^10\.(?:1101|64898)\//.test(doi)
    ? doi.replace(/\/$/, '').replace(/(?:v\d+)?(?:\.(?:full|abstract|article|supplementary).*)?$/, '')
    : doi
