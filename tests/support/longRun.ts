// How much a run of the tests tries. `npm test` is the short run. A test with several sizes imports this module; the
// long run (`bun run test:long`) has only the files that do.

const SIZES = ['short', 'long', 'everything'] as const
export type Size = (typeof SIZES)[number]

/** `TESTS`: `long` tries in minutes what the short run has no time for, `everything` more of it, for hours. */
export const SIZE: Size = readSize(process.env['TESTS'])

/** Returns the value of this run. */
export function sized<Value>({ short, long, everything = long }: Sizes<Value>): Value {
  return { short, long, everything }[SIZE]
}

interface Sizes<Value> {
  short: Value
  long: Value
  /** As in the long run if left out. */
  everything?: Value
}

/** Throws for an unknown size: a run that tried less than was asked for would look green. */
function readSize(name = 'short'): Size {
  const size = SIZES.find((known) => known === name)
  if (size === undefined) throw new Error(`TESTS must be ${SIZES.join(', ')}, not ${name}.`)
  return size
}

const MINUTE_MS = 60_000
/** Time limit of a test: a case of the longest run lives through weeks, or sends some hundred thousand generated values. */
export const TEST_LIMIT_MS = sized({ short: 5 * MINUTE_MS, long: 15 * MINUTE_MS, everything: 240 * MINUTE_MS })
