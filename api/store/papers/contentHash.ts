import { createHash } from 'node:crypto'
import type { PaperContent } from './paperMerge.ts'

/** Returns a hash of the content that does not depend on the order of its fields. */
export function hashContent(content: PaperContent): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    const entries = Object.entries(value).filter(([, field]) => field !== undefined)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, sorted(field)]))
  }
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('base64url')
}
