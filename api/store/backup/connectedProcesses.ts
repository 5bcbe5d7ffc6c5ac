import mongoose from 'mongoose'

/** What a connection of the product is for: its processes, or a backup or restore by hand. */
export type ConnectionUse = 'product' | 'maintenance'

/** The name under which the processes that use the database `name` are known to its server. At most 128 bytes. */
export const appNameOf = (use: ConnectionUse, name: string): string => `paperdawn ${use} ${name}`.slice(0, 100)

/**
 * The addresses from which processes of the product are connected to the open database. Each keeps a connection, also when
 * it does nothing. https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/
 */
export async function findConnectedProcesses(): Promise<string[]> {
  const { name } = mongoose.connection
  // Without the rights of an operator, an account sees its own connections, and the product has one account.
  const operations = mongoose.connection
    .getClient()
    .db('admin')
    .aggregate<{ client?: string; client_s?: string }>([
      { $currentOp: { allUsers: false, idleConnections: true } },
      { $match: { appName: appNameOf('product', name) } },
    ])
  const hosts = new Set<string>()
  for await (const { client, client_s } of operations) hosts.add((client ?? client_s ?? 'unknown').replace(/:\d+$/, ''))
  return [...hosts]
}
