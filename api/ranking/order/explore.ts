import { hashText } from '../features/hash.ts'
import { seededRandom } from '../features/random.ts'
import type { ReaderOfDay } from './readerOfDay.ts'

/** One card of this many is explored, except of the first ones: an explored card there costs 0.007 of nDCG@10. */
const BLOCK = 10
/** The explored papers are drawn from this many times as many. */
const DRAWN_FROM = 3

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Inserts explored papers into the first `length` rows, one at a random position of each ten but the first. They are
 * drawn from the papers below that are nearest to the decision boundary, where a reader's action teaches the model most
 * (D. D. Lewis and W. A. Gale, SIGIR 1994). Only for a trained model; the seed decides which and where.
 */
export function insertExplored(
  sorted: Uint32Array,
  decisions: Float32Array,
  candidates: number,
  { taste, length, seed }: ReaderOfDay,
): { rows: Uint32Array; explored: ReadonlySet<number> } {
  const slots = Math.floor(Math.min(length, sorted.length) / BLOCK) - 1
  if (taste.state !== 'trained' || slots < 1) return { rows: sorted, explored: NOTHING }
  const below = sorted.slice(length).filter((row) => row < candidates)
  const random = seededRandom(hashText(seed))
  const drawn = [...below]
    .sort((one, other) => Math.abs(decisions[one]!) - Math.abs(decisions[other]!) || one - other)
    .slice(0, DRAWN_FROM * slots)
  const explored = new Set<number>()
  while (explored.size < slots && drawn.length > 0)
    explored.add(...(drawn.splice(Math.floor(random() * drawn.length), 1) as [number]))
  const rows = [...sorted].filter((row) => !explored.has(row))
  for (const [slot, row] of [...explored].entries())
    rows.splice((slot + 1) * BLOCK + Math.floor(random() * BLOCK), 0, row)
  return { rows: Uint32Array.from(rows), explored }
}
