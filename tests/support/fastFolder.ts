import { freemem, tmpdir } from 'node:os'
import { access, constants, statfs } from 'node:fs/promises'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** What the databases, browsers and builds of a whole run leave there at most. */
const NEEDED_BYTES = 4 * GIB

/**
 * The folder for temporary files: in memory where Linux has room for them, because a mongod waits for the disk at each
 * write of the product. The tests that kill processes lose nothing by it: only a loss of power would.
 */
export async function fastFolder(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    if (bavail * bsize >= NEEDED_BYTES && freemem() >= 2 * NEEDED_BYTES) return MEMORY
  } catch {
    // Another system, or a container without it.
  }
  return tmpdir()
}
