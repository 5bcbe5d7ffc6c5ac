/**
 * A process that runs the checks behind alarms and posts the messages that are due. Arguments: database URI, instant, public
 * address, file of the journal, data folder. See `killAtCommand`.
 */
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { watchHealth } from '#api/services/health/alarms.ts'
import type { Product } from '#api/services/product.ts'
import { Sources } from '#api/sources/sources.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { killAtCommand } from '#tests/api/support/killAtCommand.ts'

const [uri = '', instant = '', publicUrl = '', journal = '', dataFolder = ''] = process.argv.slice(2)
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

await killAtCommand({ uri, instant, journal, collections: ['alarms', 'outbox', 'targets'] }, async () => {
  await watchHealth(product)
  await sendMessages(product, {}, loneRun(), { gapMs: 0 })
})
