import { AppError } from '../errors.ts'
import { createByteReader } from './byteReader.ts'

/** A part of an archive: an entry about what follows, or a document of a database as it is stored (BSON). */
export type Frame = { kind: 'entry'; value: unknown } | { kind: 'document'; bytes: Buffer }

const HEAD_BYTES = 5
const ENTRY = 0
const DOCUMENT = 1
/** A document of MongoDB has at most 16 MB; an entry may be a file. A larger length is none, and no memory is taken for it. */
const FRAME_MAX_BYTES = 64 * 1024 ** 2

export const entryFrame = (value: unknown): Buffer => toFrame(ENTRY, Buffer.from(JSON.stringify(value)))
export const documentFrame = (bytes: Uint8Array): Buffer => toFrame(DOCUMENT, bytes)

function toFrame(kind: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(kind)
  head.writeUInt32LE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Reads frames. Throws "invalid-input" for bytes that are none. */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const reader = createByteReader(bytes)
  while (!(await reader.isAtEnd())) {
    const head = await reader.take(HEAD_BYTES)
    const [kind, length] = [head?.readUInt8(), head?.readUInt32LE(1) ?? Number.POSITIVE_INFINITY]
    const body = length > FRAME_MAX_BYTES ? undefined : await reader.take(length)
    if (body === undefined) throw notFrames()
    if (kind === DOCUMENT) yield { kind: 'document', bytes: body }
    else if (kind === ENTRY) yield { kind: 'entry', value: parse(body) }
    else throw notFrames()
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw notFrames(cause)
  }
}

const notFrames = (cause?: unknown) =>
  new AppError('invalid-input', 'The archive is damaged: its content cannot be read.', { cause })
