import mongoose from 'mongoose'
import { listShardKeys } from '#api/store/shardKeys.ts'

type Document = Record<string, unknown>

/** A read, or one write, that the product sent to the database. */
export interface Sent {
  collection: string
  name: string
  filter: Document
  /** It changes one document: a cluster before version 7.1 refuses it without the shard key. */
  isSingle: boolean
  isInTransaction: boolean
}

/** Records the reads and writes of the open database from now on. It must have been opened with `withCommandEvents`. */
export function recordCommands(): Sent[] {
  const sent: Sent[] = []
  mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    const isInTransaction = command['autocommit'] === false
    const collection = String(command[commandName])
    for (const part of partsOf(commandName, command))
      sent.push({ collection, name: commandName, ...part, isInTransaction })
  })
  return sent
}

function partsOf(name: string, command: Document): Pick<Sent, 'filter' | 'isSingle'>[] {
  const one = (filter: unknown, isSingle = false) => ({ filter: (filter ?? {}) as Document, isSingle })
  if (name === 'find') return [one(command['filter'])]
  if (name === 'count' || name === 'distinct') return [one(command['query'])]
  if (name === 'findAndModify') return [one(command['query'], true)]
  if (name === 'aggregate') return [one((command['pipeline'] as Document[])[0]?.['$match'])]
  if (name === 'update')
    return (command['updates'] as Document[]).map(({ q, multi, upsert }) => one(q, multi !== true || upsert === true))
  if (name === 'delete') return (command['deletes'] as Document[]).map(({ q, limit }) => one(q, limit === 1))
  return []
}

/** Whether the shards that have what the filter matches follow from it. Always for a collection on one shard. */
export function namesShard({ collection, filter, isSingle }: Sent): boolean {
  const key = listShardKeys().get(collection)
  if (key === undefined) return true
  const { [key.field]: value } = filter
  if (value === undefined) return false
  const isEqual = typeof value === 'string' || (!isSingle && Object.keys(value as Document).join() === '$in')
  const isRange = !key.isHashed && !isSingle && Object.keys(value as Document).every((name) => /^\$[gl]te?$/.test(name))
  return isEqual || isRange
}

/** For a message: collection, command and the fields of the filter. */
export const describeSent = ({ collection, name, filter }: Sent): string =>
  `${collection} ${name} ${Object.keys(filter).toSorted().join(' ')}`
