/**
 * The DOI that `text` is, bare and in lower case: "10.5555/jiv.2026.0011". Takes "doi:…" and addresses of doi.org; of
 * several DOIs the first. Versions of bioRxiv and medRxiv are one DOI. Null when it is none.
 */
export function parseDoi(text: string): string | null {
  const [first = ''] = text
    .trim()
    .replace(/^doi:\s*/i, '')
    .split(/\s+/)
  const bare = decode(first.replace(/^https?:\/\/(?:dx\.|www\.)?doi\.org\//i, '')).toLowerCase()
  const doi = dropPreprintVersion(dropTrailing(bare))
  return /^10\.\d{4,9}\/\S+$/.test(doi) ? doi : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A bare DOI may hold a percent sign of its own: it is then not percent-encoded at all.
    return text
  }
}

/** Punctuation of the sentence around it. A closing parenthesis stays when it belongs to the DOI. */
function dropTrailing(text: string): string {
  const last = text.at(-1) ?? ''
  if ('.,;'.includes(last) && last !== '') return dropTrailing(text.slice(0, -1))
  if (last === ')' && text.split(')').length > text.split('(').length) return dropTrailing(text.slice(0, -1))
  return text
}

/** Cold Spring Harbor's preprint servers append the version, and some pages the view, to the DOI. */
const dropPreprintVersion = (doi: string): string =>
  /^10\.(?:1101|64898)\//.test(doi) ? doi.replace(/(?:v\d+)?(?:\.full.*)?$/, '') : doi
