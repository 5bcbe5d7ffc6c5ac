import { waitFor } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { createFakeIdentity, createTestSession, waitForStatus } from '#tests/web/support/identity.ts'
import { connectTabs } from '#web/auth/otherTabs.ts'
import { tokensOf } from '#web/auth/tokensOf.ts'

const ada = { email: 'reader@example.org' }
const bela = { email: 'second@example.org' }
const openAs = async (identity: typeof ada, changes: Parameters<typeof createTestSession>[1] = {}) => {
  const { provider, become } = createFakeIdentity(identity.email)
  const session = createTestSession(provider, changes)
  session.start()
  await waitForStatus(session, 'signed-in')
  return { session, become }
}

test('the session stays that of its user when another one signs in in another tab, until they continue here', async () => {
  const { session, become } = await openAs(ada)
  const ended = { status: 'signed-out', reason: 'elsewhere', owner: ada.email }
  become(bela)
  expect(session.state()).toEqual({ ...ended, other: bela } as never)
  expect(await session.token()).toBeUndefined()
  become(null)
  expect(session.state()).toEqual(ended as never)
  become({ email: 'Reader@example.org' })
  expect(session.state()).toMatchObject({ status: 'signed-in' })
  become(bela)
  session.follow()
  expect(session.state()).toEqual({ status: 'signed-in', identity: bela })
})

test('the session is taken over by anyone who signs in in another tab when no user was signed in, and after a logout', async () => {
  const { provider, become } = createFakeIdentity()
  const session = createTestSession(provider)
  session.start()
  await waitForStatus(session, 'signed-out')
  become(ada)
  expect(session.state()).toMatchObject({ identity: ada })
  await session.signOut()
  become(bela)
  expect(session.state()).toMatchObject({ identity: bela })
})

test.each([
  ['logout', { reason: 'elsewhere', owner: ada.email }],
  ['erased', { reason: 'erased' }],
  ['unused', { reason: 'unused', owner: ada.email }],
  [null, { reason: 'expired', owner: ada.email }],
] as const)('says why it ended when another tab ended it as %p', async (reason, ended) => {
  const name = crypto.randomUUID()
  const tabs = connectTabs(name)
  const { session, become } = await openAs(ada, { tabs })
  const other = connectTabs(name)
  if (reason) other.tell(ada.email, reason)
  other.tell(bela.email, 'logout')
  await waitFor(() => expect(tabs.reasonOf(bela.email)).toBe('elsewhere'))
  become(null)
  expect(session.state()).toEqual({ status: 'signed-out', ...ended } as never)
})

test('the session gives the calls of one user no token of another', async () => {
  const { session, become } = await openAs(ada)
  const [ofAda, ofBela] = [tokensOf(session, ada.email), tokensOf(session, bela.email)]
  expect([await ofAda.token(), await ofBela.token()]).toEqual(['token of reader@example.org', undefined])
  become(bela)
  session.follow()
  expect([await ofAda.token(), await ofBela.token()]).toEqual([undefined, 'token of second@example.org'])
  ofAda.onRefused('unauthenticated', false)
  expect(session.state().status).toBe('signed-in')
})
