import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A mail that a server accepted, or a message that a target did. */
export interface Acceptance {
  /** Id of the mail in the outbox. */
  id: string
  /** Fence of the claim with which it was sent. */
  fence: number
  /** The server's reply. */
  receipt: string
  /** Of a message to a target: how many of the row it had accepted before and has now, and whether that are all. */
  part?: { before: number; done: number; isLast: boolean }
}

/** Above this size the file is emptied as soon as everything in it is stored. */
const BYTES_MAX = 64 * 1024

/**
 * What mail servers accepted and the database does not have yet: in memory and, so that it survives a kill of this
 * process, in a file. It needs no fsync for that.
 */
export interface Journal {
  /** Appends synchronously, before anything else can happen in this process. */
  add(acceptance: Acceptance): void
  /** Everything that was added, by this or an earlier process, and not removed. */
  pending(): Acceptance[]
  /** To call when the database has it. */
  remove(acceptance: Acceptance): void
  close(): void
}

/** Opens the journal in `file`, with what an earlier process left in it. Without a file it is in memory only. */
export function openJournal(file?: string): Journal {
  const pending = new Map<string, Acceptance>()
  const descriptor = file === undefined ? undefined : openSync(file, 'a+', 0o600)
  const text = descriptor === undefined ? '' : readFileSync(descriptor, 'utf8')
  let size = Buffer.byteLength(text)
  for (const acceptance of text.split('\n').flatMap(readLine)) pending.set(keyOf(acceptance), acceptance)
  return {
    add(acceptance) {
      pending.set(keyOf(acceptance), acceptance)
      // The first line break ends a line that a full disk cut off.
      if (descriptor !== undefined) size += writeSync(descriptor, `\n${JSON.stringify(acceptance)}\n`)
    },
    pending: () => [...pending.values()],
    remove(acceptance) {
      pending.delete(keyOf(acceptance))
      if (descriptor === undefined || pending.size > 0 || size < BYTES_MAX) return
      ftruncateSync(descriptor)
      size = 0
    },
    close: () => descriptor !== undefined && closeSync(descriptor),
  }
}

/** An empty line has nothing, and one that is not complete proves nothing: its mail is uncertain. */
function readLine(line: string): Acceptance[] {
  try {
    return [JSON.parse(line) as Acceptance]
  } catch {
    return []
  }
}

const keyOf = ({ id, fence }: Acceptance) => `${id} ${fence}`
