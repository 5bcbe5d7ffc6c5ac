import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'bun'
import { mongo } from 'mongoose'

// One small library of each version of the stored data, as the program of that version has written it.

const FOLDER = join(import.meta.dirname, 'dumps')
const { EJSON } = mongo.BSON

/** About the present minute of processes that have ended. */
const LEFT_OUT = new Set(['workers', 'mail_rate'])

interface DumpedCollection {
  name: string
  indexes: { name: string; key: Record<string, number>; [option: string]: unknown }[]
  documents: mongo.Document[]
}

const pathOf = (version: number) => join(FOLDER, `data-${version}.json.gz`)

/** The versions of the data of which there is a dump, in order. */
export async function listDumps(): Promise<number[]> {
  const versions = (await readdir(FOLDER)).flatMap((name) => /^data-(\d+)\.json\.gz$/.exec(name)?.[1] ?? [])
  return versions.map(Number).toSorted((one, other) => one - other)
}

/** Stores all collections of a database, with their indexes, as the dump of the version that its data have. */
export async function writeDump(db: mongo.Db): Promise<string> {
  const names = (await db.listCollections({ type: 'collection' }).toArray()).map(({ name }) => name).toSorted()
  const collections: DumpedCollection[] = []
  for (const name of names.filter((one) => !LEFT_OUT.has(one) && !one.startsWith('system.'))) {
    const documents = await db.collection(name).find().sort({ _id: 1 }).toArray()
    const indexes = (await db.collection(name).indexes()).map(({ v: _v, ...index }) => index)
    collections.push({ name, indexes: indexes as DumpedCollection['indexes'], documents })
  }
  const counter = await db.collection('counters').findOne({ _id: 'data-version' as never })
  const path = pathOf(Number(counter?.['value']))
  await Bun.write(path, gzipSync(EJSON.stringify(collections, { relaxed: false }), { level: 9 }))
  return path
}

/** Puts the dump of this version into an empty database. */
export async function loadDump(db: mongo.Db, version: number): Promise<void> {
  const text = new TextDecoder().decode(gunzipSync(await Bun.file(pathOf(version)).bytes()))
  for (const { name, indexes, documents } of EJSON.parse(text, { relaxed: false }) as DumpedCollection[]) {
    const collection = await db.createCollection(name)
    if (documents.length > 0) await collection.insertMany(documents)
    const own = indexes.filter((index) => index.name !== '_id_')
    if (own.length > 0) await collection.createIndexes(own)
  }
}
