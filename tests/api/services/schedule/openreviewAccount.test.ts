import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createSecrets, type Secrets } from '#api/platform/secrets.ts'
import { readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
import { Sources } from '#api/sources/sources.ts'
import { seedSwitchedOff } from '#api/store/sources/switches.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { simulateOpenreview } from '#tests/api/support/venues.ts'
import { EMAIL, PASSWORD, simNote, startOpenreviewSimulator, VENUE } from '#tests/simulators/openreview.ts'
import { useApp } from '#tests/support/app.ts'

const KEY = `${EMAIL}:${PASSWORD}`
const id = 'openreview'
let secrets: Secrets = createSecrets('another secret of the tests, long enough')
const { simulator, openreview } = simulateOpenreview({
  readSettings: () => readRequestSettings(secrets, { id, apiUrl: simulator.v2.apiUrl }),
})
const mirror = startOpenreviewSimulator()
const app = useApp({ sources: new Sources([openreview]) })
const settings = () => app.as('admin').admin.sources({ id })
const find = (venue: string) => app.as('ada').categories.post({ kind: 'venue', venue })

beforeEach(async () => {
  secrets = app.product.secrets
  await seedSwitchedOff([id])
  for (const host of [simulator.v1, simulator.v2, mirror.v1, mirror.v2]) host.requests.length = 0
  simulator.v2.venues = [VENUE]
  simulator.v1.notes = [simNote(1, { content: { venueid: 'ICLR.cc/2021/Conference' } })]
})
afterAll(() => Promise.all([simulator.stop(), mirror.stop()]))

describe('The account of OpenReview', () => {
  test('is tested as it is typed at addresses that are not saved, then kept encrypted, and lets venues be followed', async () => {
    expect((await settings().get()).data).toMatchObject({ enabled: false, key_needed: 'required', key_set: false })
    expect((await find(VENUE)).status).toBe(409)
    const addresses = { api: mirror.v2.apiUrl, old: mirror.v1.apiUrl }
    const tested = await settings().test.post({ key: KEY, addresses })
    expect(tested.data).toMatchObject({ ok: true, items: [{ interface: 'api' }, { interface: 'old' }] })
    expect([mirror.v1.logins(), mirror.v2.logins(), simulator.v2.logins()]).toEqual([1, 1, 0])
    const wrong = await settings().test.post({ key: `${EMAIL}:wrong`, addresses })
    expect(wrong.data?.items.map(({ message }) => message)).toEqual(
      Array(2).fill('OpenReview does not accept the account (400).'),
    )
    expect(JSON.stringify(wrong.data)).not.toContain('wrong')
    expect(await findSourceState(id)).toMatchObject({ enabled: false, failure: null, sealed_key: null })

    const saved = await settings().put({ enabled: true, key: KEY })
    expect(saved.data).toMatchObject({ enabled: true, key_set: true })
    for (const text of [JSON.stringify(saved.data), JSON.stringify(await findSourceState(id))])
      for (const secret of [EMAIL, PASSWORD]) expect(text).not.toContain(secret)
    expect((await settings().test.post({})).data?.ok).toBe(true)
    const made = await find(VENUE)
    expect([made.status, made.data?.name]).toEqual([201, 'ICLR 2027 Conference'])
    expect((await find('ICLR.cc/2021/Conference')).status).toBe(201)
    expect((await find('x'.repeat(201))).status).toBe(422)
  })

  test('is not sent to a mirror of the older host, which an admin sets later', async () => {
    await settings().put({ enabled: true, key: KEY, addresses: { old: mirror.v1.apiUrl } })
    const { data } = await settings().test.post({})
    expect(data?.items.map(({ ok }) => ok)).toEqual([true, false])
    expect(data?.items[1]?.message).toStartWith('OpenReview answers only with an account')
    expect(mirror.v1.requests).toEqual([])
    await settings().put({ addresses: { old: null } })
  })
})
