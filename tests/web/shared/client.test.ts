import { afterEach, describe, expect, jest, test } from 'bun:test'
import { Elysia } from 'elysia'
import { formatAgo } from '#web/shared/format.ts'
import { signedIn } from '#tests/web/support/identity.ts'
import { ApiError, createClient, unwrap, unwrapFile, type TokenSource } from '#web/shared/client.ts'

/** Creates an API that accepts one token, and a client with the token `current` that can refresh it to `fresh`. */
function setUp({
  accepted,
  current,
  fresh,
  date,
}: {
  accepted: string
  current?: string
  fresh?: string
  date?: Date
}) {
  const seen: (string | null)[] = []
  const refusals: (string | undefined)[] = []
  const app = new Elysia({ prefix: '/api' }).get('/config', ({ request, set }) => {
    const token = request.headers.get('authorization')
    seen.push(token)
    if (date !== undefined) set.headers['date'] = date.toUTCString()
    if (token === null || token === `Bearer ${accepted}`) return { version: '2024-01-01' }
    set.status = 401
    return { error: { code: 'unauthenticated', message: 'Sign in to continue.', request_id: 'r-7' } }
  })
  const source: TokenSource = {
    token: async (options) => (options?.refresh ? fresh : current),
    onRefused: (code) => void refusals.push(code),
  }
  const client = createClient('http://localhost', source, ((input: URL, init?: RequestInit) =>
    app.handle(new Request(input, init))) as typeof fetch)
  return { client, seen, refusals: () => refusals }
}

describe('an API call', () => {
  test('sends the current token', async () => {
    const { client, seen } = setUp({ accepted: 'one', current: 'one' })
    await unwrap(client.config.get())
    expect(seen).toEqual(['Bearer one'])
  })

  test('sends no token if no user is signed in', async () => {
    const { client, seen } = setUp({ accepted: 'one' })
    await unwrap(client.config.get())
    expect(seen).toEqual([null])
  })

  test('does not parse text that looks like a date', async () => {
    const { client } = setUp({ accepted: 'one' })
    expect((await unwrap(client.config.get())).version).toBe('2024-01-01')
  })

  test('sets the clock by which the age of data is shown to that of the server', async () => {
    const at = new Date(Date.now() - 10 * 86_400_000)
    await unwrap(setUp({ accepted: 'one', date: at }).client.config.get())
    expect(formatAgo(new Date(at.getTime() - 3.5 * 3_600_000))).toBe('3 hours ago')
    await unwrap(setUp({ accepted: 'one', date: new Date() }).client.config.get())
    expect(formatAgo(at)).toBe('last week')
  })

  test('is repeated once with a refreshed token after a 401', async () => {
    const { client, seen, refusals } = setUp({ accepted: 'new', current: 'old', fresh: 'new' })
    await unwrap(client.config.get())
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(refusals()).toEqual([])
  })

  test('ends the session if the refreshed token is refused too, after exactly two requests', async () => {
    const { client, seen, refusals } = setUp({ accepted: 'other', current: 'old', fresh: 'new' })
    const failure = await unwrap(client.config.get()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: 'unauthenticated', status: 401, requestId: 'r-7' })
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(refusals()).toEqual(['unauthenticated'])
  })

  test('fails with the code "unreachable" without a response', async () => {
    const source: TokenSource = { token: async () => undefined, onRefused: () => {} }
    const client = createClient('http://localhost', source, (() => Promise.reject(new Error('down'))) as never)
    const failure = await unwrap(client.config.get()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'unreachable', message: 'The server could not be reached.' })
  })

  test('whose answer is cut fails with the code "unreachable", and a write says that it may have been done', async () => {
    for (const answer of [cutAnswer, () => new Response('{"version":', json)])
      expect(await failureOf(clientOf(answer).config.get() as never)).toMatchObject({
        code: 'unreachable',
        message: 'The answer did not arrive completely. Try again.',
      })
    expect(await failureOf(clientOf(cutAnswer).users.me['sign-out-everywhere'].post() as never)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('it may have been done or not'),
    })
  })

  test('that is answered with a page, for example that of a hotel, fails with the code "unreachable"', async () => {
    const failure = await failureOf(clientOf(hotelPage).config.get() as never)
    expect(failure).toMatchObject({ code: 'unreachable', message: 'The server could not be reached.' })
  })

  test('fails with the code "unreachable" if a read is not answered for 30 seconds, a write for 120, or the answer does not end for 300', async () => {
    jest.useFakeTimers()
    const signals: (AbortSignal | null | undefined)[] = []
    const client = createClient('http://localhost', signedIn, ((input: URL, init?: RequestInit) => {
      signals.push(init?.signal)
      return String(input).endsWith('/categories')
        ? Promise.resolve(new Response(new ReadableStream(), json))
        : new Promise(() => {})
    }) as never)
    const results: unknown[] = []
    const keep = (result: unknown) => void results.push(result)
    void unwrap(client.config.get()).then(keep, keep)
    void unwrap(client.categories.get()).then(keep, keep)
    void unwrap(client.users.me['sign-out-everywhere'].post()).then(keep, keep)
    await runSteps()
    expect(signals).toHaveLength(3)
    jest.advanceTimersByTime(29_999)
    await runSteps()
    expect(results).toEqual([])
    jest.advanceTimersByTime(1)
    await runSteps()
    const unreachable = expect.objectContaining({ code: 'unreachable' })
    expect(results).toEqual([unreachable])
    jest.advanceTimersByTime(90_000)
    await runSteps()
    expect(results).toEqual([unreachable, unreachable])
    jest.advanceTimersByTime(180_000)
    await runSteps()
    expect(results).toEqual([unreachable, unreachable, unreachable])
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true])
  })
})

afterEach(() => void jest.useRealTimers())

/** Lets the calls run until each waits for an answer or the clock. */
async function runSteps(): Promise<void> {
  for (let step = 0; step < 200; step += 1) await Promise.resolve()
}

/** A client of a server that sends `response` to every call. */
const clientOf = (response: () => Response | Promise<never>) =>
  createClient('http://localhost', signedIn, (() => Promise.resolve(response())) as never)
const failureOf = (call: Promise<never>) => unwrap(call).catch((error: unknown) => error)
const json = { headers: { 'content-type': 'application/json' } }
const cutAnswer = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"version":'))
        controller.error(new TypeError('network error'))
      },
    }),
    json,
  )
const hotelPage = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } })

test.each(['application/epub+zip', 'application/zip'])('A file of %s is kept byte for byte', async (type) => {
  const bytes = Uint8Array.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 0x80])
  const source: TokenSource = { token: async () => 'a', onRefused: () => {} }
  const answer = () => Promise.resolve(new Response(bytes, { headers: { 'content-type': type } }))
  const client = createClient('http://localhost', source, answer as never)
  const file = await unwrapFile(client.users.me['reading-list'].export.get({ query: { format: 'vault' } }))
  expect(new Uint8Array(await (file as Blob).arrayBuffer())).toEqual(bytes)
})
