import { now } from '../../platform/clock.ts'
import { foldWords } from '../../text/words.ts'
import type { FoundVenue, Venues } from '../finders.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { HOSTS, type OpenreviewClient } from './client.ts'
import { nameOfVenue } from './notes.ts'
import { mayBeOld, readNotes } from './readVenue.ts'
import { isVenueId } from './venueList.ts'

interface Options {
  signal: AbortSignal
  tries?: number
}

const FOUND_MAX = 12
/** The list of all venues, which has some thousands, is asked for once in so many milliseconds. */
const LIST_KEPT_MS = 12 * 3_600_000

interface Listed {
  id: string
  name: string
  words: readonly string[]
  year: number
}

/** How the venues of both hosts are found. */
export function createVenues(client: OpenreviewClient): Venues {
  let kept: { until: number; venues: readonly Listed[] } | undefined

  async function list(options: Options): Promise<readonly Listed[]> {
    const at = now().getTime()
    if (kept !== undefined && kept.until > at) return kept.venues
    // Each host has a pause of its own, and a reader waits.
    const lists = await Promise.allSettled(HOSTS.map((host) => readList(client, host, options)))
    const ids = lists.flatMap((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    const venues = [...new Set(ids)].map(toListed)
    kept = { until: at + LIST_KEPT_MS, venues }
    return venues
  }

  return {
    async search(words, options) {
      const wanted = foldWords(words)
      const found = (await list(options)).filter(
        (venue) => wanted.length > 0 && wanted.every((word) => venue.words.some((own) => own.startsWith(word))),
      )
      return found
        .toSorted(byRank)
        .slice(0, FOUND_MAX)
        .map(({ id, name }) => ({ id, name, papers: null }))
    },
    async find(id, options) {
      if (!isVenueId(id)) return null
      const known = (await list(options)).find((venue) => venue.id.toLowerCase() === id.toLowerCase())
      const venue = known?.id ?? id
      const papers = await countPapers(client, venue, options)
      // A venue that the list lacks is one if it has papers.
      return known === undefined && papers === 0 ? null : { id: venue, name: nameOfVenue(venue), papers }
    },
  }
}

const readList = (client: OpenreviewClient, host: (typeof HOSTS)[number], options: Options): Promise<string[]> =>
  client.ask(host, '/groups', {
    ...options,
    parameters: { id: 'venues' },
    read: ({ body }) => parseResponse('openreviewVenues', body, {}),
  })

/** How many papers a venue has accepted so far; null if it has some and the host does not say how many. */
async function countPapers(client: OpenreviewClient, venue: string, options: Options): Promise<FoundVenue['papers']> {
  const { count } = await readNotes(client, 'api', { ...options, venue, offset: 0, limit: 1 })
  if (count !== 0 || !mayBeOld(venue)) return count
  const { ids } = await readNotes(client, 'old', { ...options, venue, offset: 0, limit: 1 })
  return ids.length === 0 ? 0 : null
}

function toListed(id: string): Listed {
  const name = nameOfVenue(id)
  const year = Number(/\b(?:19|20)\d\d\b/.exec(name)?.[0] ?? 0)
  return { id, name, words: foldWords(`${name} ${id.replaceAll(/[/_.]/g, ' ')}`), year }
}

/** The newest year first, in it conferences before their workshops, which have longer names. */
const byRank = (one: Listed, other: Listed): number =>
  other.year - one.year ||
  Number(other.id.endsWith('/Conference')) - Number(one.id.endsWith('/Conference')) ||
  one.name.length - other.name.length ||
  (one.id < other.id ? -1 : 1)
