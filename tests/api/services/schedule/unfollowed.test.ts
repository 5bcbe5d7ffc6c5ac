import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { recordFailure, recordKeptSince, recordSuccess, saveSourceSettings } from '#api/store/sources/sources.ts'
import { createServers } from '#tests/api/support/preprintServers.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'
import { Sources } from '#api/sources/sources.ts'

const { simulator, arxiv } = simulateArxiv()
const { as } = useApp({ sources: new Sources([arxiv, ...createServers()]) })
beforeEach(() => setClock(new Date('2026-11-20T17:00:00Z')))
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

const status = async () => (await as('admin').admin['paper-sources-status'].get()).data!.items
const source = async (wanted: string) => (await status()).find(({ id }) => id === wanted)
const health = async () => (await as('admin').admin['system-health'].get()).data!
const check = async (wanted: string) => (await health()).checks.find(({ name }) => name === wanted)
const follow = (...category_ids: string[]) => as('ada').users.me.put({ category_ids })

describe('A source without a followed category', () => {
  test('is told as such: it was not fetched, and no fetch is planned', async () => {
    expect((await status()).map(({ id, state }) => [id, state])).toEqual([
      ['arxiv', 'never'],
      ['biorxiv', 'unfollowed'],
      ['medrxiv', 'unfollowed'],
    ])
    expect(await source('medrxiv')).toMatchObject({ next_run_at: null, last_success_at: null, missing_days: 0 })
    expect(await check('medRxiv')).toMatchObject({
      state: 'unknown',
      message: 'Not followed: asked once a reader follows something of it.',
    })
    await follow('medrxiv.oncology')
    expect((await status()).map(({ state }) => state)).toEqual(['never', 'unfollowed', 'never'])
    expect((await source('medrxiv'))?.next_run_at).toBeString()
    expect(await check('medRxiv')).toMatchObject({ state: 'unknown', message: 'Not fetched yet.' })
  })

  test('is no alarm, although it failed and missed days while somebody followed it', async () => {
    await follow('biorxiv.zoology')
    await recordSuccess('biorxiv', { archives: ['biorxiv'] })
    await recordKeptSince('biorxiv', { biorxiv: '2026-11-14' })
    await recordFailure('biorxiv', 'bioRxiv answers 503.')
    expect(await source('biorxiv')).toMatchObject({ state: 'failing', missing_days: 7 })
    expect(await check('bioRxiv')).toMatchObject({
      state: 'down',
      message: expect.stringContaining('7 days are missing, 14 to 20 November: fetch them in Ingestion'),
    })
    await follow('cs.LG')
    expect(await source('biorxiv')).toMatchObject({ state: 'unfollowed', failing_since: null, failure: null })
    expect(await source('biorxiv')).toMatchObject({ missing_days: 0, next_run_at: null, failed_at: null })
    expect(await check('bioRxiv')).toMatchObject({ state: 'unknown' })
  })

  test('is off if it is switched off', async () => {
    await saveSourceSettings('biorxiv', { enabled: false })
    expect(await source('biorxiv')).toMatchObject({ state: 'off' })
    expect(await check('bioRxiv')).toMatchObject({ message: 'Switched off.' })
  })
})
