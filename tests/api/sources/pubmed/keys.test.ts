import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Category } from '#api/contract/categories.ts'
import type { BackfillEstimate } from '#api/contract/days.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { keepRefusedKeys, readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
import { Sources } from '#api/sources/sources.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { simulatePubmed } from '#tests/api/support/pipeline.ts'
import { startPubmedSimulator } from '#tests/simulators/pubmed.ts'
import { useApp } from '#tests/support/app.ts'
import { signal } from './source.ts'

const SAVED = 'saved-key-of-an-admin'
const OWN = 'key-of-the-environment'
const NCBI = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils'

let secrets = createSecrets('another secret of the tests, long enough')
const readSettings = () => readRequestSettings(secrets, { id: 'pubmed', apiUrl: simulator.apiUrl })
const refusedKeys = keepRefusedKeys({ deriveKey: (purpose) => secrets.deriveKey(purpose) }, 'pubmed')
const { simulator, pubmed } = simulatePubmed({ gapMs: undefined, apiKey: OWN, readSettings, refusedKeys })
const other = startPubmedSimulator()
const app = useApp({ sources: new Sources([pubmed]) })
const settings = () => app.as('admin').admin.sources({ id: 'pubmed' })
const ask = () => pubmed.queries.check('lanterns[ti]', { signal, tries: 1 })
/** The keys that the service got, in the order of the requests. */
const keysAt = ({ requests }: typeof simulator) =>
  requests.map(({ url }) => new URL(url, 'http://ncbi.example').searchParams.get('api_key'))

beforeEach(() => {
  secrets = app.product.secrets
  for (const one of [simulator, other]) for (const key of [OWN, SAVED]) one.keys.add(key)
})
afterEach(() => {
  for (const one of [simulator, other]) {
    one.keys.clear()
    one.requests.length = 0
  }
})
afterAll(() => Promise.all([simulator.stop(), other.stop()]))

/** Makes the category of a query. Returns its code. */
async function followQuery(): Promise<string> {
  const made = await app.as('ada').categories.post({ kind: 'query', source: 'pubmed', query: 'lanterns[ti]' })
  return (made.data as Category).id
}

describe('The key of PubMed', () => {
  test('is that of the environment until an admin saves another one, which is kept encrypted', async () => {
    expect((await settings().get()).data).toMatchObject({ key_needed: 'optional', key_set: false })
    await ask()
    const saved = await settings().put({ key: SAVED })
    expect(saved.data).toMatchObject({ key_set: true, gap_ms: 110, defaults: { gap_ms: 110 } })
    expect(JSON.stringify([saved.data, await findSourceState('pubmed')])).not.toContain(SAVED)
    await ask()
    expect((await settings().put({ key: null })).data).toMatchObject({ key_set: false })
    await ask()
    expect(keysAt(simulator)).toEqual([OWN, OWN, SAVED, SAVED, OWN, OWN])
  })

  test('is sent to the host that it was saved for alone', async () => {
    await settings().put({ addresses: { api: other.apiUrl } })
    await ask()
    expect(keysAt(other)).toEqual([null, null])
    await settings().put({ key: SAVED })
    await ask()
    expect(keysAt(other)).toEqual([null, null, SAVED, SAVED])
    expect((await settings().test.post({ addresses: { api: simulator.apiUrl } })).data).toMatchObject({ ok: true })
    expect(keysAt(simulator)).toEqual([null])
  })

  test('is tested in a form, also before it is saved', async () => {
    const test = async (key?: string) => (await settings().test.post(key === undefined ? {} : { key })).data?.items[0]
    expect(await test('mistyped-key')).toMatchObject({ ok: false, message: 'PubMed does not accept its key (400).' })
    expect(await test(SAVED)).toMatchObject({ ok: true, message: 'PubMed answers.' })
    expect(await test()).toMatchObject({ ok: true })
    expect(keysAt(simulator)).toEqual(['mistyped-key', SAVED, OWN])
    expect((await settings().get()).data).toMatchObject({ key_set: false })
  })

  test('that is refused is left out until another one is saved', async () => {
    simulator.keys.delete(SAVED)
    await settings().put({ key: SAVED })
    await ask()
    await ask()
    expect(keysAt(simulator)).toEqual([SAVED, null, null, null, null])
    await settings().put({ key: OWN })
    await ask()
    expect(keysAt(simulator).slice(5)).toEqual([OWN, OWN])
  })

  test('decides about the pause in force, by which a back-fill is estimated', async () => {
    await app.as('ada').users.me.put({ category_ids: [await followQuery()] })
    const range = { from: '2026-10-01', until: '2026-11-20', source: 'pubmed', dry_run: true }
    const estimate = async () => (await app.as('admin').admin.backfill.post(range)).data as BackfillEstimate
    const { requests, seconds } = await estimate()
    expect([requests > 300, seconds]).toEqual([true, Math.ceil(requests * 5.11)])
    simulator.keys.delete(SAVED)
    await settings().put({ key: SAVED })
    expect(await pubmed.readGap?.()).toBe(110)
    await ask()
    expect(await pubmed.readGap?.()).toBe(370)
    expect(await estimate()).toMatchObject({ requests, seconds: Math.ceil(requests * 5.37) })
    await settings().put({ gap_ms: 2_000 })
    expect((await estimate()).seconds).toBe(requests * 7)
    await settings().put({ gap_ms: null })
  })

  test('decides about the pause in force, which the settings say beside the pause that is set', async () => {
    const shown = async () => (await settings().get()).data
    simulator.keys.delete(SAVED)
    await settings().put({ key: SAVED })
    expect(await shown()).toMatchObject({ gap_ms: 110, gap_in_force_ms: 110, key_refused: false })
    await ask()
    expect(await shown()).toMatchObject({ gap_ms: 110, gap_in_force_ms: 370, key_refused: true })
    await settings().put({ key: OWN })
    expect(await shown()).toMatchObject({ gap_ms: 110, gap_in_force_ms: 110, key_refused: false })
  })

  test('allows a shorter pause at NCBI, which is not kept without it', async () => {
    const free = simulatePubmed({ gapMs: undefined })
    await free.simulator.stop()
    expect([free.pubmed.shortestGap([NCBI]), free.pubmed.shortestGap([NCBI], true)]).toEqual([370, 110])
    expect(free.pubmed.defaults).toMatchObject({ gapMs: 370, gapWithKeyMs: 110 })
    expect(pubmed.shortestGap([NCBI])).toBe(110)
  })
})
