import { dayIn, now } from '../../platform/clock.ts'
import { countNames, type NameCounts } from '../../ranking/people/nameCounts.ts'
import { findNewestAuthors, findNewestChange } from '../../store/papers/authorNames.ts'
import { readAuthorName } from '../../text/authorName.ts'

/** Papers whose authors are counted: enough names that the common ones are met in many combinations. */
const PAPERS = 4_000

let cached: { key: string; counts: Promise<NameCounts> } | null = null

/** How the names of the newest papers are combined, counted once a day; in a small library after every change. */
export async function readNameCounts(): Promise<NameCounts> {
  const newest = await findNewestChange()
  const key = newest.seq < PAPERS ? newest.key : dayIn('UTC', now())
  if (cached?.key !== key) {
    const counts = count()
    cached = { key, counts }
    // The next call tries again.
    counts.catch(() => {
      cached = null
    })
  }
  return cached.counts
}

async function count(): Promise<NameCounts> {
  const names = new Set(await findNewestAuthors(PAPERS))
  return countNames([...names].map(readAuthorName))
}
