import { join } from 'node:path'
import { findKeptPart } from './keptPart.ts'

/**
 * Returns the URI of the mongod that the whole test run shares: a replica set, for transactions and change streams.
 * `bun run test:all` starts it; a run of single test files starts its own, which ends with that run.
 */
export async function testMongo(): Promise<string> {
  return process.env['TEST_MONGODB_URI'] || findKeptPart('mongod', join(import.meta.dir, 'mongodKeeper.ts'))
}

/** Returns the URI of a new, empty database on that mongod. */
export async function testDatabase(): Promise<string> {
  const uri = new URL(await testMongo())
  uri.pathname = `/test-${crypto.randomUUID()}`
  return uri.href
}

/** The same connection string for a client that emits an event per command, which the product does not need. */
export function withCommandEvents(uri: string): string {
  const url = new URL(uri)
  url.searchParams.set('monitorCommands', 'true')
  return url.href
}
