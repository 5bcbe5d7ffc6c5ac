import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

// Signatures and offsets of PKWARE's APPNOTE.TXT, 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end).
const END = Buffer.from('PK\x05\x06', 'latin1')
const DEFLATED = 8

/**
 * Returns the content of the member of a zip archive whose name ends in `/name` or is `name`. Throws an Error when there
 * is none. Decompresses outside the main thread.
 */
export async function readZipMember(zip: Buffer, name: string): Promise<Buffer> {
  const end = zip.lastIndexOf(END)
  if (end === -1) throw new Error('it is not a zip archive')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28)
    const member = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (member.split('/').at(-1) === name) return readMember(zip, at)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`it does not contain ${name}`)
}

/** Reads the member whose header in the central directory is at `at`. */
async function readMember(zip: Buffer, at: number): Promise<Buffer> {
  const local = zip.readUInt32LE(at + 42)
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
  return zip.readUInt16LE(at + 10) === DEFLATED ? inflate(packed) : packed
}
