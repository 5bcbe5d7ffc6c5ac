/** Seed of the simulated worlds: WORLD_SEED, to repeat a failed run or to try other worlds. */
export const WORLD_SEED = Number(process.env['WORLD_SEED'] ?? 1)

/** WORLD_RUN=all runs every case; otherwise the suite runs those that it has time for. */
export const RUN_ALL = process.env['WORLD_RUN'] === 'all'
