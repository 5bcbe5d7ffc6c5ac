/**
 * Uses the rate limit slot of arXiv in the database of its first argument: `hold` takes the slot, with a gap of 1,500 ms,
 * and keeps it; `pause` pauses all requests for 20 s. Prints "done", and runs until it is killed.
 */
import { openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'

const [uri = '', task] = process.argv.slice(2)
const rateLimit = mongoRateLimit({ heldMs: 300 })
await openDatabase(uri)
if (task === 'pause') await rateLimit.pause('arxiv', 20_000)
else await rateLimit.take('arxiv', { gapMs: 1_500, waitMaxMs: 0, signal: new AbortController().signal })
console.log('done')
