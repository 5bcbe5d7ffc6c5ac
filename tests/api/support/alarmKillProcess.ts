/**
 * A process that runs the checks behind alarms and posts the messages that are due. Arguments: database URI, instant, public
 * address, journal, data folder. It counts the events of its database commands on the alarms, the outbox and the targets:
 * before a command is sent and when its response has arrived. It prints their number at the end, and kills itself at the
 * event with the number KILL_AT.
 */
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { watchHealth } from '#api/services/health/alarms.ts'
import type { Product } from '#api/services/product.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import { Sources } from '#api/sources/sources.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'

const [uri = '', instant = '', publicUrl = '', journal = '', dataFolder = ''] = process.argv.slice(2)
const killAt = Number(process.env['KILL_AT'] ?? 0)
// The checks of the health that raise alarms use only these parts of the product.
const product = {
  config: {
    production: false,
    publicUrl,
    dataFolder,
    backups: { folder: null },
    adminEmail: null,
    adminEmailDomain: 'paperdawn.test',
  },
  secrets: createSecrets('a secret of the tests that is long enough'),
  sources: new Sources(),
} as unknown as Product

setClock(new Date(instant))
await openDatabase(withCommandEvents(uri))
await startSending({ file: journal, installation: 'killed' })
const watched = new Set<number>()
let events = 0
function count(): void {
  events += 1
  if (events === killAt) process.kill(process.pid, 'SIGKILL')
}
const client = mongoose.connection.getClient()
client.on('commandStarted', ({ requestId, commandName, command }) => {
  if (!['alarms', 'outbox', 'targets'].includes(String(command[commandName]))) return
  watched.add(requestId)
  count()
})
client.on('commandSucceeded', ({ requestId }) => {
  if (watched.delete(requestId)) count()
})
await watchHealth(product)
await sendMessages(product, {}, loneRun(), { gapMs: 0 })
console.log(events)
stopSending()
await closeDatabase()
