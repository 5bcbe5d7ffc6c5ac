import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../terminal/failures.ts'
import type { Context } from './context.ts'

/** Throws `conflict` when the file exists, unless --yes allows to replace it. */
export async function requireNewFile({ options }: Context, path: string): Promise<void> {
  if (!options.yes && (await Bun.file(path).exists()))
    throw new Failure('conflict', `${path} exists.`, { advice: 'Name another file, or replace it with --yes.' })
}

/** Writes the body of the response to the file, which only this user can read, and prints where it is. */
export async function saveFile({ out }: Context, path: string, response: Response): Promise<void> {
  // A draft that is renamed when it is complete: a broken connection leaves no file that looks whole.
  const draft = `${path}.${process.pid}`
  const file = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
  try {
    await pipeline(response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as never), file)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new Failure('unexpected', `${path} could not be written completely.`, { cause, advice: 'Try again.' })
  }
  const bytes = file.bytesWritten
  out.data({ file: path, bytes }, () => `Written: ${path} (${bytes.toLocaleString('en')} bytes)`)
}
