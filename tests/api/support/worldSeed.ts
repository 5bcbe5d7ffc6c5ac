/** Seed of the simulated worlds: WORLD_SEED, to repeat a failed run or to try other worlds. */
export const WORLD_SEED = Number(process.env['WORLD_SEED'] ?? 1)
