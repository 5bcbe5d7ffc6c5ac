import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { keepPart } from './keptPart.ts'

// Runs a mongod for the test files of a process.
await keepPart(async (folder, report) => {
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
  const mongod = await startMongod({ binary, folder, report })
  return { address: mongod.uri, stop: () => mongod.stop() }
})
