import { isLatent } from '../features/lsa.ts'

/** What the parts of a score count, each in standard deviations. */
export interface Mix {
  /** The presence of features beside their weights, over random papers. */
  presence: number
  /** The direction of what the reader likes, and the nearest liked papers, beside the linear model, over a day. */
  direction: number
  nearest: number
}

/** The embedding finds near papers better than latent semantic analysis, so that they may count more. */
const MIX = {
  words: { presence: 0.3, direction: 0, nearest: 0 },
  latent: { presence: 0.3, direction: 0.6, nearest: 0.25 },
  embedding: { presence: 0.7, direction: 0.5, nearest: 0.6 },
} as const satisfies Record<string, Mix>

/** Returns the mix for a taste with vectors of a space; null without vectors. Measured by `bun run eval`. */
export function mixOf(space: string | null): Mix {
  if (space === null) return MIX.words
  return isLatent(space) ? MIX.latent : MIX.embedding
}
