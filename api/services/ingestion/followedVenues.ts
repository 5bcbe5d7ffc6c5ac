import type { Category, Followable } from '../../contract/categories.ts'
import { VENUES_MAX } from '../../contract/limits.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { FoundVenue } from '../../sources/finders.ts'
import { findCategory, saveMade, type CategoryRecord } from '../../store/papers/categories.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findVenueRecords } from '../../store/sources/venues.ts'
import { archiveOf } from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'
import type { Sources } from '../product.ts'
import { AFTER_TAXONOMY, categoryReader } from './categories.ts'
import { ask, KeptAnswers, requireFinder, toMadeCode } from './finding.ts'

/** Both hosts may have to be signed in to and asked for their lists, with a pause after each request. */
const ASK_MS = 25_000
const NAME_MAX = 120

const kept = new KeptAnswers<FoundVenue[]>()

/**
 * Makes the category of the venue with this id, or returns the one that is there. Throws "invalid-input" when there is none,
 * "conflict" when the reader follows `VENUES_MAX`, and "source-unavailable".
 */
export async function createVenue(
  sources: Sources,
  { category_ids }: Pick<UserRecord, 'category_ids'>,
  typed: string | undefined,
): Promise<{ category: Category; created: boolean }> {
  const id = (typed ?? '').trim()
  if (id === '') throw invalidField('venue', 'Write the id of a venue: ICLR.cc/2027/Conference.')
  const toCategory = await categoryReader(sources)
  const known = await findCategory(toMadeCode('openreview', id))
  if (known !== null) return { category: toCategory(known), created: false }
  if (category_ids.filter((one) => archiveOf(one) === 'openreview').length >= VENUES_MAX)
    throw new AppError('conflict', `${VENUES_MAX} venues are the most that one can follow.`)
  const source = await requireFinder(sources, 'venues')
  const venue = await ask(source, (options) => source.venues.find(id, options), ASK_MS)
  if (venue === null) throw invalidField('venue', `${source.name} has no venue with the id “${id.slice(0, NAME_MAX)}”.`)
  const { category, created } = await saveMade(toRecord(source, venue))
  return { category: toCategory(category), created }
}

/** The venues for what a reader typed. Throws "conflict", "source-unavailable". */
export async function findVenues(sources: Sources, q: string): Promise<Followable[]> {
  const source = await requireFinder(sources, 'venues')
  const found = await kept.get(`${source.id} ${foldWords(q).join(' ')}`, () =>
    ask(source, (options) => source.venues.search(q, options), ASK_MS),
  )
  const codes = found.map(({ id }) => toMadeCode('openreview', id))
  // Of a venue that is followed the number of papers is known without a request.
  const records = await findVenueRecords(codes)
  return found.map(({ id, name, papers }) => {
    const code = toMadeCode('openreview', id)
    const counted = papers ?? records.get(code)?.papers ?? null
    return {
      kind: 'venue',
      source: source.id,
      code,
      name,
      detail: describe(counted),
      per_day: null,
      sample: [],
      venue: id,
    }
  })
}

/** "2,260 accepted papers"; empty if it is not known how many there are. */
const describe = (papers: number | null): string =>
  papers === null
    ? ''
    : papers === 0
      ? 'no accepted papers yet'
      : `${papers.toLocaleString('en')} accepted ${papers === 1 ? 'paper' : 'papers'}`

function toRecord({ id: source, name: group }: { id: string; name: string }, venue: FoundVenue): CategoryRecord {
  const _id = toMadeCode('openreview', venue.id)
  return {
    _id,
    name: venue.name.slice(0, NAME_MAX),
    name_key: _id,
    kind: 'venue',
    group,
    description: venue.id,
    aliases: [],
    source_codes: { [source]: [_id] },
    venue_id: venue.id,
    owner_id: null,
    daily_volume: 0,
    position: AFTER_TAXONOMY,
  }
}
