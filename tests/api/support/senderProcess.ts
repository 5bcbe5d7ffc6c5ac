/** Sends the mails of the outbox whose ids are its arguments after the database URI, and prints the state of each. */
import { log } from '#api/platform/log.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { requireMailSettings } from '#api/services/sending/mailSettings.ts'
import { sendMail } from '#api/services/sending/outbox.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findMail } from '#api/store/mail/outbox.ts'

const [uri = '', ...ids] = process.argv.slice(2)
await openDatabase(uri)
// Sending uses only these two parts of the product.
const product = {
  config: { smtpAllowPrivate: true, ehloName: 'papers.example.org' },
  secrets: createSecrets('a secret of the tests that is long enough'),
} as unknown as Product
const settings = await requireMailSettings(product)
for (const id of ids) {
  const body = { subject: 'Papers', html: '<p>rich</p>', text: 'plain' }
  const { state } = await sendMail(product, await findMail(id), {
    settings,
    body,
    jobId: 'job',
    signal: new AbortController().signal,
    log,
  })
  console.log(`${id} ${state}`)
}
await closeDatabase()
