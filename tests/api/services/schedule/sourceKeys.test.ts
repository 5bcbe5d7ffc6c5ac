import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import type { Secrets } from '#api/platform/secrets.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
import { createApiService, type ServiceOptions } from '#api/sources/apiService.ts'
import { withParameters } from '#api/sources/probes.ts'
import type { EnrichingSource } from '#api/sources/source.ts'
import { Sources } from '#api/sources/sources.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { takeRequest } from '#api/store/sources/requestBudget.ts'
import { seedSwitchedOff } from '#api/store/sources/switches.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { FAST_RETRIES } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'

/** A host that answers all requests and records the keys that it got. */
function startHost() {
  const keys: (string | null)[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ headers, url }): Response {
      keys.push(headers.get('x-api-key'))
      return url.endsWith('/away') ? Response.redirect(`${other.url}/lantern`, 302) : Response.json({ lantern: true })
    },
  })
  return { keys, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
const host = startHost()
const other = startHost()

let secrets: Secrets = createSecrets('another secret of the tests, long enough')
const id = 'lantern'
const service = createApiService(
  {
    id,
    name: 'Lantern Index',
    host: /^lantern\.example$/,
    gapMinMs: 500,
    key: 'required',
    keyHeaders: (key) => ({ 'x-api-key': key }),
    requestsPerDay: 3,
    probe: { request: withParameters({}, '/lantern'), expected: /lantern/ },
  },
  {
    apiUrl: host.url,
    contactEmail: 'papers@example.org',
    gapMs: 0,
    retries: FAST_RETRIES,
    rateLimit: mongoRateLimit(),
    readSettings: () => readRequestSettings(secrets, { id, apiUrl: host.url }),
    takeFromBudget: (requestsPerDay) => takeRequest(id, requestsPerDay),
  } satisfies ServiceOptions,
)
const source: EnrichingSource = {
  ...service.base,
  enrichment: { kind: 'lists', days: 1, readList: async () => ({ facts: new Map(), rejected: [] }) },
}
const app = useApp({ sources: new Sources([source]) })
const settings = () => app.as('admin').admin.sources({ id })
const ask = async (path = '/lantern') =>
  service.fetcher.get(await service.addressOf(path), {
    signal: new AbortController().signal,
    read: ({ body }) => body,
  })
const problemsOf = (error: { value: unknown } | null) =>
  (error?.value as { error: { fields: Record<string, string> } } | undefined)?.error.fields

afterEach(() => setClock(null))
beforeEach(async () => {
  secrets = app.product.secrets
  await seedSwitchedOff([id])
  for (const one of [host, other]) one.keys.length = 0
})
afterAll(() => Promise.all([host.stop(), other.stop()]))

describe('A source that answers only with a key', () => {
  test('is off until an admin enters the key, which is kept encrypted and never returned', async () => {
    expect((await settings().get()).data).toMatchObject({ enabled: false, key_needed: 'required', key_set: false })
    const refused = await settings().put({ enabled: true })
    expect(problemsOf(refused.error)).toEqual({ key: 'Lantern Index answers only with a key. Enter one first.' })

    const saved = await settings().put({ enabled: true, key: 'secret-lantern' })
    expect(saved.data).toMatchObject({ enabled: true, key_set: true })
    expect(JSON.stringify(saved.data)).not.toContain('secret-lantern')
    expect(JSON.stringify(await findSourceState(id))).not.toContain('secret-lantern')
    const audit = await app.as('admin').admin.audit.get({ query: { action: 'source-settings' } })
    expect(audit.data?.items[0]?.details).toBe('Lantern Index: switched on; key set.')
    await ask()
    expect(host.keys).toEqual(['secret-lantern'])

    expect(problemsOf((await settings().put({ key: null })).error)).toHaveProperty('key')
    expect((await settings().put({ enabled: false, key: null })).data).toMatchObject({ key_set: false })
    await ask()
    expect(host.keys).toEqual(['secret-lantern', null])
  })

  test('gets no key of another host: not by a new address, a redirect or a test', async () => {
    await settings().put({ key: 'secret-lantern' })
    const moved = { addresses: { api: other.url } }
    expect(problemsOf((await settings().put(moved)).error)).toEqual({
      key: `The saved key is not sent to another host. Enter a key for ${new URL(other.url).host}.`,
    })
    expect((await settings().get()).data?.addresses).toEqual({ api: host.url })
    await expect(ask('/away')).rejects.toThrow('sent us to an address we do not follow')
    expect((await settings().test.post(moved)).data).toMatchObject({ ok: true })
    expect(other.keys).toEqual([null])

    expect((await settings().put({ ...moved, key: 'other-lantern' })).data).toMatchObject({ key_set: true })
    await ask()
    expect(other.keys).toEqual([null, 'other-lantern'])
    // The default address again, for which no key is saved any more.
    expect(problemsOf((await settings().put({ addresses: { api: null } })).error)).toHaveProperty('key')
  })

  test('is tested with the key that was typed, which is not saved by it', async () => {
    expect((await settings().test.post({ key: 'typed-lantern' })).data).toMatchObject({ ok: true })
    expect(host.keys).toEqual(['typed-lantern'])
    expect((await settings().get()).data).toMatchObject({ key_set: false })
  })

  test('counts as without a key when the secret of the installation has changed', async () => {
    await settings().put({ enabled: true, key: 'secret-lantern' })
    secrets = createSecrets('the secret of another installation, long enough')
    await ask()
    expect(host.keys).toEqual([null])
  })

  test('takes no key with a line break, other letters, or a space around it', async () => {
    for (const key of [' a', 'a\r\nx-other: 1', 'ключ', '']) expect((await settings().put({ key })).status).toBe(422)
  })
})

describe('The requests of a day', () => {
  test('are limited, counted over all processes, and begin anew with the next day', async () => {
    setClock(new Date('2026-11-20T12:00:00Z'))
    for (const _ of [1, 2, 3]) await ask()
    await expect(ask()).rejects.toMatchObject({
      code: 'source-unavailable',
      message: expect.stringMatching(
        /^Lantern Index has been sent all requests .+ it may be asked again at .+ 00:0\d UTC\.$/,
      ),
    })
    expect(host.keys).toHaveLength(3)
    expect((await settings().get()).data?.budget).toMatchObject({ used: 3, limit: 3 })
    expect((await settings().put({ requests_per_day: 5 })).data?.budget).toMatchObject({ used: 3, limit: 5 })
    await ask()
    expect((await settings().put({ requests_per_day: null })).data?.budget).toMatchObject({ used: 4, limit: 3 })
    await expect(ask()).rejects.toMatchObject({ code: 'source-unavailable' })
    setClock(new Date('2026-11-21T00:00:00Z'))
    await ask()
    expect((await settings().get()).data?.budget).toMatchObject({ used: 1, resets_at: '2026-11-22T00:00:00.000Z' })
  })

  test('are as many as there may be, whoever takes them at the same time', async () => {
    const waits = await Promise.all(Array.from({ length: 40 }, () => takeRequest('many', 7)))
    expect(waits.filter((ms) => ms === 0)).toHaveLength(7)
    expect((await findSourceState('many')).requests?.count).toBe(7)
  })
})
