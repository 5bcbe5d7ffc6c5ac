import { join } from 'node:path'
import { Apart } from '../../platform/apart.ts'
import { invalidField } from '../../platform/errors.ts'
import type { FileRequest } from './fileProcess.ts'
import { readPart, type FileRead } from './readPart.ts'

/** Longer texts are read in a process of their own, so that other requests do not wait: about 10 ms of work. */
const INLINE_MAX = 50_000
/** Far above what a file of the maximum size takes on a slow machine. */
const TIME_MAX_MS = 30_000

/** Reads what `readPart` reads. Throws "invalid-input" with a sentence for the reader. */
export async function readFile(text: string, { more = false } = {}): Promise<FileRead> {
  try {
    return await (text.length > INLINE_MAX ? readApart(text, more) : readPart(text, more))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidField('text', error.message, error)
  }
}

/** Throws SyntaxError like `readPart`, and when it takes too long. */
async function readApart(text: string, more: boolean): Promise<FileRead> {
  // One for each file: no reader waits for the file of another.
  await using reader = new Apart<FileRequest, FileRead>({
    program: join(import.meta.dirname, 'fileProcess.ts'),
    failure: (_why, cause) => cause ?? new SyntaxError('This file takes too long to read. Import it in parts.'),
  })
  return await reader.call({ text, more }, { timeMs: TIME_MAX_MS })
}
