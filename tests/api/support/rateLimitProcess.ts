/** Takes the rate limit slot of arXiv in the database of its first argument, prints "held", and keeps the slot. */
import { openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'

await openDatabase(process.argv[2] ?? '')
await mongoRateLimit({ heldMs: 300 }).take('arxiv', {
  gapMs: 1_000,
  waitMaxMs: 0,
  signal: new AbortController().signal,
})
console.log('held')
