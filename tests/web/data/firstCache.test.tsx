import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Category } from '#api/contract/categories.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { createFakeIdentity, createTestSession, signedIn } from '#tests/web/support/identity.ts'
import { Foundation } from '#web/app/Foundation.tsx'
import { firstReadsOf } from '#web/app/firstReads.ts'
import { useSession } from '#web/auth/useSession.ts'
import { useCategories } from '#web/data/account/useCategories.ts'
import { useMe } from '#web/data/account/useMe.ts'
import { ClientContext } from '#web/data/api.ts'
import { createFirstCache } from '#web/data/firstCache.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { createClient } from '#web/shared/client.ts'

test('the categories that were asked for before the profile was rendered are there at once', async () => {
  const items: Category[] = []
  const api = new Elysia({ prefix: '/api' }).get('/categories', () => ({ items, total: 0, skip: 0, limit: 0 }))
  const read = firstReadsOf({ pathname: '/profile', search: '' }).at(-1)!
  const answer = await api.handle(new Request(`http://localhost${read.address}`))
  const { cache, readFirst } = createFirstCache([{ key: read.key, data: await answer.json(), at: '2026-11-18' }])
  const client = createClient('http://localhost', signedIn, ((input: URL) => api.handle(new Request(input))) as never)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ClientContext value={client}>
      <SWRConfig value={{ ...swrOptions, provider: () => cache, use: [readFirst] }}>{children}</SWRConfig>
    </ClientContext>
  )
  const { result } = renderHook(() => useCategories(), { wrapper })
  expect(result.current.categories).toEqual(items)
})

test('a change that the server confirms after the sign-out has no error', async () => {
  const answer = Promise.withResolvers<void>()
  const api = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => sampleUser)
    .put('/users/me', async () => (await answer.promise, { ...sampleUser, name: 'Ada' }))
  const session = createTestSession(createFakeIdentity(sampleUser.email).provider)
  const send = ((input: URL, init?: RequestInit) => api.handle(new Request(input, init))) as typeof fetch
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Foundation session={session} connectClient={(source) => createClient('http://localhost', source, send)}>
      {children}
    </Foundation>
  )
  const { result } = renderHook(() => ({ ...useMe(), state: useSession().state }), { wrapper })
  act(() => session.start())
  await waitFor(() => expect(result.current.user).toBeDefined())
  const saved = result.current.changeMe({ name: 'Ada' })
  await act(() => session.signOut())
  await waitFor(() => expect(result.current.state.status).toBe('signed-out'))
  answer.resolve()
  expect(await saved).toMatchObject({ name: 'Ada' })
})
