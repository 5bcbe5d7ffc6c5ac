/** A process that sends the reviews that are due. Arguments: database URI, instant, file of the journal. See `killAtCommand`. */
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendDueReviews } from '#api/services/digests/reviews.ts'
import type { Product } from '#api/services/product.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { killAtCommand } from '#tests/api/support/killAtCommand.ts'

const [uri = '', instant = '', journal = ''] = process.argv.slice(2)
const secrets = createSecrets('a secret of the tests that is long enough')
// Sending uses only these parts of the product.
const product = {
  config: { publicUrl: 'https://papers.example.org', smtpAllowPrivate: true, ehloName: 'killed' },
  secrets,
  tokens: createOwnTokens(secrets),
} as unknown as Product

await killAtCommand({ uri, instant, journal, collections: ['outbox', 'users'] }, () =>
  sendDueReviews(product, loneRun()),
)
