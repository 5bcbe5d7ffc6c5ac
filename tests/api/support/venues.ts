import { beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { toMadeCode } from '#api/services/ingestion/finding.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { followRequests } from '#api/services/ingestion/requestHealth.ts'
import { readVenues, venueStore } from '#api/services/ingestion/venueReadings.ts'
import { findVenueStates } from '#api/services/ingestion/venueStates.ts'
import type { OpenreviewOptions } from '#api/sources/openreview/client.ts'
import { createOpenreviewSource } from '#api/sources/openreview/openreview.ts'
import { saveMade } from '#api/store/papers/categories.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import type { VenuePaperRecord } from '#api/store/sources/venuePapers.ts'
import type { VenueRecord } from '#api/store/sources/venues.ts'
import { EMAIL, PASSWORD, startOpenreviewSimulator, VENUE } from '#tests/simulators/openreview.ts'
import { createJobContext } from './jobContext.ts'
import { FAST_RETRIES, usePipeline } from './pipeline.ts'
import { at, storedPapers } from './preprints.ts'
import { makeReader } from './readers.ts'

const KEY = `${EMAIL}:${PASSWORD}`

/** Starts a simulated OpenReview and creates its source, with an account. */
export function simulateOpenreview(changes: Partial<OpenreviewOptions> = {}) {
  const simulator = startOpenreviewSimulator()
  const openreview = createOpenreviewSource({
    apiUrl: simulator.v2.apiUrl,
    oldUrl: simulator.v1.apiUrl,
    gapMs: 0,
    retries: FAST_RETRIES,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    readSettings: async () => ({ gap_ms: null, addresses: {}, key: KEY }),
    store: venueStore,
    ...followRequests('openreview', 'OpenReview'),
    ...changes,
  })
  return { simulator, openreview }
}

/** Makes the category of a venue. Returns its code. */
export async function makeVenue(venue = VENUE): Promise<string> {
  const code = toMadeCode('openreview', venue)
  await saveMade({
    _id: code,
    name: 'ICLR 2027 Conference',
    name_key: code,
    kind: 'venue',
    group: 'OpenReview',
    description: venue,
    aliases: [],
    source_codes: { openreview: [code] },
    venue_id: venue,
    owner_id: null,
    daily_volume: 0,
    position: 1_000,
  })
  return code
}

/** The pipeline with a simulated OpenReview, which has no paper before each test. */
export function useVenues(changes: Partial<OpenreviewOptions> = {}) {
  let accounts = 0
  const readSettings = async () => ({ gap_ms: null, addresses: {}, key: `${KEY}${accounts}` })
  const { simulator, openreview: source } = simulateOpenreview({ readSettings, ...changes })
  const pipeline = usePipeline({ further: [source], stop: () => simulator.stop() })
  beforeEach(() => {
    // Another account for each test: what was refused in the one before must not count.
    accounts += 1
    for (const host of [simulator.v2, simulator.v1]) {
      host.notes = []
      host.accounts = new Map([[EMAIL, `${PASSWORD}${accounts}`]])
      host.venues = [VENUE]
      host.challengesAll = false
      host.onRequest = null
      host.requests.length = 0
    }
  })

  return {
    ...pipeline,
    /** The simulated arXiv. */
    arxivSimulator: pipeline.simulator,
    simulator,
    source,
    /** The same, with a reader who follows it. */
    async follow(venue = VENUE): Promise<string> {
      const code = await makeVenue(venue)
      await makeReader(`reader of ${code}`, [code])
      return code
    },
    /** Reads the venues that are due at an Eastern time of a day. Returns why one could not be read. */
    async read(day: string, time = '10:00'): Promise<string | undefined> {
      at(day, time)
      return (await readVenues(pipeline.product, createJobContext()))?.partial
    },
    /** Reads the newest day and those before it. */
    async readDay(day: string, time = '00:15'): Promise<void> {
      at(day, time)
      await ingest(pipeline.product, { source: 'openreview' }, createJobContext())
    },
  }
}

export const storedVenuePapers = () =>
  mongoose.connection.collection<VenuePaperRecord>('venue_papers').find().sort({ seen_at: 1, _id: 1 }).toArray()

export async function storedVenue(code: string): Promise<VenueRecord> {
  const venue = await mongoose.connection.collection<VenueRecord>('venues').findOne({ _id: code })
  if (venue === null) throw new Error('the venue was never read')
  return venue
}

export const stateOf = async (code: string): Promise<string | undefined> => (await findVenueStates([code])).get(code)

/** The numbers of the papers that were announced, with their days, in the order of the days. */
export async function announcedNumbers(): Promise<string[]> {
  const papers = await storedPapers({ source: 'openreview' })
  return papers
    .flatMap(({ title, announcements }) => announcements.map(({ on }) => `${on} ${title.replace(/^.*part /, '')}`))
    .toSorted()
}
