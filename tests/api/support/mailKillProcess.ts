/**
 * A process that sends the queued mails, as a worker does, until none is left. Arguments: database URI, name, file of the
 * journal. Its EHLO name is its name. With KILL_AT, a number or "accepted", it kills itself: at the database command
 * with this number, or before the first update after a mail server accepted a mail.
 */
import mongoose from 'mongoose'
import { log } from '#api/platform/log.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMail } from '#api/services/sending/outbox.ts'
import { sendSideBySide, startSending, stopSending, takeTurn } from '#api/services/sending/sender.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import type { OutboxRecord } from '#api/store/mail/outbox.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'

const [uri = '', name = '', file = ''] = process.argv.slice(2)
const { KILL_AT } = process.env
// Sending uses only these two parts of the product.
const product = {
  config: { smtpAllowPrivate: true, ehloName: name },
  secrets: createSecrets('a secret of the tests that is long enough'),
} as unknown as Product

await openDatabase(withCommandEvents(uri))
let commands = 0
mongoose.connection.getClient().on('commandStarted', ({ command, commandName }) => {
  commands += 1
  const isResult = commandName === 'update' && command['updates'][0].u.$set?.state === 'sent'
  if (KILL_AT === String(commands) || (KILL_AT === 'accepted' && isResult)) process.kill(process.pid, 'SIGKILL')
})
await startSending({ file, installation: name })
const body = { subject: 'Papers', html: '<p>rich</p>', text: 'plain' }
const { signal } = new AbortController()
for (;;) {
  const rows = (await mongoose.connection.db
    ?.collection('outbox')
    .find({ state: { $in: ['queued', 'claimed', 'handing-off', 'failed'] } })
    .limit(1_000)
    .toArray()) as unknown as OutboxRecord[]
  if (rows.length === 0) break
  // Each process in an order of its own.
  const order = rows.toSorted((one, two) => (Bun.hash(one._id + name) < Bun.hash(two._id + name) ? -1 : 1))
  const sendOne = async (row: OutboxRecord, either: AbortSignal) => {
    const settings = await takeTurn(product, either)
    await sendMail(product, row, { settings, body, jobId: name, signal: either, log })
  }
  await sendSideBySide(order, sendOne, signal)
}
stopSending()
await closeDatabase()
