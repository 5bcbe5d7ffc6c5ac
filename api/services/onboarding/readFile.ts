import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { invalidField } from '../../platform/errors.ts'
import type { Reply } from './fileThread.ts'
import { readPart, type FileRead } from './readPart.ts'

const PROGRAM = join(import.meta.dirname, 'fileThread.ts')
/** Longer texts are read in a thread of their own, so that other requests do not wait: about 10 ms of work. */
const INLINE_MAX = 50_000
/** Far above what a file of the maximum size takes on a slow machine. */
const TIME_MAX_MS = 30_000

/** Reads what `readPart` reads. Throws "invalid-input" with a sentence for the reader. */
export async function readFile(text: string, { more = false } = {}): Promise<FileRead> {
  if (text.length > INLINE_MAX) return readInThread(text, more)
  try {
    return readPart(text, more)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidField('text', error.message, error)
  }
}

async function readInThread(text: string, more: boolean): Promise<FileRead> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const worker = new Worker(PROGRAM, { workerData: { text, more } })
  const timer = setTimeout(
    () => resolve({ problem: 'This file takes too long to read. Import it in parts.' }),
    TIME_MAX_MS,
  )
  worker.once('message', resolve)
  worker.once('error', reject)
  try {
    const reply = await promise
    if ('problem' in reply) throw invalidField('text', reply.problem)
    return reply.file
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
