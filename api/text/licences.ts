/**
 * The name of a licence by its address: "CC BY 4.0". The same licence has several addresses: with http and https, with and
 * without the last slash, and in a language ("…/by/4.0/deed.en"). Another one is named by its address.
 */
export function nameOfLicence(address: string): string {
  const plain = address
    .trim()
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/+$/, '')
  const [, terms, version] = /^creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)\b/i.exec(plain) ?? []
  if (terms !== undefined) return `CC ${terms.toUpperCase()} ${version}`
  if (/^creativecommons\.org\/publicdomain\/zero\/1\.0\b/i.test(plain)) return 'CC0 1.0'
  if (/^arxiv\.org\/licenses\/nonexclusive-distrib\b/i.test(plain)) return 'arXiv’s licence to distribute'
  if (/^arxiv\.org\/licenses\/assumed-1991-2003\b/i.test(plain)) return 'arXiv’s assumed licence'
  return plain
}

/** A version whose licence is another one than that of the version before. */
export interface ReplacedLicence<Version> {
  version: Version
  /** The names of the licences. */
  before: string
  after: string
}

/** The versions that replaced the licence of a paper, of its versions with a known licence, the oldest first. */
export function listReplacedLicences<Version extends { license: string }>(
  versions: readonly Version[],
): ReplacedLicence<Version>[] {
  return versions.slice(1).flatMap((version, at) => {
    const [before, after] = [versions[at]?.license ?? version.license, version.license].map(nameOfLicence)
    return before === undefined || after === undefined || before === after ? [] : [{ version, before, after }]
  })
}

/** "Its licence was replaced: CC BY 4.0 in place of arXiv’s licence to distribute." */
export const describeReplacedLicence = ({
  before,
  after,
}: Pick<ReplacedLicence<unknown>, 'before' | 'after'>): string =>
  `Its licence was replaced: ${after} in place of ${before}.`
