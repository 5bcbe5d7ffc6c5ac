const capitals = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho'.split(' ')
const rest = 'sigma tau upsilon phi chi psi omega'.split(' ')

/** Lower-case Greek letter -> its English name. Final sigma and the variant shapes fold to the plain letter under NFKD. */
export const greekNames: ReadonlyMap<string, string> = new Map([
  ...capitals.map((name, place) => [String.fromCodePoint(0x3b1 + place), name] as const),
  ['ς', 'sigma'],
  ...rest.map((name, place) => [String.fromCodePoint(0x3c3 + place), name] as const),
])

const spelled: ReadonlySet<string> = new Set(greekNames.values())

/** The English name of a Greek letter written out in TeX or in words (`varepsilon` -> `epsilon`), undefined for others. */
export function readGreekName(word: string): string | undefined {
  const name = word.toLowerCase().replace(/^var(?=.{2})/, '')
  return spelled.has(name) ? name : undefined
}
