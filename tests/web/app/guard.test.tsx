import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { sampleUser } from '#tests/support/samples.ts'
import type { User } from '#api/contract/users.ts'
import { makeCard, makeDay } from '#tests/web/support/days.ts'
import { inventIdentity, inventSession } from '#tests/web/support/identity.ts'
import { Foundation } from '#web/app/Foundation.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { createClient } from '#web/shared/client.ts'

interface Situation {
  path: string
  signedInAs?: string
  user?: User
  /** Whether the identity has an account already. */
  hasAccount?: boolean
  /** Tokens are refused from now on. */
  refusing?: boolean
}

/** The whole site over an identity service and an API of the test's own. */
function openSite({ path, signedInAs, user = sampleUser, hasAccount = true, refusing = false }: Situation) {
  const identity = inventIdentity(signedInAs ?? null)
  const exchanged: string[] = []
  const app = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ path: asked, set }) => {
      if (!refusing || asked === '/api/config' || asked === '/api/papers/today') return
      set.status = 401
      return { error: { code: 'unauthenticated', message: 'Sign in to continue.', request_id: 'r-1' } }
    })
    .get('/config', () => ({
      version: 'test',
      firebase: { project_id: 'demo', api_key: 'demo', auth_domain: 'localhost' },
      features: { demo_accounts: true, outbox_page: false, sample_library: true },
    }))
    .get('/auth/me', ({ set }) => {
      if (hasAccount || exchanged.length > 0) return user
      set.status = 404
      return { error: { code: 'not-found', message: 'There is no account yet.', request_id: 'r-2' } }
    })
    .post('/auth/firebase', ({ body }) => {
      exchanged.push((body as { id_token: string }).id_token)
      return user
    })
    .get('/users/me/dashboard', () => makeDay([makeCard(1)]))
    .get('/users/me/reading-list', () => ({
      items: [],
      total: 0,
      skip: 0,
      limit: 1,
      counts: { to_read: 0, reading: 0, done: 0 },
    }))
    .get('/papers/today', () => ({ items: [], announced_on: null, sample: false }))
    .get('/categories', () => ({ items: [], total: 0 }))
  const session = inventSession(identity.provider)
  const client = createClient('http://localhost', session, ((input: URL, init?: RequestInit) =>
    app.handle(new Request(input, init))) as typeof fetch)
  const router = createMemoryRouter(createRoutes(), { initialEntries: [path] })
  render(
    <Foundation session={session} client={client}>
      <RouterProvider router={router} />
    </Foundation>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  return { router, session, identity, exchanged, address, person: userEvent.setup() }
}

describe('who may be where', () => {
  test.each(['/dashboard?day=2026-11-19', '/search?q=lantern', '/reading-list', '/profile', '/admin', '/nowhere'])(
    'a stranger at %s is sent to sign in and back',
    async (path) => {
      const { address } = openSite({ path })
      await waitFor(() => expect(address()).toBe(`/login?${new URLSearchParams({ next: path })}`))
      expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
    },
  )

  test('a stranger sees the landing page and may sign in', async () => {
    const { address } = openSite({ path: '/' })
    expect(await screen.findByRole('link', { name: 'Sign in with Google' })).toBeTruthy()
    expect(address()).toBe('/')
  })

  test('while it is not known who is there, a spinner fills the window', async () => {
    openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
  })

  test('whoever is signed in goes from the sign-in page to the dashboard, or to where they wanted', async () => {
    const first = openSite({ path: '/login', signedInAs: 'reader@example.org' })
    await waitFor(() => expect(first.address()).toBe('/dashboard'))
    const second = openSite({ path: '/login?next=%2Fsearch%3Fq%3Dlantern', signedInAs: 'reader@example.org' })
    await waitFor(() => expect(second.address()).toBe('/search?q=lantern'))
  })

  test('an identity without an account gets one on the way', async () => {
    const { exchanged } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org', hasAccount: false })
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
    expect(exchanged).toEqual(['token of reader@example.org'])
  })

  test('a session whose tokens are refused ends at the sign-in page, which says so and leads back', async () => {
    const { address, identity } = openSite({ path: '/profile', signedInAs: 'reader@example.org', refusing: true })
    await waitFor(() => expect(address()).toBe('/login?next=%2Fprofile&reason=expired'))
    expect(await screen.findByText(/You were signed out. Sign in to continue/)).toBeTruthy()
    expect(identity.present()).toBeNull()
  })

  test('a demo account signs in and lands on the dashboard', async () => {
    const { address, person } = openSite({ path: '/login' })
    await person.click(await screen.findByRole('button', { name: /Ada Linde/ }))
    await waitFor(() => expect(address()).toBe('/dashboard'))
  })

  test('Logout leaves by the front door', async () => {
    const { address, person, identity, session } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    await person.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.present()).toBeNull()
    await waitFor(() => expect(session.state()).toEqual({ status: 'signed-out' }))
  })
})

describe('the ways between the pages', () => {
  test.each([
    ['/dashboard', ['/reading-list', '/profile']],
    ['/profile', ['/dashboard', '/search', '/reading-list', '/profile']],
  ])('from %s a reader reaches every page but the admin panel, and the way out', async (path, paths) => {
    openSite({ path, signedInAs: 'reader@example.org' })
    const main = await screen.findByRole('navigation', { name: 'Main' })
    expect([...main.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(paths)
    // The dashboard launches a search from a field of its own.
    if (path === '/dashboard') expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
  })

  test('only admins have a way to the admin panel', async () => {
    openSite({ path: '/profile', signedInAs: 'admin@paperdawn.test', user: { ...sampleUser, is_admin: true } })
    const link = await screen.findByRole('link', { name: 'Admin Panel' })
    expect(link.getAttribute('href')).toBe('/admin')
  })

  test('the page one is on is marked as current', async () => {
    openSite({ path: '/profile', signedInAs: 'reader@example.org' })
    await screen.findByRole('navigation', { name: 'Main' })
    expect(screen.getByRole('link', { name: 'Profile', current: 'page' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Search', current: 'page' })).toBeNull()
  })

  test('the first stop of the keyboard skips to the content', async () => {
    const { person } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })
    await person.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    await person.keyboard('{Enter}')
    expect(document.activeElement?.id).toBe('main')
  })

  test('an address without a page keeps the shell and offers a search for its words', async () => {
    openSite({ path: '/papers/graph-attention', signedInAs: 'reader@example.org' })
    const link = await screen.findByRole('link', { name: 'Search for “graph attention”' })
    expect(link.getAttribute('href')).toBe('/search?q=graph+attention')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  })
})
