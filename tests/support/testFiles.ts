import { join } from 'node:path'
import { Glob } from 'bun'
import type { Size } from './longRun.ts'

/** The import by which a test file has several sizes. */
const HAS_SIZES = /^import .* from '[^']*\/longRun\.ts'$/m

/** A file with nothing for the short run. */
const IS_LONG = /\.long\.test\.tsx?$/

/**
 * Returns the test files below `root` that match a pattern, for a run of this size: for the short run all but the long
 * ones, for a longer run those and the files that try more in it. A file that has its sizes only through another module
 * belongs to the short run alone.
 */
export async function findTestFiles(root: string, patterns: readonly string[], size: Size): Promise<string[]> {
  const found = patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
  if (size === 'short') return found.filter((file) => !IS_LONG.test(file))
  const texts = await Promise.all(found.map((file) => Bun.file(join(root, file)).text()))
  return found.filter((file, index) => IS_LONG.test(file) || HAS_SIZES.test(texts[index] ?? ''))
}
