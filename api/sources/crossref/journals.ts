import { DAY_MS, now } from '../../platform/clock.ts'
import { parseIssn } from '../../text/issn.ts'
import { foldWords } from '../../text/words.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { Journal } from '../finders.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { FoundJournal } from './journalEntries.ts'
import { addressOf, isNotFound, type RequestOptions } from './requests.ts'

/** Matches are ordered by words alone, so that the journal that is meant is often not among the first. */
const ROWS = 40
const FOUND_MAX = 20
/** From so many days on, the papers of this year say how many there are a day. */
const DAYS_MIN = 60

/**
 * Journals with these words, or the one with this ISSN: first those with exactly this title, then those with papers of
 * the last years, then by the number of papers. Homonyms and journals that have ended are in Crossref's order, too.
 */
export async function searchJournals(words: string, options: RequestOptions): Promise<Journal[]> {
  const issn = parseIssn(words)
  if (issn !== null) {
    const found = await findJournal(issn, options)
    return found === null ? [] : [found]
  }
  const address = await addressOf('/journals', options)
  address.searchParams.set('query', words)
  address.searchParams.set('rows', String(ROWS))
  const found = await options.fetcher.get(address, {
    ...options,
    read: ({ body }: FetchedResponse) => parseResponse('journals', body, undefined),
  })
  const wanted = foldTitle(words)
  const rankOf = ({ title, current }: FoundJournal) => (foldTitle(title) === wanted ? 2 : 0) + (current > 0 ? 1 : 0)
  return found
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.total - a.total)
    .slice(0, FOUND_MAX)
    .map(withRate)
}

/** The journal with this ISSN; null when Crossref has none. */
export async function findJournal(issn: string, options: RequestOptions): Promise<Journal | null> {
  const address = await addressOf(`/journals/${encodeURIComponent(issn)}`, options)
  const [found] = await options.fetcher.get(address, {
    ...options,
    accept: [404],
    read: (answer: FetchedResponse) => (isNotFound(answer) ? [] : parseResponse('journals', answer.body, undefined)),
  })
  return found === undefined ? null : withRate(found)
}

/** "The Journal of X & Y" and "Journal of X and Y" are one title. */
const foldTitle = (title: string): string =>
  foldWords(title.replaceAll('&', ' and '))
    .filter((word) => word !== 'the')
    .join(' ')

/** The papers a day follow from those of this year, or of the last one while this one is young. */
function withRate({ years, current: _current, total: _total, ...journal }: FoundJournal): Journal {
  const today = now()
  const year = today.getUTCFullYear()
  const days = (today.getTime() - Date.UTC(year, 0, 1)) / DAY_MS
  const papersIn = (wanted: number) => years.find(([one]) => one === wanted)?.[1]
  const [papers, over] = days >= DAYS_MIN ? [papersIn(year) ?? 0, days] : [papersIn(year - 1), 365]
  return {
    ...journal,
    per_day: papers === undefined || years.length === 0 ? null : Math.round((papers / over) * 100) / 100,
  }
}
