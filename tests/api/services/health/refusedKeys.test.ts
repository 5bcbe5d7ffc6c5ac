import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { checkOnDemand } from '#api/services/health/sourceCheck.ts'
import { saveHeartbeat } from '#api/store/jobs/workers.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { keptKeys, useKeyedSources } from '#tests/api/support/keyedSources.ts'
import { simulatePubmed } from '#tests/api/support/pipeline.ts'
import { SECRET } from '#tests/support/app.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { runScript } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const SAVED = 'saved-key-of-an-admin'
const OWN = 'key-of-the-environment'
const { signal } = new AbortController()

const { simulator, pubmed } = simulatePubmed({ apiKey: OWN, ...keptKeys('pubmed', () => simulator.apiUrl) })
const { product, settings, status, health, check } = useKeyedSources(pubmed)
const ask = () => pubmed.queries.check('lanterns[ti]', { signal, tries: 1 })
/** The keys that PubMed got, in the order of the requests. */
const sent = () => simulator.requests.map(({ url }) => new URL(url, simulator.apiUrl).searchParams.get('api_key'))

beforeEach(() => {
  setClock(new Date('2026-11-24T10:40:00Z'))
  simulator.keys.clear()
  simulator.keys.add(OWN)
  simulator.onRequest = null
  simulator.requests.length = 0
})
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

/** PubMed refuses the key that an admin saved. */
async function refuseSaved(): Promise<void> {
  await settings('pubmed').put({ key: SAVED })
  await ask()
  expect((await status('pubmed'))?.key_refusal).not.toBeNull()
}

describe('A key that PubMed refuses', () => {
  const SENTENCE =
    'PubMed refuses the saved key since 2026-11-24 10:40 UTC, so requests go without it (at most 3 a second in place of 10); ' +
    'save another key or remove it in Ingestion, or run: paperdawn admin sources set pubmed --key'

  test('is said by the health and by its row, with what to do and without the key', async () => {
    await settings('pubmed').put({ key: SAVED })
    expect(await status('pubmed')).toMatchObject({ state: 'ok', key_refusal: null })
    await ask()
    setClock(new Date('2026-11-25T09:00:00Z'))
    await ask()
    expect(await check('PubMed')).toMatchObject({ state: 'slow', message: SENTENCE })
    // The verdict names the source once.
    await saveHeartbeat('worker', 0)
    expect((await health())?.message).toStartWith('PubMed refuses the saved key since ')
    expect(await status('pubmed')).toMatchObject({
      state: 'key-refused',
      failing_since: null,
      key_refusal: { since: expect.stringMatching(/^2026-11-24T10:40:/), message: SENTENCE },
    })
    const shown = [await health(), await status('pubmed'), await findSourceState('pubmed')]
    expect(JSON.stringify(shown)).not.toContain(SAVED)
  })

  test('is found in the stored state that the health reads once', async () => {
    await refuseSaved()
    const reads: string[] = []
    mongoose.set('debug', (collection: string, method: string) => reads.push(`${collection}.${method}`))
    await checkOnDemand(product, pubmed)
    mongoose.set('debug', false)
    // The audit of the settings may still be written.
    expect(reads.filter((read) => read.startsWith('sources.'))).toEqual(['sources.findOne'])
  })

  test('is left out, and tried again once a day', async () => {
    await refuseSaved()
    await ask()
    expect(sent()).toEqual([SAVED, null, null, null, null])
    setClock(new Date('2026-11-25T00:00:01Z'))
    await ask()
    expect(sent().slice(5)).toEqual([SAVED, null, null])
    simulator.keys.add(SAVED)
    setClock(new Date('2026-11-26T00:00:01Z'))
    await ask()
    expect(sent().slice(8)).toEqual([SAVED, SAVED])
    expect(await status('pubmed')).toMatchObject({ state: 'ok', key_refusal: null })
    expect((await check('PubMed'))?.state).toBe('unknown')
  })

  test.each([
    ['another one is saved', 'other-key', 'other-key'],
    ['it is saved again', SAVED, SAVED],
    ['it is removed, for that of the environment', null, OWN],
  ])('is not said any more when %s', async (_when, key, next) => {
    await refuseSaved()
    for (const one of [SAVED, 'other-key']) simulator.keys.add(one)
    await settings('pubmed').put({ key })
    expect(await status('pubmed')).toMatchObject({ state: 'ok', key_refusal: null })
    expect((await check('PubMed'))?.state).toBe('unknown')
    await ask()
    expect(sent().slice(3)).toEqual([next, next])
  })

  test('is not said any more, and is used, when a test shows that it is accepted', async () => {
    await refuseSaved()
    expect((await settings('pubmed').test.post({})).data?.ok).toBe(false)
    // A test of other keys says nothing about the saved one.
    expect((await settings('pubmed').test.post({ key: OWN })).data?.ok).toBe(true)
    expect((await status('pubmed'))?.key_refusal).not.toBeNull()
    simulator.keys.add(SAVED)
    expect((await settings('pubmed').test.post({})).data?.ok).toBe(true)
    expect(await status('pubmed')).toMatchObject({ state: 'ok', key_refusal: null })
    await ask()
    expect(sent().at(-1)).toBe(SAVED)
  })

  test('can be that of the environment, which is named', async () => {
    simulator.keys.clear()
    await ask()
    expect((await check('PubMed'))?.message).toBe(
      'PubMed refuses the key of the setting PUBMED_API_KEY since 2026-11-24 10:40 UTC, so requests go without it (at most 3 a ' +
        'second in place of 10); change the setting, save a key in Ingestion, or run: paperdawn admin sources set pubmed --key',
    )
    simulator.keys.add(SAVED)
    await settings('pubmed').put({ key: SAVED })
    expect((await status('pubmed'))?.key_refusal).toBeNull()
  })

  test('is not said of a source that is off, nor after an answer that came when another key was saved', async () => {
    simulator.onRequest = async () => {
      simulator.onRequest = null
      await settings('pubmed').put({ key: OWN })
      return undefined
    }
    await settings('pubmed').put({ key: SAVED })
    await ask()
    expect(sent()[0]).toBe(SAVED)
    expect(await status('pubmed')).toMatchObject({ state: 'ok', key_refusal: null })
    await settings('pubmed').put({ key: SAVED })
    await ask()
    expect((await status('pubmed'))?.state).toBe('key-refused')
    await settings('pubmed').put({ enabled: false })
    expect(await status('pubmed')).toMatchObject({ state: 'off', key_refusal: null })
    await settings('pubmed').put({ enabled: true })
  })

  test('is known to all processes: another one leaves it out without asking', async () => {
    await settings('pubmed').put({ key: SAVED })
    await runPubmed()
    expect(sent()).toEqual([SAVED, null, null])
    expect((await check('PubMed'))?.message).toStartWith('PubMed refuses the saved key since ')
    setClock(null)
    await ask()
    await runPubmed()
    expect(sent().slice(3)).toEqual([null, null, null, null])
    simulator.keys.add(SAVED)
    await settings('pubmed').put({ key: SAVED })
    await runPubmed()
    expect(sent().slice(7)).toEqual([SAVED, SAVED])
  })

  test.each(['refused', 'blocked', 'html', 'rate-limited', 'error', 'truncated'] as const)(
    'is not one of which a service without a good answer says nothing: %s',
    async (fault) => {
      simulator.keys.add(SAVED)
      await settings('pubmed').put({ key: SAVED })
      simulator.fail(fault, { times: 2 })
      await errorOf(ask())
      await waitUntil(async () => (await status('pubmed'))?.failing_since)
      expect(await status('pubmed')).toMatchObject({ state: 'slow', key_refusal: null })
      expect((await check('PubMed'))?.message).not.toContain('key')
    },
  )
})

/** Asks PubMed in another process, with the key in force. */
async function runPubmed(): Promise<void> {
  const { host, port, name } = mongoose.connection
  await using script = runScript(
    `
    import { createSecrets } from '#api/platform/secrets.ts'
    import { keepRefusedKeys, readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
    import { createPubmedSource } from '#api/sources/pubmed/pubmed.ts'
    import { closeDatabase, openDatabase } from '#api/store/database.ts'
    import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
    const [, uri, apiUrl, secret] = process.argv
    await openDatabase(uri)
    const secrets = createSecrets(secret)
    const pubmed = createPubmedSource({
      apiUrl, gapMs: 0, contactEmail: 'papers@example.org', rateLimit: mongoRateLimit(), readQueries: async () => new Map(),
      readSettings: () => readRequestSettings(secrets, { id: 'pubmed', apiUrl }),
      refusedKeys: keepRefusedKeys(secrets, 'pubmed'),
    })
    await pubmed.queries.check('lanterns[ti]', { signal: new AbortController().signal, tries: 1 })
    console.log('asked')
    await closeDatabase()`,
    { args: [`mongodb://${host}:${port}/${name}`, simulator.apiUrl, SECRET] },
  )
  expect(await script.nextLine()).toBe('asked')
}
