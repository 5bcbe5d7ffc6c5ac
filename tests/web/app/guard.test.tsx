import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { sampleUser } from '#tests/support/samples.ts'
import type { User } from '#api/contract/users.ts'
import { makeCard, makeDay } from '#tests/web/support/days.ts'
import { createFakeIdentity, createTestSession } from '#tests/web/support/identity.ts'
import { Foundation } from '#web/app/Foundation.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { createClient } from '#web/shared/client.ts'

interface Options {
  path: string
  signedInAs?: string
  user?: User
  /** Whether the identity already has an account. */
  hasAccount?: boolean
  /** The API refuses every token. */
  refusing?: boolean
}

/** Renders the whole site with a fake identity provider and an in-memory API. */
function openSite({ path, signedInAs, user = sampleUser, hasAccount = true, refusing = false }: Options) {
  const identity = createFakeIdentity(signedInAs ?? null)
  const exchanged: string[] = []
  const requested: string[] = []
  const app = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ path: requestPath, set }) => {
      if (!refusing || requestPath === '/api/config' || requestPath === '/api/papers/today') return
      set.status = 401
      return { error: { code: 'unauthenticated', message: 'Sign in to continue.', request_id: 'r-1' } }
    })
    .get('/config', () => ({
      version: 'test',
      firebase: { project_id: 'demo', api_key: 'demo', auth_domain: 'localhost' },
      features: { demo_accounts: true, outbox_page: false, sample_library: true },
    }))
    .get('/auth/me', ({ set }) => {
      requested.push('account')
      if (hasAccount || exchanged.length > 0) return user
      set.status = 404
      return { error: { code: 'not-found', message: 'There is no account yet.', request_id: 'r-2' } }
    })
    .post('/auth/firebase', ({ body }) => {
      exchanged.push((body as { id_token: string }).id_token)
      return user
    })
    .get('/users/me/dashboard', () => {
      requested.push('day')
      return makeDay([makeCard(1)])
    })
    .get('/users/me/reading-list', () => ({
      items: [],
      total: 0,
      skip: 0,
      limit: 1,
      counts: { to_read: 0, reading: 0, done: 0 },
    }))
    .get('/papers/today', () => ({ items: [], total: 0, announced_on: null, sample: false }))
    .get('/categories', () => ({ items: [], total: 0 }))
  const session = createTestSession(identity.provider)
  const send = ((input: URL, init?: RequestInit) => app.handle(new Request(input, init))) as typeof fetch
  const router = createMemoryRouter(createRoutes(), { initialEntries: [path] })
  render(
    <Foundation session={session} connectClient={(source) => createClient('http://localhost', source, send)}>
      <RouterProvider router={router} />
    </Foundation>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  return { router, session, identity, exchanged, requested, address, person: userEvent.setup() }
}

describe('access to pages', () => {
  test.each([
    '/dashboard?day=2026-11-19',
    '/dashboard?review=2026-11-22',
    '/search?q=lantern',
    '/reading-list',
    '/profile',
    '/admin',
    '/nowhere',
  ])('a signed-out visitor of %s is redirected to the sign-in page with `next`', async (path) => {
    const { address } = openSite({ path })
    await waitFor(() => expect(address()).toBe(`/login?${new URLSearchParams({ next: path })}`))
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  })

  test('a signed-out visitor sees the landing page with a sign-in link', async () => {
    const { address } = openSite({ path: '/' })
    expect(await screen.findByRole('link', { name: 'Sign in with Google' })).toBeTruthy()
    expect(address()).toBe('/')
  })

  test('a spinner is shown until the session is known', async () => {
    openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
  })

  test('the account and the day are requested once each, and the day only on the dashboard', async () => {
    const signedInAs = 'reader@example.org'
    const { requested, router } = openSite({ path: '/dashboard', signedInAs })
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
    expect(requested.toSorted()).toEqual(['account', 'day'])
    router.dispose()
    const other = openSite({ path: '/profile', signedInAs })
    await screen.findByRole('heading', { level: 1, name: 'Profile' })
    expect(other.requested).toEqual(['account'])
  })

  test('a signed-in user is redirected from the sign-in page to the dashboard, or to `next`', async () => {
    const first = openSite({ path: '/login', signedInAs: 'reader@example.org' })
    await waitFor(() => expect(first.address()).toBe('/dashboard'))
    const second = openSite({ path: '/login?next=%2Fsearch%3Fq%3Dlantern', signedInAs: 'reader@example.org' })
    await waitFor(() => expect(second.address()).toBe('/search?q=lantern'))
  })

  test('an account is created for an identity without one', async () => {
    const { exchanged } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org', hasAccount: false })
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
    expect(exchanged).toEqual(['token of reader@example.org'])
  })

  test('a session whose tokens are refused ends at the sign-in page, with a message and `next`', async () => {
    const { address, identity } = openSite({ path: '/profile', signedInAs: 'reader@example.org', refusing: true })
    await waitFor(() => expect(address()).toBe('/login?next=%2Fprofile&reason=expired'))
    expect(await screen.findAllByText(/You were signed out. Sign in to continue/)).not.toEqual([])
    expect(identity.present()).toBeNull()
  })

  test('the sign-in page says that a change was not done also if that is known last', async () => {
    const { address, session } = openSite({ path: '/profile', signedInAs: 'reader@example.org' })
    await screen.findByRole('heading', { level: 1, name: 'Profile' })
    session.onRefused('unauthenticated', false)
    await waitFor(() => expect(address()).toBe('/login?next=%2Fprofile&reason=expired'))
    await act(async () => session.onRefused('unauthenticated', true))
    expect(await screen.findAllByText(/so what you did last was not done/)).toHaveLength(2)
  })

  test('a text that was typed when the session ended is in its field after the sign-in, and not after a logout', async () => {
    const { address, person, router, session } = openSite({
      path: '/search?by=text',
      signedInAs: 'reader@example.org',
    })
    await person.type(await screen.findByRole('textbox', { name: 'Your text' }), 'A draft about winds.')
    session.onRefused('unauthenticated', false)
    await person.click(await screen.findByRole('button', { name: /Ada Linde/ }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
    expect(address()).toBe('/search?by=text')
    expect(field.value).toBe('A draft about winds.')
    await person.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(address()).toBe('/'))
    await act(() => router.navigate('/login?next=%2Fsearch%3Fby%3Dtext'))
    await person.click(await screen.findByRole('button', { name: /Ada Linde/ }))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })).value).toBe('')
  })

  test('a text that is handed over after the sign-in counts, not one that was typed when the session ended', async () => {
    const { person, router, session } = openSite({ path: '/search?by=text', signedInAs: 'reader@example.org' })
    await person.type(await screen.findByRole('textbox', { name: 'Your text' }), 'A draft about winds.')
    session.onRefused('unauthenticated', false)
    await screen.findByRole('button', { name: /Ada Linde/ })
    await act(() => router.navigate('/login'))
    await person.click(await screen.findByRole('button', { name: /Ada Linde/ }))
    await person.click(await screen.findByRole('searchbox'))
    const pasted = 'A paragraph about tides. '.repeat(20).trim()
    await person.paste(pasted)
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
    expect(field.value).toBe(pasted)
  })

  test('signing in with a demo account opens the dashboard', async () => {
    const { address, person } = openSite({ path: '/login' })
    await person.click(await screen.findByRole('button', { name: /Ada Linde/ }))
    await waitFor(() => expect(address()).toBe('/dashboard'))
  })

  test('Logout ends the session and opens the landing page', async () => {
    const { address, person, identity, session } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    await person.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.present()).toBeNull()
    await waitFor(() => expect(session.state()).toEqual({ status: 'signed-out' }))
  })
})

describe('navigation', () => {
  test.each([
    ['/dashboard', ['/reading-list', '/profile']],
    ['/profile', ['/dashboard', '/search', '/reading-list', '/profile']],
  ])('%s links to every page but the admin panel and has a Logout button', async (path, paths) => {
    openSite({ path, signedInAs: 'reader@example.org' })
    const main = await screen.findByRole('navigation', { name: 'Main' })
    expect([...main.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(paths)
    // The dashboard has a search field in place of the link to the search page.
    if (path === '/dashboard') expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
  })

  test('admins have a link to the admin panel', async () => {
    openSite({ path: '/profile', signedInAs: 'admin@paperdawn.test', user: { ...sampleUser, is_admin: true } })
    const link = await screen.findByRole('link', { name: 'Admin Panel' })
    expect(link.getAttribute('href')).toBe('/admin')
  })

  test('the account menu of the dashboard opens by keyboard at Profile, which opens the page', async () => {
    const { address, person } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    const button = await screen.findByRole('button', { name: /account/ })
    button.focus()
    await person.keyboard('{Enter}')
    const profile = await screen.findByRole('menuitem', { name: 'Profile' })
    await waitFor(() => expect(document.activeElement).toBe(profile))
    await person.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/profile'))
  })

  test('the current page is marked in the navigation', async () => {
    openSite({ path: '/profile', signedInAs: 'reader@example.org' })
    await screen.findByRole('navigation', { name: 'Main' })
    expect(screen.getByRole('link', { name: 'Profile', current: 'page' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Search', current: 'page' })).toBeNull()
  })

  test('the first Tab stop is the link that skips to the content', async () => {
    const { person } = openSite({ path: '/dashboard', signedInAs: 'reader@example.org' })
    await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })
    await person.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    await person.keyboard('{Enter}')
    expect(document.activeElement?.id).toBe('main')
  })

  test('an unknown URL keeps the shell and links to a search for its words', async () => {
    openSite({ path: '/papers/graph-attention', signedInAs: 'reader@example.org' })
    const link = await screen.findByRole('link', { name: 'Search for “graph attention”' })
    expect(link.getAttribute('href')).toBe('/search?q=graph+attention')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  })
})
