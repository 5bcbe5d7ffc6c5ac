import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A download without a byte for this long, in ms, has failed. */
const STALLED_MS = 30_000

/**
 * Downloads `url` to `path`, in parts, and compares its SHA-256. Throws an Error with a reason of one line when the host
 * cannot be reached, refuses, stalls, or sends anything else than the expected file.
 */
export async function download(url: string, path: string, sha256: string, signal: AbortSignal): Promise<void> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(new Error(`no data for ${STALLED_MS / 1000} s`)), STALLED_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, stalled.signal]) })
    if (!response.ok || response.body === null) throw new Error(`it answers ${response.status}`)
    const file = await open(path, 'w')
    try {
      for await (const part of response.body) {
        timer.refresh()
        await file.write(part)
      }
    } finally {
      await file.close()
    }
  } finally {
    clearTimeout(timer)
  }
  await verify(path, sha256)
}

/** Throws an Error when the file at `path` is absent or its SHA-256 (hexadecimal) differs. Reads it in parts. */
export async function verify(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const part of Bun.file(path).stream()) hash.update(part)
  if (hash.digest('hex') !== sha256) throw new Error('refused, because its checksum is wrong')
}
