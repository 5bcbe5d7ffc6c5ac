/**
 * Makes a backup or restores one in its own process, which it kills at point KILL_AT: the name of the first such point, or a
 * number. Without KILL_AT it prints the points. A point is before a database command is sent, or after its response.
 */
import mongoose from 'mongoose'
import '#api/jobs/kinds.ts'
import { readConfig } from '#api/platform/config.ts'
import { makeArchive, openRestorable } from '#api/services/backup/archives.ts'
import { restoreArchive } from '#api/services/backup/restore.ts'
import { closeDatabase, openDatabase, readDatabaseName } from '#api/store/database.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'

const { KILL_AT, ACTION, ARCHIVE = '', MONGODB_URI = '', DATA = '' } = process.env
/** The renames are the only commands of which it matters which one it is. */
const NAMED = new Set(['renameCollection', 'findAndModify'])
const names = new Map<number, string>()
let count = 0

function reach(name: string): void {
  count += 1
  if (KILL_AT === undefined) console.log(name)
  if (KILL_AT === name || KILL_AT === String(count)) process.kill(process.pid, 'SIGKILL')
}

const config = readConfig({ NODE_ENV: 'test', PAPERDAWN_DATA: DATA })
await openDatabase(withCommandEvents(MONGODB_URI), { use: 'maintenance' })
const client = mongoose.connection.getClient()
client.on('commandStarted', ({ requestId, commandName, command }) => {
  const subject = String(command[commandName])
  const isNamed = NAMED.has(commandName) || subject.endsWith('restores')
  names.set(requestId, isNamed ? `${commandName} ${subject}` : commandName)
  reach(`before ${names.get(requestId)}`)
})
client.on('commandSucceeded', ({ requestId }) => reach(`after ${names.get(requestId)}`))

const options = { signal: new AbortController().signal, onProgress: async () => undefined }
if (ACTION === 'backup') await makeArchive(config, ARCHIVE, { ...options, passphrase: undefined })
else {
  const archive = await openRestorable(ARCHIVE, async () => undefined)
  const database = readDatabaseName()
  await restoreArchive(config, archive, { ...options, database, replace: database })
}
await closeDatabase()
