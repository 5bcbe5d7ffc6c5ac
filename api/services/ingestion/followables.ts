import type { Followable, FollowableList } from '../../contract/categories.ts'
import { WEB_ADDRESS } from '../../contract/limits.ts'
import { AppError } from '../../platform/errors.ts'
import type { Finders } from '../../sources/finders.ts'
import { findCategories } from '../../store/papers/categories.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { foldWords } from '../../text/words.ts'
import type { Sources } from '../product.ts'
import { categoryReader, hasWords } from './categories.ts'
import { findFeeds } from './followedFeeds.ts'
import { findVenues } from './followedVenues.ts'
import { findJournals } from './journals.ts'
import { findQuery } from './queries.ts'
import { findSubjects } from './subjects.ts'

/** Categories of one answer. */
const FOUND_MAX = 20
/** Shorter words are in too many titles. */
const LETTERS_MIN = 3

type Failure = FollowableList['failures'][number]

/**
 * Finds what can be followed: the categories with these words, the subjects of a preprint server that they name, the journals
 * with them or with this ISSN, the venues with them, and the words as a query; or the feeds at an address. A source that cannot be asked is named, and the others are found.
 */
export async function searchFollowables(sources: Sources, user: UserRecord, q: string): Promise<FollowableList> {
  const typed = q.trim()
  const parts = WEB_ADDRESS.test(typed)
    ? [await ask(sources, 'feeds', () => findFeeds(sources, typed))]
    : await findByWords(sources, user, typed)
  const items = [...new Map(parts.flatMap((part) => part.items).map((item) => [item.code, item])).values()]
  return { items, total: items.length, failures: parts.flatMap(({ failures }) => failures) }
}

interface Part {
  items: Followable[]
  failures: Failure[]
}

async function findByWords(sources: Sources, user: UserRecord, typed: string): Promise<Part[]> {
  const words = foldWords(typed)
  const records = words.length === 0 ? [] : await findCategories(user._id, { followed: user.category_ids })
  const toCategory = await categoryReader(sources)
  const found = records.filter((record) => hasWords(record, words)).slice(0, FOUND_MAX)
  const items = found.map((record): Followable => {
    const { id, kind, source, name, group, per_day, query, address, venue } = toCategory(record)
    const made = {
      ...(kind === 'query' && { query }),
      ...(kind === 'feed' && { address }),
      ...(kind === 'venue' && { venue }),
    }
    return { kind, source, code: id, name, detail: record.description || group, per_day, sample: [], ...made }
  })
  const own = { items, failures: [] }
  if (words.join('').length < LETTERS_MIN) return [own]
  const further = await Promise.all([
    ask(sources, 'subjects', () => findSubjects(sources, typed)),
    ask(sources, 'journals', () => findJournals(sources, typed)),
    (await isSetUp(sources)) ? ask(sources, 'venues', () => findVenues(sources, typed)) : { items: [], failures: [] },
    ask(sources, 'queries', async () => [await findQuery(sources, typed)]),
  ])
  return [own, ...further]
}

/** Whether venues can be found. A source that is off until it has an account is no failure in each search. */
async function isSetUp(sources: Sources): Promise<boolean> {
  const source = sources.findFinder('venues')
  return source !== undefined && (await findSourceState(source.id)).enabled
}

/** What a source finds, or why it cannot. A library without such a source finds nothing there. */
async function ask(sources: Sources, kind: keyof Finders, find: () => Promise<Followable[]>): Promise<Part> {
  const source = sources.findFinder(kind)
  if (source === undefined) return { items: [], failures: [] }
  try {
    return { items: await find(), failures: [] }
  } catch (error) {
    if (!(error instanceof AppError) || !SAID.has(error.code)) throw error
    return { items: [], failures: [{ source: source.id, message: error.message }] }
  }
}

const SAID: ReadonlySet<string> = new Set(['source-unavailable', 'conflict', 'invalid-input'])
