/** Wins and losses of one reader's decided lists, and how many readers have the same. */
export interface ReaderCounts {
  wins: number
  losses: number
  readers: number
}

/** The interval is wrong at any time, ever, with this probability at most. */
const ALPHA = 0.05
/** Mean rates that are compared. */
const MEANS = Array.from({ length: 99 }, (_, at) => (at + 1) / 100)
/** How alike readers are: the rate of a reader is drawn from a beta distribution with this sum of its parameters. */
const CONCENTRATIONS = [1, 4, 16, 64, Infinity]
/** One reader has one rate. */
const SAME = [Infinity]

/**
 * The rate at which one reader, or the mean reader of all, gets more from the first order, with an interval that holds at
 * every moment at once, however often one looks and whenever one stops: a confidence sequence. The unit is the reader:
 * lists of one reader are alike, and readers differ.
 *
 * With L(m, s) the likelihood of the counts, each reader's rate being beta distributed with the mean m and the sum s of
 * the parameters, the interval has each m for which some s gives L(m, s) > α · mean of L over all m and s. The mean over
 * L(m, s) is a martingale with the mean 1 if m and s are the true ones, so that by Ville's inequality (1939) the truth is
 * ever left out with the probability α at most: H. Robbins, "Statistical methods related to the law of the iterated
 * logarithm", Annals of Mathematical Statistics 41 (1970), 1397-1409; the unknown s by L. Wasserman, A. Ramdas and
 * S. Balakrishnan, "Universal inference", PNAS 117 (2020), 16880-16890. `rate` is the m of the largest likelihood.
 */
export function estimateRate(
  counts: readonly ReaderCounts[],
  { oneReader }: { oneReader: boolean },
): { rate: number; interval: [number, number] } {
  const spreads = oneReader ? SAME : CONCENTRATIONS
  const logs = new Float64Array(MEANS.length * spreads.length)
  for (const { wins, losses, readers } of counts) {
    const own = likelihoodsOf(wins, losses, spreads)
    for (let at = 0; at < logs.length; at++) logs[at]! += readers * own[at]!
  }
  const largest = logs.reduce((most, value) => Math.max(most, value), -Infinity)
  const mixed = largest + Math.log(logs.reduce((sum, value) => sum + Math.exp(value - largest), 0) / logs.length)
  const least = mixed + Math.log(ALPHA)
  const bestOf = (mean: number) => {
    let best = -Infinity
    for (let spread = 0; spread < spreads.length; spread++) best = Math.max(best, logs[mean * spreads.length + spread]!)
    return best
  }
  const profile = MEANS.map((_, mean) => bestOf(mean))
  const inside = [...MEANS.keys()].filter((mean) => profile[mean]! > least)
  const [first = 0, last = 0] = [inside[0], inside.at(-1)]
  return {
    rate: MEANS[profile.indexOf(largest)]!,
    // Up to the next rate that was found to be outside.
    interval: [MEANS[first - 1] ?? 0, MEANS[last + 1] ?? 1],
  }
}

/** Many readers have the same counts. The limit bounds the memory to some megabytes. */
const KNOWN_MAX = 1_000
const known = new Map<string, Float64Array>()

/** The logarithm of the likelihood of one reader's counts for each mean and spread. */
function likelihoodsOf(wins: number, losses: number, spreads: readonly number[]): Float64Array {
  const key = `${wins} ${losses} ${spreads.length}`
  const found = known.get(key)
  if (found) return found
  const logs = Float64Array.from({ length: MEANS.length * spreads.length }, (_, at) => {
    const [mean, spread] = [MEANS[Math.floor(at / spreads.length)]!, spreads[at % spreads.length]!]
    if (spread === Infinity) return wins * Math.log(mean) + losses * Math.log(1 - mean)
    return rising(mean * spread, wins) + rising((1 - mean) * spread, losses) - rising(spread, wins + losses)
  })
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, logs)
  return logs
}

/** ln(from · (from + 1) · … · (from + count - 1)). */
function rising(from: number, count: number): number {
  let sum = 0
  for (let step = 0; step < count; step++) sum += Math.log(from + step)
  return sum
}
