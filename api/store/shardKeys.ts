import mongoose from 'mongoose'

/** The field of the shard key of each collection that a cluster of several shards splits, from its model. */
export const listShardKeys = (): Map<string, { field: string; isHashed: boolean }> =>
  new Map(
    Object.values(mongoose.models)
      .flatMap(({ collection, schema }) => {
        const [key] = Object.entries(schema.get('shardKey') ?? {})
        return key === undefined ? [] : [[collection.name, { field: key[0], isHashed: key[1] === 'hashed' }] as const]
      })
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )

/** Collections that stay on one shard, and why. A test refuses a collection that has neither a reason nor a shard key. */
export const UNSHARDED: readonly { collections: readonly string[]; why: string }[] = [
  {
    collections: ['users', 'sessions', 'device_requests', 'personal_tokens', 'feed_keys'],
    why: 'Unique by several fields that are read alone (sign-in, e-mail address, secret of a token or feed). About 1 kB a document.',
  },
  {
    collections: ['jobs', 'outbox', 'tastes', 'fact_queue'],
    why: 'Queues: the next entry is claimed over all readers. A mail is 0.5 kB, so that 100,000 readers make 12 GB in a year of 250 mails.',
  },
  {
    collections: ['categories', 'announcements', 'sources', 'feeds', 'venues', 'notice_readings', 'zotero_libraries'],
    why: 'One document for each category, source, day or connection.',
  },
  {
    collections: ['questions', 'question_examples', 'taste_seeds', 'list_imports', 'order_outcomes', 'people'],
    why: 'Some documents for each reader, of less than 1 kB.',
  },
  {
    collections: ['people_judgements', 'targets', 'ereaders', 'suppressions', 'mail_refusals', 'erasures', 'audit'],
    why: 'A few documents for some of the readers, of less than 1 kB.',
  },
  {
    collections: ['merges', 'join_decisions', 'join_suspects', 'notices', 'removed_papers', 'quarantine'],
    why: 'About the few papers with several records, a notice or a fault; read by several ids of records at once.',
  },
  {
    collections: ['feed_items', 'venue_papers'],
    why: 'Of one feed or venue, of less than 1 kB; those that are not needed any more are deleted.',
  },
  {
    collections: ['counters', 'settings', 'frequencies', 'vector_means', 'alarms', 'mail_rate', 'workers'],
    why: 'One document, or some, for the installation.',
  },
  { collections: ['backups', 'restores'], why: 'One document for each backup and restore.' },
]

/** What an operator runs in `mongosh`, on the database of the product, to split its collections. */
export const shardingCommands = (): string =>
  [...listShardKeys()]
    .flatMap(([name, { field, isHashed }]) => {
      const key = `{ ${field}: ${isHashed ? "'hashed'" : 1} }`
      const split = `sh.shardCollection(db + '.${name}', ${key})`
      return isHashed ? [`db.${name}.createIndex(${key})`, split] : [split]
    })
    .concat(UNSHARDED.flatMap(({ collections, why }) => `// On one shard: ${collections.join(', ')}. ${why}`))
    .join('\n')
