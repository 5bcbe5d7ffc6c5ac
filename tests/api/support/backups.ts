import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach } from 'bun:test'
import mongoose, { mongo } from 'mongoose'
import '#api/jobs/kinds.ts'
import type { Config } from '#api/platform/config.ts'
import { readConfig } from '#api/platform/config.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod, type Mongod } from '#api/platform/embedded/mongod.ts'
import { makeArchive, openRestorable } from '#api/services/backup/archives.ts'
import { restoreArchive } from '#api/services/backup/restore.ts'
import { hashDocuments } from '#api/store/backup/loadLibrary.ts'
import { KEPT } from '#api/store/backup/keptCollections.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { makeFolder } from '#tests/support/process.ts'

const { Binary, Decimal128, Double, Int32, Long, ObjectId } = mongo
export const PASSPHRASE = 'a passphrase of the tests'
/** Name of the database. */
export const DATABASE = 'library'

const report = () => undefined
const quiet = { signal: new AbortController().signal, onProgress: async () => undefined }

/**
 * A mongod of its own for the tests of a file, with a library that is empty before each test: a backup changes how much
 * history the server keeps, which other tests must not see.
 */
export function useBackups() {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let mongod: Mongod
  let file = 0

  beforeAll(async () => {
    folder = await makeFolder()
    await mkdir(`${folder.path}/data`)
    const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
    mongod = await startMongod({ binary, folder: `${folder.path}/mongo`, report })
    await openDatabase(uri(), { use: 'maintenance' })
  })
  beforeEach(async () => {
    await mongoose.connection.dropDatabase()
    await closeDatabase()
    await openDatabase(uri(), { use: 'maintenance' })
  })
  afterAll(async () => {
    await closeDatabase()
    await mongod.stop()
    await folder[Symbol.asyncDispose]()
  })

  const uri = () => mongod.uri.replace('/?', `/${DATABASE}?`)
  const config = (env: Record<string, string> = {}): Config =>
    readConfig({ NODE_ENV: 'test', PAPERDAWN_DATA: `${folder.path}/data`, ...env })

  return {
    uri,
    config,
    folder: () => folder.path,
    /** A path of a file that does not exist. */
    newPath: () => `${folder.path}/archive ${(file += 1)}.backup`,
    make: (path: string, passphrase?: string) => makeArchive(config(), path, { ...quiet, passphrase }),
    open: (path: string, passphrase?: string) => openRestorable(path, async () => passphrase),
    async restore(path: string, { passphrase, replace = DATABASE }: { passphrase?: string; replace?: string } = {}) {
      const archive = await openRestorable(path, async () => passphrase)
      return restoreArchive(config(), archive, { ...quiet, database: DATABASE, replace })
    },
  }
}

export const collectionOf = (name: string) => mongoose.connection.collection<mongo.Document>(name)

/** A value of each type that a document can have, and names whose order an object of JavaScript does not keep. */
const values = (index: number) => ({
  counts: new Map<string, unknown>([
    ['late', index],
    ['2027', new Int32(index)],
    [
      '2025',
      [
        new Map([
          ['b', 1],
          ['1', 2],
        ]),
      ],
    ],
  ]),
  text: `Ünï\u0000 ${index}`,
  double: new Double(index),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.10'),
  bytes: new Binary(Buffer.from([index, 0, 255])),
  id: new ObjectId(),
  date: new Date(index),
  nothing: null,
  nested: { list: [{ empty: [], none: {} }, index], pattern: /x/i },
})

/** Puts `count` documents into each collection that an archive has, as its unique indexes allow. */
export async function fillEverything(count = 3): Promise<void> {
  const models = Object.values(mongoose.models)
  for (const { collection, backup } of KEPT) {
    if (backup !== 'archive') continue
    const unique = models
      .filter((one) => one.collection.name === collection)
      .flatMap(({ schema }) => schema.indexes())
      .flatMap(([fields, options]) => (options?.unique === true ? Object.keys(fields) : []))
    const documents = Array.from({ length: count }, (_none, index) => ({
      _id: `${collection}-${index}` as never,
      ...values(index),
      ...Object.fromEntries(unique.filter((name) => !name.includes('.')).map((name) => [name, `${name}-${index}`])),
    }))
    await collectionOf(collection).insertMany(documents)
  }
}

/** The hash of each collection that an archive has. */
export async function readHashes(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const { collection, backup } of KEPT)
    if (backup === 'archive') hashes[collection] = (await hashDocuments(collectionOf(collection))).value
  return hashes
}
