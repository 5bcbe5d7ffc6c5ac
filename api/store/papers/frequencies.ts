import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { bytesOf } from '../databaseValues.ts'

const schema = new Schema(
  {
    /** "current" for the version in force; `<part>:<version>:<number>` for a piece of a part of a version. */
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    /** Of the current version: the papers of the library that it was made from. */
    papers: Number,
    made_at: Date,
    /** Of a piece: how many the part has, and its bytes. */
    pieces: Number,
    data: Schema.Types.Buffer,
  },
  { collection: 'frequencies', strict: 'throw', autoIndex: false, versionKey: false },
)
const Frequencies = model('Frequencies', schema)

/** A document of MongoDB has at most 16 MB. */
const PIECE_BYTES = 8 * 1024 * 1024
const CURRENT = 'current'

/** The document frequencies of the library, and the basis of the latent vectors made with them. */
export type FrequencyPart = 'frequencies' | 'basis'

export interface FrequencyVersion {
  version: number
  papers: number
  made_at: Date
}

/** The version in force; null before the first. */
export async function findVersion(): Promise<FrequencyVersion | null> {
  const found = await Frequencies.findById(CURRENT).lean()
  return found && { version: found.version, papers: found.papers ?? 0, made_at: found.made_at ?? new Date(0) }
}

/** The number of a piece, the end of its id. */
const numberOf = ({ _id }: { _id: string }) => Number(_id.slice(_id.lastIndexOf(':') + 1))

/** The bytes of a part of a version; null when it has none or is not stored any more. */
export async function readPart(part: FrequencyPart, version: number): Promise<ArrayBuffer | null> {
  const ids = { $gte: `${part}:${version}:`, $lt: `${part}:${version};` }
  const pieces = await Frequencies.find({ _id: ids }).lean()
  if (pieces.length === 0 || pieces.some((piece) => piece.pieces !== pieces.length)) return null
  const inOrder = pieces.toSorted((one, other) => numberOf(one) - numberOf(other))
  return new Uint8Array(Buffer.concat(inOrder.map(({ data }) => new Uint8Array(bytesOf(data))))).buffer
}

/**
 * Stores a version and puts it in force in place of the version `replaces` (null: there is none). Returns false when
 * another process has put one in force meanwhile. Deletes the parts of all versions that are not in force.
 */
export async function saveVersion({
  parts,
  replaces,
  ...fields
}: {
  version: number
  papers: number
  parts: Partial<Record<FrequencyPart, Uint8Array>>
  replaces: number | null
}): Promise<boolean> {
  const { version } = fields
  for (const [part, bytes] of Object.entries(parts)) {
    const pieces = Math.max(1, Math.ceil(bytes.byteLength / PIECE_BYTES))
    for (let number = 0; number < pieces; number++) {
      const data = Buffer.from(bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES))
      await Frequencies.updateOne({ _id: `${part}:${version}:${number}` }, { version, pieces, data }, { upsert: true })
    }
  }
  const isOurs = await putInForce({ ...fields, made_at: now() }, replaces)
  const inForce = (await findVersion())?.version ?? version
  await Frequencies.deleteMany({ _id: { $ne: CURRENT }, version: isOurs ? { $ne: inForce } : version })
  return isOurs
}

async function putInForce(version: FrequencyVersion, replaces: number | null): Promise<boolean> {
  if (replaces !== null) {
    const { matchedCount } = await Frequencies.updateOne({ _id: CURRENT, version: replaces }, version)
    return matchedCount === 1
  }
  try {
    await Frequencies.insertOne({ _id: CURRENT, ...version })
    return true
  } catch (error) {
    // Another process made the first version at the same moment.
    if (!isDuplicate(error)) throw error
    return false
  }
}
