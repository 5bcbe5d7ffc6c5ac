import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { isAlive } from '#tests/support/process.ts'

// Runs a mongod until the test process with the given id has ended, then deletes the folder. Writes the URI of the
// mongod, or the reason why it did not start, to the file "status".
const [folder = '', parent = ''] = process.argv.slice(2)

async function writeStatus(status: string): Promise<void> {
  await writeFile(join(folder, 'status.draft'), status)
  await rename(join(folder, 'status.draft'), join(folder, 'status'))
}

const log: string[] = []
const report = (line: string) => void log.push(line)
try {
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
  const mongod = await startMongod({ binary, folder, report })
  await writeStatus(mongod.uri)
  while (isAlive(Number(parent))) await Bun.sleep(200)
  await mongod.stop()
} catch (error) {
  // The tests read it and fail with it.
  await writeStatus([...log, String(error)].join('\n'))
  while (isAlive(Number(parent))) await Bun.sleep(200)
}
await rm(folder, { recursive: true })
