import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { isAlive } from '#tests/support/process.ts'

// Keeps a mongod for the test process with the given id, tells its URI in a file, and cleans up after that process.
const [folder = '', parent = ''] = process.argv.slice(2)

async function tell(word: string): Promise<void> {
  await writeFile(join(folder, 'word.draft'), word)
  await rename(join(folder, 'word.draft'), join(folder, 'word'))
}

const attempts: string[] = []
const report = (line: string) => void attempts.push(line)
try {
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
  const mongod = await startMongod({ binary, folder, report })
  await tell(mongod.uri)
  while (isAlive(Number(parent))) await Bun.sleep(200)
  await mongod.stop()
} catch (error) {
  // Told to the tests, which fail with it.
  await tell([...attempts, String(error)].join('\n'))
  while (isAlive(Number(parent))) await Bun.sleep(200)
}
await rm(folder, { recursive: true })
