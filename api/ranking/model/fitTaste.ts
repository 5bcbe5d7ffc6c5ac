import type { Background } from './background.ts'
import { fitProfile } from './fitProfile.ts'
import { labelRows } from './labelRows.ts'
import { largestWeights } from './largestWeights.ts'
import { trainSvm, type LinearModel, type SparseRows } from './linearSvm.ts'
import { mixOf } from './mix.ts'
import type { Example } from './signals.ts'
import { emptyTaste, type Taste } from './taste.ts'
import { weighPresence } from './weighPresence.ts'

/** Number of positive examples from which the model is trained. */
export const TRAINED_FROM = 3
/** Weights of a taste. Fewer cost quality, more cost memory and time. */
const WEIGHTS_MAX = 4_000
/** Share of the mean of the disliked papers that is taken off the mean of the liked (Rocchio). */
const DISLIKED = 0.5
/** Cost of an error in the linear model: an action of weight 1, and a paper of the background. */
const COST = { action: 1, background: 0.3 }

/**
 * Learns a reader's taste. Without positive examples the state is `prior`. With fewer than `TRAINED_FROM` the weights are
 * the mean of the liked papers minus half the mean of the disliked (J. J. Rocchio, 1971); from there on a linear support
 * vector machine against the disliked papers and the background. Beside its weight, each feature counts once when it is
 * there at all (`weighPresence`). Examples and background must have the features of one version. The same result for the
 * same examples in the same order.
 */
export function fitTaste(examples: readonly Example[], background: Background): Taste {
  const liked = examples.filter(({ weight }) => weight > 0)
  const disliked = examples.filter(({ weight }) => weight < 0)
  const first = liked[0]
  if (first === undefined) return emptyTaste()
  const trained = liked.length >= TRAINED_FROM && background.papers > 0
  const own = [...liked, ...disliked]
  const { rows, ids } = toRows(own, background)
  const { weights, bias, alphas } = trained
    ? trainWeights(own, rows, background, ids.length)
    : meanWeights(own, rows, ids.length)
  const { space, profile } = fitProfile(liked, disliked, trained ? background.vectors : null)
  const presence = weighPresence(weights, own, { rows, ids }, background, mixOf(space).presence)
  const kept = sortById(largestWeights(weights, WEIGHTS_MAX), ids)
  return {
    state: trained ? 'trained' : 'centroid',
    positives: liked.length,
    version: first.paper.version,
    features: {
      ids: take(ids, kept, new Uint32Array(kept.length)),
      values: take(weights, kept, new Float32Array(kept.length)),
    },
    presence: take(presence.values, kept, new Float32Array(kept.length)),
    bias: bias - presence.mean,
    space,
    profile,
    learned: {
      ids: liked.map(({ paper }) => paper.id),
      decisions: Float32Array.from(
        liked,
        (_, row) => bias - presence.mean + presence.byOthers[row]! + decideByOthers(rows, row, weights, alphas[row]!),
      ),
    },
  }
}

/**
 * What the weights sum to for an example without its own share of them: the leave-one-out estimate of T. S. Jaakkola and
 * D. Haussler, "Probabilistic kernel regression models", 1999, with the bias as it is.
 */
function decideByOthers({ starts, cells, values }: SparseRows, row: number, weights: Float32Array, alpha: number) {
  let sum = 0
  for (let cell = starts[row]!; cell < starts[row + 1]!; cell++)
    sum += (weights[cells[cell]!]! - alpha * values[cell]!) * values[cell]!
  return sum
}

/** More than the columns of any fit: an id and its column fit into the 53 bits of a number. */
const COLUMNS_MAX = 2 ** 21

/** The columns in the order of their ids. A sort without a function to compare takes a fifth of the time. */
function sortById(columns: Uint32Array, ids: Uint32Array): Uint32Array {
  const keys = new Float64Array(columns.length)
  for (let at = 0; at < keys.length; at++) keys[at] = ids[columns[at]!]! * COLUMNS_MAX + columns[at]!
  keys.sort()
  for (let at = 0; at < keys.length; at++) columns[at] = keys[at]! % COLUMNS_MAX
  return columns
}

function take<Values extends Float32Array | Uint32Array>(from: Values, columns: Uint32Array, into: Values): Values {
  for (let at = 0; at < columns.length; at++) into[at] = from[columns[at]!]!
  return into
}

function meanWeights(
  examples: readonly Example[],
  { starts, cells, values }: SparseRows,
  columns: number,
): LinearModel {
  const totalOf = (sign: number) => examples.reduce((sum, { weight }) => sum + Math.max(0, sign * weight), 0)
  const [liked, disliked] = [totalOf(1), totalOf(-1)]
  const weights = new Float32Array(columns)
  const alphas = new Float32Array(examples.length)
  for (const [row, { weight }] of examples.entries()) {
    const share = weight > 0 ? weight / liked : (DISLIKED * weight) / disliked
    alphas[row] = Math.abs(share)
    for (let cell = starts[row]!; cell < starts[row + 1]!; cell++) weights[cells[cell]!]! += share * values[cell]!
  }
  return { weights, bias: 0, alphas }
}

function trainWeights(own: readonly Example[], rows: SparseRows, background: Background, columns: number): LinearModel {
  const { labels, costs } = labelRows(
    own.map(({ paper, weight }) => ({ id: paper.id, weight })),
    background,
    COST,
  )
  return trainSvm({ blocks: [rows, background.matrix], labels, costs, columns })
}

/** The examples as rows over the columns of the background, followed by columns of features that only they have. */
function toRows(examples: readonly Example[], background: Background): { rows: SparseRows; ids: Uint32Array } {
  const known = background.matrix.columns
  const added = new Map<number, number>()
  const starts = new Uint32Array(examples.length + 1)
  for (const [row, { paper }] of examples.entries()) starts[row + 1] = starts[row]! + paper.features.ids.length
  const cells = new Uint32Array(starts.at(-1)!)
  const values = new Float32Array(cells.length)
  for (const [row, { paper }] of examples.entries()) {
    const { ids } = paper.features
    values.set(paper.features.values, starts[row])
    for (let at = 0; at < ids.length; at++) {
      let column = known.find(ids[at]!)
      if (column === -1) {
        column = added.get(ids[at]!) ?? known.size + added.size
        added.set(ids[at]!, column)
      }
      cells[starts[row]! + at] = column
    }
  }
  const ids = new Uint32Array(known.size + added.size)
  ids.set(background.ids)
  ids.set([...added.keys()], known.size)
  return { rows: { starts, cells, values }, ids }
}
