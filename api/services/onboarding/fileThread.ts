import { parentPort, workerData } from 'node:worker_threads'
import { IMPORT_PAPERS_MAX } from '../../contract/limits.ts'
import { readImport, type ImportFile } from '../../citations/readImport.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'

// Reads one file for `readFile`, which starts this thread.

export type Reply = { file: ImportFile } | { problem: string }

function read(text: string): Reply {
  try {
    return { file: readImport(text, (word) => parsePaperReference(word) !== null, IMPORT_PAPERS_MAX) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: error.message }
  }
}

parentPort?.postMessage(read((workerData as { text: string }).text), [])
