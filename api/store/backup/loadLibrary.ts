import { Value } from '@sinclair/typebox/value'
import mongoose, { type mongo } from 'mongoose'
import type { Frame } from '../../platform/archive/archiveFrames.ts'
import { AppError } from '../../platform/errors.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { CollectionHash } from './collectionHash.ts'
import { toExactDocument } from './exactDocument.ts'
import { KEPT, listReplaced } from './keptCollections.ts'
import { Entry, type KeptFile, type Manifest } from './manifest.ts'

/** Documents are written in batches of at most so many and so many bytes. */
const BATCH = 1_000
const BATCH_BYTES = 8 * 1024 ** 2

export type Documents = mongo.Collection<mongo.Document>

/** Where the collections of an archive are written. */
export interface Target {
  collection(name: string): Documents
}

export interface Loaded {
  manifest: Manifest
  files: KeptFile[]
  documents: number
}

interface Options {
  target: Target
  signal: AbortSignal
  onProgress(progress: { done: number; collection: string }): Promise<void>
}

/**
 * Writes the collections of an archive with their indexes to `target`, which must be empty, reads them again and compares
 * number and hash of each with those of the archive. Keeps one batch in memory. Throws "invalid-input" where they differ,
 * and for an archive that is damaged or incomplete.
 */
export async function loadLibrary(frames: AsyncIterable<Frame>, options: Options): Promise<Loaded> {
  // Before the documents: making an index over all of them can take longer than the driver waits for an answer.
  await createIndexes(options.target, (one) => !expires(one))
  const loaded = await writeFrames(frames, options)
  for (const expected of loaded.manifest.collections) {
    options.signal.throwIfAborted()
    await options.onProgress({ done: loaded.documents, collection: `checking ${expected.name}` })
    const stored = await hashDocuments(options.target.collection(expected.name))
    if (stored.count === expected.count && stored.value === expected.hash) continue
    throw new AppError(
      'invalid-input',
      `The archive is not what was written: ${expected.name} has ${stored.count} documents with the hash ` +
        `${stored.value}, and should have ${expected.count} with ${expected.hash}.`,
    )
  }
  // Only now: the database deletes by them.
  await createIndexes(options.target, expires)
  return loaded
}

async function writeFrames(frames: AsyncIterable<Frame>, { target, signal, onProgress }: Options): Promise<Loaded> {
  const files: KeptFile[] = []
  let manifest: Manifest | undefined
  let name: string | undefined
  let done = 0
  let batch: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (batch.length > 0 && name !== undefined)
      await target
        .collection(name)
        .insertMany(batch.map(toExactDocument), { writeConcern: { w: 1 } })
        .catch(refuseDuplicates)
    done += batch.length
    if (batch.length > 0) await onProgress({ done, collection: name ?? '' })
    batch = []
    size = 0
  }
  for await (const frame of frames) {
    signal.throwIfAborted()
    if (manifest !== undefined) throw damaged('something follows its end')
    if (frame.kind === 'document') {
      if (name === undefined) throw damaged('a document belongs to no collection')
      batch.push(frame.bytes)
      size += frame.bytes.length
      if (batch.length >= BATCH || size >= BATCH_BYTES) await flush()
      continue
    }
    await flush()
    const entry = toEntry(frame.value)
    if (entry.type === 'manifest') manifest = entry
    else if (entry.type === 'file') files.push(entry)
    else name = requireArchived(entry.name)
  }
  if (manifest === undefined) throw damaged('its end is missing')
  return { manifest, files, documents: done }
}

/** A collection of another kind would be written beside the library and stay there. */
function requireArchived(name: string): string {
  if (KEPT.some(({ collection, backup }) => collection === name && backup === 'archive')) return name
  throw damaged(`no archive of this version has a collection “${name}”`)
}

function toEntry(value: unknown): Entry {
  if (Value.Check(Entry, value)) return value
  throw damaged('an entry has an unknown form')
}

/** Two documents have a value that only one may have: the archive is none of a library. */
function refuseDuplicates(cause: unknown): never {
  if (!isDuplicate(cause)) throw cause
  throw new AppError('invalid-input', `The archive cannot be restored: ${(cause as Error).message}`, { cause })
}

const damaged = (why: string) => new AppError('invalid-input', `The archive is damaged: ${why}.`)

/** The number and the hash of the documents of a collection. */
export async function hashDocuments(documents: Documents): Promise<CollectionHash> {
  const hash = new CollectionHash()
  for await (const bytes of documents.find({}, { raw: true, batchSize: BATCH }) as unknown as AsyncIterable<Buffer>)
    hash.add(bytes)
  return hash
}

const expires = ({ expireAfterSeconds }: mongo.IndexDescription): boolean => expireAfterSeconds !== undefined

/** Makes the indexes of all models that `isWanted` selects. */
async function createIndexes(target: Target, isWanted: (index: mongo.IndexDescription) => boolean): Promise<void> {
  const replaced = new Set(listReplaced())
  for (const { schema, collection } of Object.values(mongoose.models)) {
    if (!replaced.has(collection.name)) continue
    const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription)
    const wanted = indexes.filter(isWanted)
    if (wanted.length > 0) await target.collection(collection.name).createIndexes(wanted)
  }
}
