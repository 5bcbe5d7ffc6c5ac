import { finished } from 'node:stream/promises'
import { EXIT, type ExitCode } from './failures.ts'

/** Keeps a closed pipe from ending the program with a stack trace while a command runs. */
export function watchClosedPipes(): void {
  // The reader of the pipe has what it wanted, as `head` has: nothing more is written.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(EXIT.ok)
  })
  process.stderr.on('error', () => {})
}

/**
 * Ends the program after the pipe, file or terminal has taken everything that was written: `process.exit` alone discards
 * what a pipe has no room for, which is all after its first 64 KiB when the reader is slower than the program. Output
 * that could not be written, for example to a full disk, is a failure.
 */
export async function exitWhenWritten(code: ExitCode): Promise<never> {
  const reason = await endOf(process.stdout)
  if (reason !== undefined) process.stderr.write(`error: standard output is incomplete: ${reason}\n`)
  await endOf(process.stderr)
  process.exit(reason === undefined ? code : EXIT.failure)
}

/** Ends the stream. Resolves when all is written, with the reason if some of it could not be. */
async function endOf(stream: NodeJS.WriteStream): Promise<string | undefined> {
  stream.end()
  try {
    await finished(stream)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
