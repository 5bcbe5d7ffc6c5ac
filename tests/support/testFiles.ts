import { join } from 'node:path'
import { Glob } from 'bun'
import type { Size } from './longRun.ts'

/** The import by which a test file has several sizes. */
const HAS_SIZES = /^import .* from '[^']*\/longRun\.ts'$/m

/**
 * Returns the test files below `root` that match a pattern, for a run of this size: all of them for the short run, those
 * that try more for a longer one. A file that has its sizes only through another module belongs to the short run alone.
 */
export async function findTestFiles(root: string, patterns: readonly string[], size: Size): Promise<string[]> {
  const found = patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
  if (size === 'short') return found
  const texts = await Promise.all(found.map((file) => Bun.file(join(root, file)).text()))
  return found.filter((_, index) => HAS_SIZES.test(texts[index] ?? ''))
}
