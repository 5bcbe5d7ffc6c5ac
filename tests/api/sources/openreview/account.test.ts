import { afterEach, describe, expect, test } from 'bun:test'
import { addDays, setClock } from '#api/platform/clock.ts'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { EMAIL, noteId, PASSWORD, simNotes } from '#tests/simulators/openreview.ts'
import { KEY, signal, useOpenreview } from './source.ts'

const start = useOpenreview()
afterEach(() => setClock(null))

const OLD = 'ICLR.cc/2021/Conference'
const REFUSED = 'source-unavailable: OpenReview does not accept the account'
const oldNotes = (count: number) =>
  simNotes(count, 1).map((note) => ({ ...note, content: { ...note.content, venueid: OLD, venue: 'ICLR 2021 Poster' } }))

describe('The account', () => {
  test('is signed in with once for each host, and each host gets its own token alone', async () => {
    const { simulator, readVenue, lookUp } = start({ v2: simNotes(2), v1: oldNotes(3) })
    expect(await readVenue()).toHaveLength(2)
    expect(await readVenue(OLD)).toHaveLength(3)
    expect(await lookUp(noteId(1))).toHaveLength(1)
    expect([simulator.v2.logins(), simulator.v1.logins()]).toEqual([1, 1])
    const tokens = (host: typeof simulator.v2) => new Set(host.requests.map(({ headers }) => headers['authorization']))
    expect(tokens(simulator.v2)).toEqual(new Set([undefined, 'Bearer token-2-1']))
    expect(tokens(simulator.v1)).toEqual(new Set([undefined, 'Bearer token-1-1']))
    expect(JSON.parse(simulator.v2.requests[0]?.json ?? '')).toEqual({ id: EMAIL, password: PASSWORD })
  })

  test('is signed in with again when the token has expired', async () => {
    const { simulator, readVenue } = start({ v2: simNotes(2) })
    await readVenue()
    simulator.v2.expire()
    expect(await readVenue()).toHaveLength(2)
    expect(simulator.v2.logins()).toBe(2)
    expect(simulator.v2.requests.map(({ status }) => status)).toEqual([200, 200, 403, 200, 200])
  })

  test('that is challenged for ever is asked with once more, and then not before the next day', async () => {
    setClock(new Date('2026-11-24T14:00:00Z'))
    const said: string[] = []
    const { simulator, readVenue } = start(
      { v2: simNotes(2) },
      { onRequestFailed: ({ reason }) => said.push(reason), onRequestSucceeded: () => said.push('read') },
    )
    simulator.v2.challengesAll = true
    expect(await sentenceOf(readVenue())).toBe(`${REFUSED} (403).`)
    expect(simulator.v2.requests.map(({ url, status }) => `${url.split('?')[0]} ${status}`)).toEqual([
      '/login 200',
      '/notes 403',
      '/login 200',
      '/notes 403',
    ])
    // A sign-in and a challenge do not show that the source can be read.
    expect(said).toEqual(['does not accept the account (403)'])
    expect(await sentenceOf(readVenue())).toBe(`${REFUSED}; it may be asked again at 2026-11-25 00:00 UTC.`)
    expect(simulator.v2.requests).toHaveLength(4)
    simulator.v2.challengesAll = false
    setClock(new Date(`${addDays('2026-11-24', 1)}T00:01:00Z`))
    expect(await readVenue()).toHaveLength(2)
    expect(said).toEqual(['does not accept the account (403)', 'read'])
  })

  test('that is refused is not tried again, but another one is', async () => {
    let key = `${EMAIL}:wrong`
    const { simulator, readVenue } = start(
      { v2: simNotes(1) },
      { readSettings: async () => ({ gap_ms: null, addresses: {}, key }) },
    )
    expect(await sentenceOf(readVenue())).toBe(`${REFUSED} (400).`)
    expect(await sentenceOf(readVenue())).toStartWith(`${REFUSED}; it may be asked again`)
    expect(simulator.v2.logins()).toBe(1)
    key = KEY
    expect(await readVenue()).toHaveLength(1)
  })

  test('with a second factor is refused', async () => {
    const { simulator, readVenue } = start({ v2: simNotes(1) })
    simulator.v2.challengesLogin = true
    expect(await sentenceOf(readVenue())).toBe(`${REFUSED} (403).`)
    expect(simulator.v2.requests).toHaveLength(1)
  })

  test.each([
    ['', 'answers only with an account (127.0.0.1:'],
    ['0123456789abcdef', 'has a key that is not in the form e-mail:password.'],
  ])('is needed in its form: “%s”', async (key, reason) => {
    const { simulator, readVenue } = start({ v2: simNotes(1) }, { key })
    expect(await sentenceOf(readVenue())).toStartWith(`source-unavailable: OpenReview ${reason}`)
    expect(simulator.v2.requests).toEqual([])
  })

  test('is not sent to an older host at an address that an admin has set', async () => {
    const stranger = start({ v1: oldNotes(1) }).simulator
    const { simulator, readVenue } = start(
      {},
      { readSettings: async () => ({ gap_ms: null, addresses: { old: stranger.v1.apiUrl }, key: KEY }) },
    )
    expect(await sentenceOf(readVenue(OLD))).toStartWith('source-unavailable: OpenReview answers only with an account')
    expect([stranger.v1.requests.length, simulator.v1.requests.length]).toEqual([0, 0])
  })

  test('is in no address, no failure and no answer, whatever the hosts say', async () => {
    const seen: unknown[] = []
    const { simulator, readVenue, source } = start(
      { v2: simNotes(1) },
      { onRequestFailed: (failure) => seen.push(failure), retries: { tries: 1 } },
    )
    const echo = new Response(`${EMAIL} ${PASSWORD.split(':')[1]}`, { status: 500 })
    simulator.v2.onRequest = () => echo.clone()
    seen.push(await sentenceOf(readVenue()))
    const { apiUrl } = simulator.v2
    seen.push(await source.test?.({ api: apiUrl }, { signal, key: KEY }))
    simulator.v2.onRequest = null
    simulator.v2.challengesAll = true
    seen.push(
      await sentenceOf(readVenue()),
      simulator.v2.requests.map(({ url }) => url),
    )
    expect(JSON.stringify(seen)).toContain('answers 500 to the sign-in')
    for (const secret of [EMAIL, 'pass"', 'token-', 'invented']) expect(JSON.stringify(seen)).not.toContain(secret)
  })
})

describe('The test of the source', () => {
  test('signs in with the typed key at addresses that are not saved, and not with the saved one', async () => {
    const { simulator } = start({})
    const { source } = start({}, { key: '' })
    const addresses = { api: simulator.v2.apiUrl, old: simulator.v1.apiUrl }
    const test = async (key?: string) =>
      (await source.test!(addresses, { signal, ...(key !== undefined && { key }) })).map(
        ({ interface: host, ok, message }) => `${host} ${ok} ${message.replace(/:\d{5}/, '')}`,
      )
    expect(await test(KEY)).toEqual(['api true OpenReview answers.', 'old true OpenReview answers.'])
    expect(await test(`${EMAIL}:wrong`)).toEqual([
      'api false OpenReview does not accept the account (400).',
      'old false OpenReview does not accept the account (400).',
    ])
    const before = simulator.v2.requests.length
    expect(await test()).toEqual([
      'api false OpenReview answers only with an account (127.0.0.1).',
      'old false OpenReview answers only with an account (127.0.0.1).',
    ])
    expect(simulator.v2.requests).toHaveLength(before)
  })

  test('uses the saved key at the saved addresses, after a refusal, too', async () => {
    const { simulator, source, readVenue } = start({ v2: simNotes(1) })
    simulator.v2.challengesAll = true
    await sentenceOf(readVenue())
    simulator.v2.challengesAll = false
    const { api, old } = source.defaults.addresses
    const results = await source.test!({ api: api!, old: old! }, { signal })
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
  })
})
