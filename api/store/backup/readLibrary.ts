import mongoose, { mongo } from 'mongoose'
import { documentFrame, entryFrame } from '../../platform/archive/archiveFrames.ts'
import { AppError } from '../../platform/errors.ts'
import { CollectionHash } from './collectionHash.ts'
import { listArchived } from './keptCollections.ts'
import type { Entry, KeptFile, Manifest } from './manifest.ts'

const { Timestamp } = mongo
/** Codes of MongoDB for a moment that it does not keep any more: SnapshotTooOld, SnapshotUnavailable. */
const GONE: ReadonlySet<unknown> = new Set([239, 246])
const BATCH = 1_000
/** A day: longer than a backup takes. */
const HISTORY_SECONDS = 86_400
const HISTORY = 'minSnapshotHistoryWindowInSeconds'

interface Options {
  withSecrets: boolean
  /** The database is started by us, without any history: it is kept while this reads. */
  isEmbedded: boolean
  /** Files that belong to the library. */
  files: readonly KeptFile[]
  /** What is secret and left out, for the manifest. */
  leftOut: readonly string[]
  signal: AbortSignal
  onProgress(progress: { done: number; total: number; collection: string }): Promise<void>
  /** Called before the last frame. */
  onManifest(manifest: Manifest): void
}

/**
 * Reads the whole library as it was at one moment, while others write: the frames of an archive. Keeps one batch of
 * documents in memory. Throws "conflict" when the database does not keep that moment for long enough.
 */
export async function* readLibrary(options: Options): AsyncGenerator<Buffer> {
  const restoreHistory = options.isEmbedded ? await keepHistory() : () => Promise.resolve()
  const session = mongoose.connection.getClient().startSession({ snapshot: true })
  try {
    yield* readAt(session, options)
  } catch (error) {
    throw GONE.has((error as { code?: unknown }).code) ? historyTooShort(error) : error
  } finally {
    await session.endSession()
    await restoreHistory()
  }
}

const entry = (value: Entry) => entryFrame(value)

async function* readAt(
  session: mongo.ClientSession,
  { withSecrets, files, leftOut: secrets, signal, onProgress, onManifest }: Options,
): AsyncGenerator<Buffer> {
  const archived = listArchived({ withSecrets })
  const total = await countAbout(archived.map(({ collection }) => collection))
  const collections: Manifest['collections'] = []
  let done = 0
  for (const file of files) yield entry(file)
  for (const { collection: name, leftOut } of archived) {
    yield entry({ type: 'collection', name })
    const hash = new CollectionHash()
    const projection = Object.fromEntries(leftOut.map((field) => [field, 0]))
    const options = { raw: true, session, batchSize: BATCH, projection }
    // With `raw`, the driver returns the bytes of each document.
    const documents = collectionOf(name).find({}, options) as unknown as AsyncIterable<Buffer>
    for await (const bytes of documents) {
      signal.throwIfAborted()
      hash.add(bytes)
      yield documentFrame(bytes)
      done += 1
      if (done % BATCH === 0) await onProgress({ done, total: Math.max(done, total), collection: name })
    }
    collections.push({ name, count: hash.count, hash: hash.value })
  }
  await onProgress({ done, total: done, collection: '' })
  const manifest: Manifest = {
    type: 'manifest',
    moment: momentOf(session),
    collections,
    left_out: [...secrets],
  }
  onManifest(manifest)
  yield entry(manifest)
}

const collectionOf = (name: string) => mongoose.connection.collection(name)

/** The first read of the session has fixed the moment, which the driver's types do not have. */
function momentOf(session: mongo.ClientSession): string {
  const moment: unknown = Reflect.get(session, 'snapshotTime')
  if (!(moment instanceof Timestamp)) throw new Error('nothing was read at a moment')
  return new Date(moment.getHighBitsUnsigned() * 1000).toISOString()
}

/** The numbers of documents by the database's statistics, for the progress. */
async function countAbout(names: readonly string[]): Promise<number> {
  const counts = await Promise.all(names.map((name) => collectionOf(name).estimatedDocumentCount()))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Lets the embedded database keep what is changed from now on. Returns how to go back to what it kept before. */
async function keepHistory(): Promise<() => Promise<void>> {
  const admin = mongoose.connection.getClient().db('admin')
  const { [HISTORY]: before } = await admin.command({ getParameter: 1, [HISTORY]: 1 })
  await admin.command({ setParameter: 1, [HISTORY]: HISTORY_SECONDS })
  return async () => void (await admin.command({ setParameter: 1, [HISTORY]: before }))
}

const historyTooShort = (cause: unknown) =>
  new AppError(
    'conflict',
    'The backup took longer than the database keeps a moment to read. Let it keep more, on each of its servers: ' +
      `db.adminCommand({setParameter: 1, ${HISTORY}: 3600}); or use the snapshots of its provider.`,
    { cause },
  )
