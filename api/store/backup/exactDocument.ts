import { mongo } from 'mongoose'

const { BSON } = mongo
/** Numbers stay of their type, and regular expressions as they are. */
const EXACT = { promoteValues: false, bsonRegExp: true } as const
const EMBEDDED = 3
const LIST = 4

/**
 * Returns a stored document in a form that the driver stores as the same bytes. An object of JavaScript puts names that are
 * numbers (the counts of years) before all others, and a `Map` does not.
 */
export function toExactDocument(bytes: Buffer): mongo.Document {
  const document = BSON.deserialize(bytes, EXACT)
  if (Buffer.compare(BSON.serialize(document), bytes) === 0) return document
  return toMap(bytes) as unknown as mongo.Document
}

function toMap(bytes: Uint8Array): Map<string, unknown> {
  const elements = Array.from(BSON.onDemand.parseToElements(bytes))
  return new Map(
    elements.map(([type, nameAt, nameLength, at, length]) => {
      const name = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameLength))
      const content = bytes.subarray(at, at + length)
      if (type === EMBEDDED) return [name, toMap(content)]
      if (type === LIST) return [name, [...toMap(content).values()]]
      // A document of this one value: its length, the value, and a zero at the end.
      const alone = Buffer.concat([Buffer.alloc(4), bytes.subarray(nameAt - 1, at + length), Buffer.alloc(1)])
      alone.writeInt32LE(alone.length)
      return [name, BSON.deserialize(alone, EXACT)[name]]
    }),
  )
}
