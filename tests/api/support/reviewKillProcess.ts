/**
 * A process that sends the reviews that are due, as a worker does. Arguments: database URI, instant, file of the journal. It
 * counts the events of its database commands on the outbox and the readers: before a command is sent and when its response
 * has arrived. It prints their number at the end, and kills itself at the event with the number KILL_AT.
 */
import mongoose from 'mongoose'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { setClock } from '#api/platform/clock.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendDueReviews } from '#api/services/digests/reviews.ts'
import type { Product } from '#api/services/product.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'

const [uri = '', instant = '', journal = ''] = process.argv.slice(2)
const killAt = Number(process.env['KILL_AT'] ?? 0)
const secrets = createSecrets('a secret of the tests that is long enough')
// Sending uses only these parts of the product.
const product = {
  config: { publicUrl: 'https://papers.example.org', smtpAllowPrivate: true, ehloName: 'killed' },
  secrets,
  tokens: createOwnTokens(secrets),
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
  if (!['outbox', 'users'].includes(String(command[commandName]))) return
  watched.add(requestId)
  count()
})
client.on('commandSucceeded', ({ requestId }) => {
  if (watched.delete(requestId)) count()
})
await sendDueReviews(product, loneRun())
console.log(events)
stopSending()
await closeDatabase()
