import { parentPort, workerData } from 'node:worker_threads'
import { readPart, type FileRead } from './readPart.ts'

// Reads one file for `readFile`, which starts this thread.

export type Reply = { file: FileRead } | { problem: string }

function read({ text, more }: { text: string; more: boolean }): Reply {
  try {
    return { file: readPart(text, more) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: error.message }
  }
}

parentPort?.postMessage(read(workerData as { text: string; more: boolean }), [])
