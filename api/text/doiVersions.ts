/** A preprint server that appends the version to its DOIs. */
interface Server {
  /** Matches a DOI in lower case: the part that all versions have, and the version. */
  form: RegExp
  /** What a DOI of it without a version is: its first version, or the newest text whatever its number. */
  bare: 'first' | 'newest'
  /** The separators before the number of a version: some servers have used several. */
  marks: (key: string) => readonly string[]
}

/** The first that matches applies. bioRxiv and medRxiv, whose own DOI has no version, are in `parseDoi`. */
const SERVERS: readonly Server[] = [
  {
    // ChemRxiv: "chemrxiv-2025-abc1d-v2"; "chemrxiv.10009991/v1" from 2026 on; "chemrxiv.12345678.v1" before 2021.
    form: /^(10\.26434\/chemrxiv[-.].+?)(?:(?:-v|\/v|\.v)(\d+))?$/,
    bare: 'first',
    marks: (key) => (key.startsWith('10.26434/chemrxiv-') ? ['-v'] : ['/v', '.v']),
  },
  // Research Square
  { form: /^(10\.21203\/rs\.\d+\.rs-\d+)(?:\/v(\d+))?$/, bare: 'first', marks: () => ['/v'] },
  // Preprints.org
  { form: /^(10\.20944\/preprints\d{6}\.\d{4})(?:\.v(\d+))?$/, bare: 'first', marks: () => ['.v'] },
  // PsyArXiv, SocArXiv and the other servers of OSF
  { form: /^(10\.\d+\/osf\.io\/[a-z0-9]{5,})(?:_v(\d+))?$/, bare: 'first', marks: () => ['_v'] },
  // Authorea, TechRxiv
  { form: /^(10\.(?:22541|36227)\/.+?)(?:(?:\/v|\.v)(\d+))?$/, bare: 'first', marks: () => ['/v', '.v'] },
  // eLife: the reviewed preprints and the version of record, which has no number, are one article.
  { form: /^(10\.7554\/elife\.\d+)(?:\.(\d+))?$/, bare: 'newest', marks: () => ['.'] },
  // F1000Research and the other platforms of F1000
  { form: /^(10\.12688\/[a-z0-9]+\.\d+)(?:\.(\d+))?$/, bare: 'first', marks: () => ['.'] },
]

/** Versions that are asked for: hardly any preprint has more. */
const VERSIONS_MAX = 9

export interface VersionedDoi {
  /** The DOI without the version of its preprint server: what all versions of one paper have in common. */
  key: string
  /** Null when the DOI names none, or the newest one. */
  version: number | null
}

/**
 * Splits a DOI in lower case, as `parseDoi` returns it, by the rules of the preprint servers. A DOI of anybody else is
 * unchanged: its "v1" may be a part of the name.
 */
export function splitDoiVersion(doi: string): VersionedDoi {
  for (const { form, bare } of SERVERS) {
    const [, key, version] = form.exec(doi) ?? []
    if (key !== undefined)
      return { key, version: version === undefined ? (bare === 'first' ? 1 : null) : Number(version) }
  }
  return { key: doi, version: null }
}

/** The DOIs under which the paper with this key can be registered: the key itself, and those of its first versions. */
export function listDoiForms(key: string): string[] {
  const server = SERVERS.find(({ form }) => form.test(key))
  if (server === undefined) return [key]
  const numbers = Array.from({ length: VERSIONS_MAX }, (_, index) => index + 1)
  return [key, ...server.marks(key).flatMap((mark) => numbers.map((number) => `${key}${mark}${number}`))]
}
