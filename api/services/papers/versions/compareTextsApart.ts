import { join } from 'node:path'
import { Apart } from '../../../platform/apart.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ComparedSections, Texts } from './compareSections.ts'

/** Far above what the texts of two long papers take on a slow machine. */
const TIME_MAX_MS = 20_000
const MEMORY_MAX_BYTES = 768 * 1024 * 1024

/**
 * Compares the texts of two versions in a process of its own, so that other requests do not wait. Throws "not-found" when
 * that takes too long.
 */
export async function compareTextsApart(texts: Texts): Promise<ComparedSections> {
  // One for each comparison: it ends with it, and holds nothing of the texts afterwards.
  await using comparison = new Apart<Texts, ComparedSections>({
    program: join(import.meta.dirname, 'textProcess.ts'),
    niceness: 5,
    failure: (why, cause) =>
      why === 'time' || why === 'memory'
        ? new AppError('not-found', 'The texts of these versions are too long to be compared here.')
        : (cause ?? new Error(`the comparison failed: ${why}`)),
  })
  return await comparison.call(texts, { timeMs: TIME_MAX_MS, memoryBytes: MEMORY_MAX_BYTES })
}
