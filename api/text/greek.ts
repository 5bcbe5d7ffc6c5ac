const alphaToRho = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho'.split(' ')
const sigmaToOmega = 'sigma tau upsilon phi chi psi omega'.split(' ')

/** Lower-case Greek letter -> its English name. NFKD maps variant shapes to the plain letter. */
export const greekNames: ReadonlyMap<string, string> = new Map([
  ...alphaToRho.map((name, index) => [String.fromCodePoint(0x3b1 + index), name] as const),
  ['ς', 'sigma'],
  ...sigmaToOmega.map((name, index) => [String.fromCodePoint(0x3c3 + index), name] as const),
])

const names: ReadonlySet<string> = new Set(greekNames.values())

/** Returns the English name of a Greek letter spelled in TeX or English (`varepsilon` -> `epsilon`), else undefined. */
export function readGreekName(word: string): string | undefined {
  const name = word.toLowerCase().replace(/^var(?=.{2})/, '')
  return names.has(name) ? name : undefined
}
