import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { RegisteredServer } from '../../text/taxonomy/taxonomy.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { FoundSubject } from '../finders.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { filterOf, SERVER_TYPES } from './registeredDays.ts'
import { addressOf, type RequestOptions } from './requests.ts'
import { subjectCodeOf } from './subjectEntries.ts'

/** Subjects of one server. The largest have some dozens. */
const FOUND_MAX = 100
/** Papers of the last two weeks show the subjects; of more than one request the first ones stand for all. */
const DAYS = 14
const ROWS = 1_000

/** The subjects of the papers that a server registered in the last two weeks, those with the most papers first. */
export async function listSubjects(server: RegisteredServer, options: RequestOptions): Promise<FoundSubject[]> {
  const address = await addressOf('/works', options)
  const today = dayIn('UTC', now())
  const filters = [...filterOf('prefix', server.prefixes), ...filterOf('type', SERVER_TYPES)]
  const days = [`from-created-date:${addDays(today, -DAYS)}`, `until-created-date:${addDays(today, -1)}`]
  address.searchParams.set('filter', [...filters, ...days].join())
  address.searchParams.set('rows', String(ROWS))
  address.searchParams.set('select', 'DOI,group-title')
  const { subjects, total } = await options.fetcher.get(address, {
    ...options,
    read: ({ body }: FetchedResponse) => parseResponse('subjects', body, undefined),
  })
  const perPaper = total / Math.max(1, Math.min(total, ROWS)) / DAYS
  const byCode = Map.groupBy(
    subjects.flatMap((name) => {
      const code = subjectCodeOf(server, name)
      return code === null ? [] : [{ code, name }]
    }),
    ({ code }) => code,
  )
  return [...byCode]
    .map(([code, same]) => ({
      code,
      name: same[0]?.name ?? code,
      perDay: Math.round(same.length * perPaper * 100) / 100,
    }))
    .toSorted((one, other) => other.perDay - one.perDay || (one.name < other.name ? -1 : 1))
    .slice(0, FOUND_MAX)
}
