/**
 * A worker in its own process, as `ingestProcess.ts`, with the leases of the product: what an earlier process held is
 * released at start. It counts the events of its database commands ("points"): before a command is sent, and when its
 * response has arrived. Without KILL_AT it prints each point. At point KILL_AT, a number or a name, it kills the process
 * KILL_PID, or itself.
 */
import mongoose from 'mongoose'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { readConfig } from '#api/platform/config.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import type { Product } from '#api/services/product.ts'
import { feedStore } from '#api/services/ingestion/feedVisits.ts'
import { venueStore } from '#api/services/ingestion/venueReadings.ts'
import { createSources } from '#api/sources/createSources.ts'
import { rememberRefusedKeys } from '#api/sources/refusedKeys.ts'
import { waitForDatabase } from '#api/store/database.ts'
import { releaseLeases } from '#api/store/jobs/jobClaims.ts'
import { findSourceQueries } from '#api/store/papers/categories.ts'
import { takeRequest } from '#api/store/sources/requestBudget.ts'
import { mongoRateLimit, releaseSlots } from '#api/store/sources/rateLimit.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'
import { findSourceState } from '#api/store/sources/sources.ts'

const INSTALLATION = 'killing'

const { KILL_AT, KILL_PID } = process.env
const config = readConfig(process.env)
setClock(config.clockStart ?? null)
const collections = new Map<number, string>()
let count = 0
let isKilled = false

function reach(phase: string, command: string, requestId: number): void {
  const name = `${phase} ${command} ${collections.get(requestId) ?? ''}`
  count += 1
  if (KILL_AT === undefined) console.log(name)
  if (isKilled || (KILL_AT !== name && KILL_AT !== String(count))) return
  isKilled = true
  process.kill(Number(KILL_PID ?? process.pid), 'SIGKILL')
}

function watchCommands(): void {
  const client = mongoose.connection.getClient()
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    collections.set(requestId, String(command[commandName]))
    reach('before', commandName, requestId)
  })
  client.on('commandSucceeded', ({ requestId, commandName }) => {
    reach('after', commandName, requestId)
    collections.delete(requestId)
  })
}

// As the product does, it begins again with a new connection when the database is killed meanwhile.
await waitForDatabase(withCommandEvents(config.database.uri ?? ''), {
  report: () => undefined,
  async prepare() {
    watchCommands()
    await releaseLeases(INSTALLATION)
    await releaseSlots(INSTALLATION, 0)
  },
})
const sources = createSources(config, {
  rateLimit: mongoRateLimit({ installation: INSTALLATION }),
  readSettings: async ({ id }) => findSourceState(id),
  followRequests: () => ({}),
  keepRefusedKeys: rememberRefusedKeys,
  takeRequest,
  readQueries: findSourceQueries,
  feedStore,
  venueStore,
})
const index = openSqliteIndex({ folder: ':memory:' })
startWorker({ config, sources, index } as unknown as Product, {
  installation: INSTALLATION,
  pollMs: 20,
  retryMs: 1,
})
