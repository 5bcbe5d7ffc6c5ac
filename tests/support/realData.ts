import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of real arXiv metadata outside the repository. Tests that need it are skipped without it. */
export const REAL_DATA = process.env['BENCH_DATA'] ?? join(import.meta.dirname, '../../../shared/data')

/** Whether the real data contains `name`; if not, prints that `tests` are skipped. */
export function hasRealData(name: string, tests: string): boolean {
  const found = existsSync(join(REAL_DATA, name))
  if (!found) console.log(`skipped: ${tests}, because ${name} is not in the data folder (BENCH_DATA)`)
  return found
}
