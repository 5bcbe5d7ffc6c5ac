import { IndexFile } from './indexFile.ts'
import type { SearchIndex } from './searchIndex.ts'

/**
 * Opens the search index in `folder`, and creates it when there is none; ":memory:" keeps it in memory. Several
 * processes may share a file.
 */
export function openSqliteIndex({ folder }: { folder: string }): SearchIndex {
  const file = new IndexFile(folder)
  return {
    search: async (request) => file.search(request),
    state: async () => file.state,
    put: async (papers) => file.put(papers),
    remove: async (ids) => file.remove(ids),
    markCurrent: async (at) => file.markCurrent(at),
    reset: async () => file.reset(),
    close: async () => file.close(),
  }
}
