import mongoose, { type mongo } from 'mongoose'
import type { Owner } from '../readers/erasures.ts'
import type { UserRecord } from '../readers/userModel.ts'
import { PERSONAL, type PersonalCollection } from './personalData.ts'
import { rewrites } from './rewrites.ts'

const collectionOf = (name: string) => mongoose.connection.collection<mongo.Document>(name)

/**
 * What names the reader in the collections: the id, the ids of the reader's topics, and the addresses of the account and
 * of the mails sent to it, unless another account has one of them now.
 */
export async function findOwner({ _id: user_id, email }: Pick<UserRecord, '_id' | 'email'>): Promise<Owner> {
  const [mailed, topics] = await Promise.all([
    collectionOf('outbox').distinct('to', { user_id }),
    collectionOf('categories')
      .find({ owner_id: user_id }, { projection: { _id: 1 } })
      .toArray(),
  ])
  const own = [...new Set([email, ...mailed].map((address: string) => address.toLowerCase()))]
  const taken = new Set(
    await collectionOf('users').distinct('email', { email: { $in: own }, _id: { $ne: user_id as never } }),
  )
  return {
    user_id,
    addresses: own.filter((address) => !taken.has(address)),
    topic_ids: topics.map(({ _id }) => String(_id)),
  }
}

/** The parts of an export: what each collection has about the reader, read one document at a time. */
export function readParts(owner: Owner): { part: string; documents: AsyncIterable<mongo.Document> }[] {
  return PERSONAL.flatMap((entry) =>
    entry.part === null ? [] : [{ part: entry.part, documents: readDocuments(entry, owner) }],
  )
}

async function* readDocuments(entry: PersonalCollection, owner: Owner): AsyncIterable<mongo.Document> {
  const hidden = new Set(['_id', 'user_id', ...(entry.hidden ?? [])])
  for await (const stored of collectionOf(entry.collection).find(entry.of(owner))) {
    const document = entry.readable?.(stored) ?? stored
    const shown = Object.entries(document).filter(([name]) => !hidden.has(name))
    yield { ...(entry.idName !== undefined && { [entry.idName]: stored['_id'] }), ...Object.fromEntries(shown) }
  }
}

/**
 * Erases everything of the reader, collection by collection, the account first. Yields the name of each collection that
 * is done. Safe to repeat, also after it was interrupted anywhere.
 */
export async function* eraseOwner(owner: Owner): AsyncGenerator<string> {
  for (const { collection, of, erasure } of PERSONAL) {
    if (erasure === 'delete') await collectionOf(collection).deleteMany(of(owner))
    else await rewrites[collection]?.(collectionOf(collection), owner)
    yield collection
  }
}
