import { IndexProcess, type CallLimits } from './indexClient.ts'
import { IndexFile } from './indexFile.ts'
import type { IndexState, SearchIndex, SearchResult } from './searchIndex.ts'

/** A search takes some ms; one that waits for a second is no longer what its reader looks at. */
const READING: CallLimits = { waitingMax: 64, callMs: 5_000 }
const WRITING: CallLimits = { waitingMax: 64, callMs: 60_000 }

/**
 * Opens the search index in `folder`. Searches and writes run in a process each, so that neither blocks this one nor the
 * other. All processes of a machine may share a folder: one of them writes, see `becomeWriter`. ":memory:" keeps the
 * index in the memory of this process, without other processes.
 */
export const openSqliteIndex = ({ folder }: { folder: string }): SearchIndex =>
  folder === ':memory:' ? openInMemory() : openInProcesses(folder)

function openInProcesses(folder: string): SearchIndex {
  const reader = new IndexProcess(folder, READING)
  const writer = new IndexProcess(folder, WRITING)
  return {
    search: async (request, signal) =>
      (await reader.call({ method: 'search', value: request }, signal)) as SearchResult,
    scoreByCommonWords: async (papers, signal) =>
      (await reader.call({ method: 'scoreByCommonWords', value: papers }, signal)) as number[],
    // Not behind the searches that wait.
    state: async () => (await writer.call({ method: 'state' })) as IndexState,
    becomeWriter: async () => (await writer.call({ method: 'becomeWriter' })) as boolean,
    put: async (papers) => void (await writer.call({ method: 'put', value: papers })),
    remove: async (ids) => void (await writer.call({ method: 'remove', value: ids })),
    markCurrent: async (at) => void (await writer.call({ method: 'markCurrent', value: at })),
    reset: async () => void (await writer.call({ method: 'reset' })),
    rebuild: async (number) => void (await writer.call({ method: 'rebuild', value: number })),
    findLack: async () => (await writer.call({ method: 'findLack' })) as string | null,
    close: async () => {
      await Promise.all([reader.stop(), writer.stop()])
    },
  }
}

function openInMemory(): SearchIndex {
  const file = new IndexFile(':memory:')
  return {
    search: async (request) => file.search(request),
    scoreByCommonWords: async (papers) => file.scoreByCommonWords(papers),
    state: async () => file.state,
    becomeWriter: async () => true,
    put: async (papers) => file.put(papers),
    remove: async (ids) => file.remove(ids),
    markCurrent: async (at) => file.markCurrent(at),
    reset: async () => file.reset(),
    rebuild: async (number) => file.rebuild(number),
    findLack: async () => file.findLack(),
    close: async () => file.close(),
  }
}
