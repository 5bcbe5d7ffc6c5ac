export interface ByteReader {
  /** The next `length` bytes; undefined when fewer are left. */
  take(length: number): Promise<Buffer | undefined>
  isAtEnd(): Promise<boolean>
}

/** Reads a stream in pieces of given lengths. Keeps no more than the piece that is read, and the chunk in which it ends. */
export function createByteReader(bytes: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = bytes[Symbol.asyncIterator]()
  let waiting: Uint8Array[] = []
  let size = 0

  async function fill(length: number): Promise<void> {
    while (size < length) {
      const { done, value } = await chunks.next()
      if (done) return
      waiting.push(value)
      size += value.length
    }
  }

  return {
    async take(length) {
      await fill(length)
      if (size < length) return undefined
      const [first] = waiting
      const all = waiting.length === 1 && first !== undefined ? toBuffer(first) : Buffer.concat(waiting)
      waiting = size === length ? [] : [all.subarray(length)]
      size -= length
      return all.subarray(0, length)
    },
    async isAtEnd() {
      await fill(1)
      return size === 0
    },
  }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
