import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { followRequests } from '#api/services/ingestion/requestHealth.ts'
import { createAdsSource } from '#api/sources/ads/ads.ts'
import { createOpenalexSource } from '#api/sources/openalex/openalex.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { takeRequest } from '#api/store/sources/requestBudget.ts'
import { seedSwitchedOff } from '#api/store/sources/switches.ts'
import { findSourceState, saveSourceSettings, Sources } from '#api/store/sources/sources.ts'
import { asked } from '#tests/api/sources/useService.ts'
import { keptKeys, useKeyedSources } from '#tests/api/support/keyedSources.ts'
import { FAST_RETRIES } from '#tests/api/support/pipeline.ts'
import { simulateOpenreview } from '#tests/api/support/venues.ts'
import { startAdsSimulator } from '#tests/simulators/ads.ts'
import { simOpenWork, startOpenalexSimulator } from '#tests/simulators/openalex.ts'
import { EMAIL, PASSWORD, VENUE } from '#tests/simulators/openreview.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const KEY = 'saved-key-of-an-admin'
const { signal } = new AbortController()

const adsSimulator = startAdsSimulator()
const ads = createAdsSource({
  apiUrl: adsSimulator.apiUrl,
  contactEmail: 'papers@example.org',
  gapMs: 0,
  retries: FAST_RETRIES,
  rateLimit: mongoRateLimit(),
  ...followRequests('ads', 'NASA ADS'),
  ...keptKeys('ads', () => adsSimulator.apiUrl),
})
const { simulator: venues, openreview } = simulateOpenreview(keptKeys('openreview', () => venues.v2.apiUrl))
const openalexSimulator = startOpenalexSimulator()
const openalex = createOpenalexSource({
  apiUrl: openalexSimulator.apiUrl,
  contactEmail: 'papers@example.org',
  gapMs: 0,
  retries: FAST_RETRIES,
  rateLimit: mongoRateLimit(),
  takeFromBudget: (requestsPerDay, isWithoutKey) => takeRequest('openalex', requestsPerDay, isWithoutKey),
  ...followRequests('openalex', 'OpenAlex'),
  ...keptKeys('openalex', () => openalexSimulator.apiUrl),
})
const { settings, status, check, lastChange } = useKeyedSources(ads, openreview, openalex)
const askAds = () => ads.enrichment.readFacts([asked('arxiv:2611.90001')], { signal })
const askOpenalex = () => {
  const { enrichment } = openalex
  if (enrichment.kind !== 'papers') throw new Error('it is asked by paper')
  return enrichment.readFacts([asked('doi:10.5555/jiv.2026.1')], { signal })
}
/** The keys that OpenAlex got with requests for lists, in their order. */
const sent = () =>
  openalexSimulator.requests
    .filter(({ url }) => url.includes('filter='))
    .map(({ headers }) => headers['authorization']?.replace('Bearer ', ''))
const readVenue = () => Array.fromAsync(openreview.readVenue(VENUE, { signal }))

beforeEach(async () => {
  setClock(new Date('2026-11-24T10:40:00Z'))
  adsSimulator.keys.clear()
  openalexSimulator.keys.clear()
  openalexSimulator.requests.length = 0
  openalexSimulator.works.push(simOpenWork(1))
  await seedSwitchedOff(['ads', 'openreview', 'openalex'])
})
afterEach(() => setClock(null))
afterAll(() => Promise.all([adsSimulator.stop(), venues.stop(), openalexSimulator.stop()]))

describe('A key that a service refuses', () => {
  const SENTENCE =
    'NASA ADS refuses the saved key since 2026-11-24 10:40 UTC, so requests to it fail; ' +
    'save another key in Ingestion, or run: paperdawn admin sources set ads --key'

  test('is said once, in place of the failure of its requests, until one with it succeeds', async () => {
    await settings('ads').put({ key: KEY, enabled: true })
    await errorOf(askAds())
    await waitUntil(async () => (await findSourceState('ads')).failing_since)
    expect(await status('ads')).toMatchObject({
      state: 'key-refused',
      failing_since: null,
      failure: null,
      failed_at: null,
      key_refusal: { message: SENTENCE },
    })
    expect(await check('More about papers')).toMatchObject({ state: 'slow', message: SENTENCE })
    adsSimulator.keys.add(KEY)
    await askAds()
    await waitUntil(async () => (await status('ads'))?.state === 'ok')
    await waitUntil(async () => (await status('ads'))?.key_refusal === null)
  })

  test('is said beside another failure', async () => {
    await settings('ads').put({ key: KEY, enabled: true })
    await errorOf(askAds())
    adsSimulator.fail('unavailable', { times: 2 })
    await errorOf(askAds())
    await waitUntil(async () => (await status('ads'))?.failure)
    expect(await status('ads')).toMatchObject({
      state: 'slow',
      failure: 'NASA ADS answers 503.',
      key_refusal: { message: SENTENCE },
    })
    expect((await check('More about papers'))?.message).toEndWith(`NASA ADS answers 503. ${SENTENCE}`)
  })

  test.each(['unavailable', 'html', 'blocked', 'rate-limited'] as const)(
    'is not one of which a service without a good answer says nothing: %s',
    async (fault) => {
      adsSimulator.keys.add(KEY)
      await settings('ads').put({ key: KEY, enabled: true })
      adsSimulator.fail(fault, { times: 2 })
      await errorOf(askAds())
      await waitUntil(async () => (await status('ads'))?.failing_since)
      expect((await status('ads'))?.key_refusal).toBeNull()
    },
  )

  test('is none while the service answers only with a key and none is saved', async () => {
    await settings('ads').put({ key: KEY, enabled: true })
    await saveSourceSettings('ads', { sealed_key: null })
    await errorOf(askAds())
    await waitUntil(async () => (await status('ads'))?.failing_since)
    expect((await status('ads'))?.key_refusal).toBeNull()
  })

  test('is left out where the service answers without one, with its smaller budget, and tried once a day', async () => {
    await settings('openalex').put({ key: KEY, enabled: true, requests_per_day: 5_000 })
    expect((await status('openalex'))?.requests.limit).toBe(5_000)
    await askOpenalex()
    await askOpenalex()
    expect(sent()).toEqual([KEY, undefined, undefined])
    const message =
      'OpenAlex refuses the saved key since 2026-11-24 10:40 UTC, so requests go without it (at most 800 a day); ' +
      'save another key or remove it in Ingestion, or run: paperdawn admin sources set openalex --key'
    expect(await status('openalex')).toMatchObject({
      state: 'key-refused',
      failing_since: null,
      requests: { limit: 800 },
      key_refusal: { message },
    })
    const refused = (await settings('openalex').get()).data
    expect(refused).toMatchObject({ requests_per_day: 5_000, budget: { limit: 800 }, key_refused: true })
    await settings('openalex').put({ requests_per_day: 6_000 })
    expect(await lastChange()).toBe('OpenAlex: 6000 requests a day instead of 5000.')
    await settings('openalex').put({ requests_per_day: 5_000 })
    expect(await check('More about papers')).toMatchObject({ state: 'slow', message })
    await Sources.updateOne({ _id: 'openalex' }, { $set: { 'requests.count': 800 } })
    expect((await errorOf(askOpenalex())).message).toContain('all requests that it may be sent today')

    setClock(new Date('2026-11-25T00:00:01Z'))
    openalexSimulator.keys.add(KEY)
    await Sources.updateOne({ _id: 'openalex' }, { $set: { requests: { on: '2026-11-25', count: 800 } } })
    await askOpenalex()
    expect(sent().slice(3)).toEqual([KEY])
    expect(await status('openalex')).toMatchObject({ state: 'ok', key_refusal: null, requests: { limit: 5_000 } })
    expect((await settings('openalex').get()).data?.budget.limit).toBe(5_000)
  })

  test('is not one of which a service that cannot be read says nothing', async () => {
    openalexSimulator.keys.add(KEY)
    await settings('openalex').put({ key: KEY, enabled: true })
    openalexSimulator.fail('blocked', { times: 1 })
    await errorOf(askOpenalex())
    expect((await status('openalex'))?.key_refusal).toBeNull()
    expect(sent()).toEqual([KEY])
  })

  test('can be an account of OpenReview, until a test shows that it is accepted', async () => {
    await settings('openreview').put({ key: `${EMAIL}:wrong`, enabled: true })
    await errorOf(readVenue())
    expect((await status('openreview'))?.key_refusal?.message).toBe(
      'OpenReview refuses the saved key since 2026-11-24 10:40 UTC, so requests to it fail, and the account is tried once a day; ' +
        'save another key in Ingestion, or run: paperdawn admin sources set openreview --key',
    )
    expect((await check('OpenReview'))?.state).toBe('slow')
    await settings('openreview').put({ key: `${EMAIL}:${PASSWORD}` })
    expect((await status('openreview'))?.key_refusal).toBeNull()

    venues.v2.challengesAll = true
    await errorOf(readVenue())
    expect((await status('openreview'))?.key_refusal).not.toBeNull()
    venues.v2.challengesAll = false
    const logins = venues.v2.logins()
    expect((await errorOf(readVenue())).message).toContain('it may be asked again at 2026-11-25 00:00 UTC')
    expect(venues.v2.logins()).toBe(logins)
    expect((await settings('openreview').test.post({})).data?.ok).toBe(true)
    expect((await status('openreview'))?.key_refusal).toBeNull()
    expect(await readVenue()).toHaveLength(1)
  })
})
