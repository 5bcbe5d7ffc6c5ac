import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { createFakeIdentity, createTestSession, waitForStatus } from '#tests/web/support/identity.ts'
import { tokensOf } from '#web/auth/tokensOf.ts'
import { createClient } from '#web/shared/client.ts'

describe('A session whose tokens are refused', () => {
  test.each([
    ['expired', 'unauthenticated', false],
    ['undone', 'unauthenticated', true],
    ['unused', 'unused-too-long', true],
  ] as const)('ends as %p when the server refuses a refreshed token as %p', async (reason, code, isChange) => {
    const { provider, present } = createFakeIdentity('reader@example.org')
    const session = createTestSession(provider)
    session.start()
    await waitForStatus(session, 'signed-in')
    session.onRefused(code, isChange)
    await waitForStatus(session, 'signed-out')
    expect(session.state()).toEqual({ status: 'signed-out', reason, owner: 'reader@example.org' })
    expect(present()).toBeNull()
    session.clearSignOutReason()
    expect(session.state()).toEqual({ status: 'signed-out' })
  })

  test.each([
    ['at the same time, after it', [false, true], false],
    ['at the same time, before it', [true, false], false],
    ['when the session has ended', [false, true], true],
  ] as const)(
    'says that a change was not done also if something else is refused: %s',
    async (_when, calls, isAfter) => {
      const { provider } = createFakeIdentity('reader@example.org')
      const session = createTestSession(provider)
      session.start()
      await waitForStatus(session, 'signed-in')
      const tokens = tokensOf(session, 'reader@example.org')
      for (const isChange of calls) {
        tokens.onRefused('unauthenticated', isChange)
        if (isAfter) await waitForStatus(session, 'signed-out')
      }
      await waitForStatus(session, 'signed-out')
      await waitFor(() => expect(session.state()).toMatchObject({ reason: 'undone', owner: 'reader@example.org' }))
      // What another user's page had still asked for says nothing of this one.
      tokensOf(session, 'second@example.org').onRefused('unauthenticated', false)
      expect(session.state()).toMatchObject({ reason: 'undone' })
    },
  )

  test('says that a change was not done which the user made when the session had ended', async () => {
    const { provider } = createFakeIdentity('reader@example.org')
    const session = createTestSession(provider)
    session.start()
    await waitForStatus(session, 'signed-in')
    const sent: unknown[] = []
    const send = ((input: URL) => (sent.push(input), Promise.resolve(new Response()))) as typeof fetch
    const client = createClient('http://localhost', tokensOf(session, 'reader@example.org'), send)
    session.onRefused('unauthenticated', false)
    await waitForStatus(session, 'signed-out')
    await client.auth.me.get()
    expect(session.state()).toMatchObject({ reason: 'expired' })
    expect((await client.users.me.put({ name: 'Ada' })).status).toBe(401)
    expect(session.state()).toMatchObject({ reason: 'undone' })
    expect(sent).toEqual([])
  })
})
