import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createSecrets } from '#api/platform/secrets.ts'
import { readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
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
const { simulator, pubmed } = simulatePubmed({ gapMs: undefined, apiKey: OWN, readSettings })
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

  test('allows a shorter pause at NCBI, which is not kept without it', async () => {
    const free = simulatePubmed({ gapMs: undefined })
    await free.simulator.stop()
    expect([free.pubmed.shortestGap([NCBI]), free.pubmed.shortestGap([NCBI], true)]).toEqual([370, 110])
    expect(free.pubmed.defaults).toMatchObject({ gapMs: 370, gapWithKeyMs: 110 })
    expect(pubmed.shortestGap([NCBI])).toBe(110)
  })
})
