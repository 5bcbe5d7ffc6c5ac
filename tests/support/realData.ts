import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of real arXiv metadata beside the repository. It is not part of the project: tests that need it are skipped without it. */
export const REAL_DATA = process.env['BENCH_DATA'] ?? join(import.meta.dirname, '../../../shared/data')

/** Whether `name` is among the real data; prints which tests are skipped when it is not. */
export function hasRealData(name: string, tests: string): boolean {
  const found = existsSync(join(REAL_DATA, name))
  if (!found) console.log(`skipped: ${tests}, because ${name} is not in the folder of real data (BENCH_DATA)`)
  return found
}
