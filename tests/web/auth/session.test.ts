import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { createFakeIdentity, createTestSession, waitForStatus } from '#tests/web/support/identity.ts'
import { demoAccounts, SignInError, type SignInProblem } from '#web/auth/identity.ts'
import { ApiError, createClient, unwrap } from '#web/shared/client.ts'

const problemOf = (act: Promise<void>): Promise<SignInProblem | undefined> =>
  act.then(
    () => undefined,
    (error: unknown) => (error instanceof SignInError ? error.code : undefined),
  )

describe('the session', () => {
  test('calls no service before it is started, and then has the signed-in user', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    let connected = 0
    const session = createTestSession(provider, {
      connect: async () => {
        connected += 1
        return provider
      },
    })
    expect(session.state()).toEqual({ status: 'loading' })
    expect(await session.token()).toBeUndefined()
    expect(connected).toBe(0)
    session.start()
    session.start()
    await waitForStatus(session, 'signed-in')
    expect(connected).toBe(1)
    expect(await session.token()).toBe('token of reader@example.org')
  })

  test('has the user whom the provider keeps on this device, and loads the provider when it is asked to', async () => {
    const { provider, become } = createFakeIdentity('reader@example.org')
    let connected = 0
    const session = createTestSession(provider, {
      readStored: async () => ({ email: 'reader@example.org', token: 'stored', expiresAt: Date.now() + 60_000 }),
      connect: async () => {
        connected += 1
        if (connected === 1) throw new SignInError('unreachable')
        return provider
      },
    })
    session.start()
    await waitForStatus(session, 'signed-in')
    expect([await session.token(), connected]).toEqual(['stored', 0])
    // The page keeps its content while the provider is unreachable.
    session.connect()
    await waitFor(() => expect(connected).toBe(1))
    expect(await session.token({ refresh: true })).toBe('token of reader@example.org')
    expect(session.state().status).toBe('signed-in')
    become(null)
    session.connect()
    await waitForStatus(session, 'signed-out')
    expect(await session.token()).toBeUndefined()
  })

  test('does not use a token of this device that has ended', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    const session = createTestSession(provider, {
      readStored: async () => ({ email: 'reader@example.org', token: 'stored', expiresAt: Date.now() - 1 }),
    })
    session.start()
    await waitForStatus(session, 'signed-in')
    expect(await session.token()).toBe('token of reader@example.org')
  })

  test('uses a new token after the user signed in again, and stays signed in', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    const session = createTestSession(provider, {
      readStored: async () => ({ email: 'reader@example.org', token: 'stored', expiresAt: Date.now() + 60_000 }),
    })
    session.start()
    await waitForStatus(session, 'signed-in')
    expect(await session.token()).toBe('stored')
    await session.signInAgain()
    expect([await session.token(), session.state().status]).toEqual(['token of reader@example.org', 'signed-in'])
  })

  test.each(['forbidden', 'full'] as const)('signs in and out while local storage is %s', async (fault) => {
    const storage = localStorage
    const refuse = (): never => {
      throw new DOMException('No.', fault === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    const faulty = fault === 'full' ? { getItem: () => null, setItem: refuse, removeItem: () => {} } : undefined
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => faulty ?? refuse() })
    try {
      const { provider } = createFakeIdentity()
      const session = createTestSession(provider)
      expect(session.wasSignedIn()).toBe(false)
      await session.signInAs(demoAccounts[0]!)
      expect([session.state().status, session.wasSignedIn()]).toEqual(['signed-in', true])
      await session.signOut()
      expect([session.state().status, session.wasSignedIn()]).toEqual(['signed-out', false])
    } finally {
      Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
    }
  })

  test('stores on the device that a user is signed in, and removes it at sign-out', async () => {
    const { provider } = createFakeIdentity()
    const session = createTestSession(provider)
    expect(session.wasSignedIn()).toBe(false)
    await session.signInAs(demoAccounts[0]!)
    expect(session.wasSignedIn()).toBe(true)
    await session.signOut()
    expect(session.wasSignedIn()).toBe(false)
    expect(session.state()).toEqual({ status: 'signed-out', reason: 'logout' })
  })

  test('is signed in with the account that the token exchange returned', async () => {
    const { provider } = createFakeIdentity()
    const session = createTestSession(provider)
    await session.signInWithGoogle()
    expect(session.state()).toMatchObject({ status: 'signed-in', user: { email: 'reader@example.org' } })
  })

  test.each([
    ['forbidden', 403, 'disabled'],
    ['unauthenticated', 401, 'refused'],
    ['internal', 500, 'unavailable'],
  ] as const)('a sign-in that the server rejects with %s leaves the user signed out', async (code, status, problem) => {
    const { provider, present } = createFakeIdentity()
    const session = createTestSession(provider, {
      exchange: () => Promise.reject(new ApiError({ code, message: 'No.' }, status)),
    })
    session.start()
    await waitForStatus(session, 'signed-out')
    expect(await problemOf(session.signInWithGoogle())).toBe(problem)
    expect(present()).toBeNull()
    expect(session.state().status).toBe('signed-out')
  })

  test('knows that the user signed out, also while the provider is being connected', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    const redirect = Promise.withResolvers<boolean>()
    const leaving = Promise.withResolvers<void>()
    let watched = false
    const session = createTestSession(
      {
        ...provider,
        watch(onChange) {
          watched = true
          return provider.watch(onChange)
        },
        finishRedirect: () => redirect.promise,
        async signOut() {
          // The provider is connected before it has signed the user out.
          redirect.resolve(false)
          await leaving.promise
          await provider.signOut()
        },
      },
      { readStored: async () => ({ email: 'reader@example.org', token: 'stored', expiresAt: Date.now() + 60_000 }) },
    )
    session.start()
    await waitForStatus(session, 'signed-in')
    session.connect()
    const states: unknown[] = []
    session.subscribe(() => states.push(session.state()))
    const signedOut = session.signOut()
    await waitFor(() => expect(watched).toBe(true))
    leaving.resolve()
    await signedOut
    // Without the reason, the page would lead to the sign-in in between.
    expect(states).toEqual([{ status: 'signed-out', reason: 'logout' }])
  })

  test('sends no call of a signed-in page after the user has signed out', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    const session = createTestSession(provider)
    session.start()
    await waitForStatus(session, 'signed-in')
    const sent: string[] = []
    const client = createClient('http://localhost', session, (async (input: RequestInfo | URL) => {
      sent.push(String(input))
      return Response.json(null)
    }) as typeof fetch)

    await session.signOut()
    const call = unwrap(client.users.me['reading-list'].get({ query: {} }))
    expect(await call.catch((error: unknown) => error)).toMatchObject({ code: 'unauthenticated', status: 401 })
    expect(sent).toEqual([])
    await unwrap(client.config.get())
    expect(sent).toEqual(['http://localhost/api/config'])
  })

  test('retries an unreachable provider until it responds', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    let attempts = 0
    const session = createTestSession(provider, {
      connect: async () => {
        attempts += 1
        if (attempts === 1) throw new SignInError('unreachable')
        return provider
      },
    })
    session.start()
    await waitForStatus(session, 'failed')
    session.start()
    await waitForStatus(session, 'signed-in')
    expect(attempts).toBe(2)
  })

  test('exchanges the token after a redirect sign-in', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    const session = createTestSession({ ...provider, finishRedirect: async () => true })
    session.start()
    await waitForStatus(session, 'signed-in')
    await waitFor(() => expect(session.state()).toMatchObject({ user: { email: 'reader@example.org' } }))
  })
})
