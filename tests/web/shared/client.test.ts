import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { ApiError, createClient, unwrap, type TokenSource } from '#web/shared/client.ts'

/** An API that takes one token, and a browser that holds `held` and can get `fresh`. */
function setUp({ accepted, held, fresh }: { accepted: string; held?: string; fresh?: string }) {
  const seen: (string | null)[] = []
  let refused = 0
  const app = new Elysia({ prefix: '/api' }).get('/config', ({ request, set }) => {
    const token = request.headers.get('authorization')
    seen.push(token)
    if (token === null || token === `Bearer ${accepted}`) return { version: '2024-01-01' }
    set.status = 401
    return { error: { code: 'unauthenticated', message: 'Sign in to continue.', request_id: 'r-7' } }
  })
  const source: TokenSource = {
    token: async (options) => (options?.refresh ? fresh : held),
    onRefused: () => (refused += 1),
  }
  const client = createClient('http://localhost', source, ((input: URL, init?: RequestInit) =>
    app.handle(new Request(input, init))) as typeof fetch)
  return { client, seen, refusals: () => refused }
}

describe('a call to the API', () => {
  test('carries the token of that moment', async () => {
    const { client, seen } = setUp({ accepted: 'one', held: 'one' })
    await unwrap(client.config.get())
    expect(seen).toEqual(['Bearer one'])
  })

  test('carries none when nobody is signed in', async () => {
    const { client, seen } = setUp({ accepted: 'one' })
    await unwrap(client.config.get())
    expect(seen).toEqual([null])
  })

  test('leaves text that looks like a date as it is', async () => {
    const { client } = setUp({ accepted: 'one' })
    expect((await unwrap(client.config.get())).version).toBe('2024-01-01')
  })

  test('whose token is refused is repeated once with a fresh one', async () => {
    const { client, seen, refusals } = setUp({ accepted: 'new', held: 'old', fresh: 'new' })
    await unwrap(client.config.get())
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(refusals()).toBe(0)
  })

  test('whose fresh token is refused too ends the session, after exactly two tries', async () => {
    const { client, seen, refusals } = setUp({ accepted: 'other', held: 'old', fresh: 'new' })
    const failure = await unwrap(client.config.get()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: 'unauthenticated', status: 401, requestId: 'r-7' })
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(refusals()).toBe(1)
  })

  test('that gets no answer fails with a code of its own', async () => {
    const source: TokenSource = { token: async () => undefined, onRefused: () => {} }
    const client = createClient('http://localhost', source, (() => Promise.reject(new Error('down'))) as never)
    const failure = await unwrap(client.config.get()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'unreachable', message: 'The server could not be reached.' })
  })
})
