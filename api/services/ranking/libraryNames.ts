import { dayIn, now } from '../../platform/clock.ts'
import { keepLast } from '../../platform/keepLast.ts'
import { countNames, type NameCounts } from '../../ranking/people/nameCounts.ts'
import { findNewestAuthors, findNewestChange } from '../../store/papers/authorNames.ts'
import { readAuthorName } from '../../text/authorName.ts'

/** Papers whose authors are counted: enough names that the common ones are met in many combinations. */
const PAPERS = 4_000

const keepCounts = keepLast<NameCounts>()

/** What the names of the library say. */
export interface LibraryNames {
  /** Key of `findNewestChange`: what was read before it is out of date. */
  change: string
  /** How the names of the newest papers are combined, counted once a day; in a small library after every change. */
  counts: NameCounts
}

export async function readLibraryNames(): Promise<LibraryNames> {
  const { seq, key } = await findNewestChange()
  return { change: key, counts: await keepCounts(seq < PAPERS ? key : dayIn('UTC', now()), count) }
}

async function count(): Promise<NameCounts> {
  const names = new Set(await findNewestAuthors(PAPERS))
  return countNames([...names].map(readAuthorName))
}
