/**
 * A process that posts the days that are due. Arguments: database URI, instant, public address, file of the journal. See
 * `killAtCommand`.
 */
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import type { Product } from '#api/services/product.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { killAtCommand } from '#tests/api/support/killAtCommand.ts'

const [uri = '', instant = '', publicUrl = '', journal = ''] = process.argv.slice(2)
// Posting uses only these parts of the product.
const product = {
  config: { production: false, publicUrl },
  secrets: createSecrets('a secret of the tests that is long enough'),
} as unknown as Product

await killAtCommand({ uri, instant, journal, collections: ['outbox', 'targets'] }, () =>
  sendMessages(product, {}, loneRun(), { gapMs: 0 }),
)
