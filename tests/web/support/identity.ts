import { waitFor } from '@testing-library/react'
import { expect } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import type { Identity, IdentityProvider } from '#web/auth/identity.ts'
import { noOtherTabs } from '#web/auth/otherTabs.ts'
import { createSession } from '#web/auth/session.ts'
import type { TokenSource } from '#web/shared/client.ts'

/** The tokens of a signed-in user, for a client without a session. */
export const signedIn: TokenSource = { token: async () => 'a token', onRefused: () => {} }

/** Creates an in-memory identity provider. `become` changes the signed-in identity, `present` returns it. */
export function createFakeIdentity(signedInAs: string | null = null) {
  let present: Identity | null = signedInAs === null ? null : { email: signedInAs }
  const watchers = new Set<(identity: Identity | null) => void>()
  const become = (identity: Identity | null) => {
    present = identity
    for (const watcher of watchers) watcher(identity)
  }
  const provider: IdentityProvider = {
    watch: (onChange) => {
      watchers.add(onChange)
      queueMicrotask(() => onChange(present))
      return () => watchers.delete(onChange)
    },
    token: async () => (present ? `token of ${present.email}` : undefined),
    signInWithPopup: async () => become({ email: 'reader@example.org' }),
    signInWithRedirect: async () => {},
    finishRedirect: async () => false,
    signInAgain: async () => {},
    signInAs: async ({ email }) => become({ email }),
    signOut: async () => become(null),
  }
  return { provider, become, present: () => present }
}

/** Creates a session with `provider`. The token exchange returns the sample user with the token's e-mail address. */
export const createTestSession = (
  provider: IdentityProvider,
  changes: Partial<Parameters<typeof createSession>[0]> = {},
) =>
  createSession({
    loadConfig: async () => ({
      version: 'test',
      firebase: { project_id: 'demo', api_key: 'demo', auth_domain: 'localhost' },
      features: { demo_accounts: true, outbox_page: false, sample_library: true },
    }),
    readStored: async () => null,
    tabs: noOtherTabs,
    connect: async () => provider,
    exchange: async (token) => ({ ...sampleUser, email: token.replace('token of ', '') }),
    ...changes,
  })

/** Waits until the session has this status. */
export const waitForStatus = (session: ReturnType<typeof createTestSession>, status: string) =>
  waitFor(() => expect(session.state().status).toBe(status as never))
