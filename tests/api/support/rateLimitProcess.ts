/** Takes the rate limit slot of arXiv in the database of its first argument, prints "held", and keeps the slot. */
import { openDatabase } from '#api/store/database.ts'
import { mongoPoliteness } from '#api/store/sources/politeness.ts'

await openDatabase(process.argv[2] ?? '')
await mongoPoliteness({ heldMs: 300 }).take('arxiv', 1_000, new AbortController().signal)
console.log('held')
