import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { samplePaper } from '#tests/support/samples.ts'
import { createFakeIdentity, createTestSession } from '#tests/web/support/identity.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Foundation } from '#web/app/Foundation.tsx'
import { SignInError, type IdentityProvider, type SignInProblem } from '#web/auth/identity.ts'
import { createClient } from '#web/shared/client.ts'
import { Device } from '#web/pages/Device.tsx'
import { Landing } from '#web/pages/Landing/Landing.tsx'
import { Login } from '#web/pages/Login.tsx'

interface Options {
  demo?: boolean
  identity?: Partial<IdentityProvider>
  /** Called before the connection to the identity service; throws while the service is unreachable. */
  connect?: () => void
  today?: 'papers' | 'none' | 'failing'
}

/** Renders a public page without a signed-in user. */
function open(page: 'landing' | 'login', { demo = true, identity = {}, connect, today = 'papers' }: Options = {}) {
  const invented = createFakeIdentity()
  const app = new Elysia({ prefix: '/api' })
    .get('/config', () => ({
      version: 'test',
      firebase: { project_id: 'demo', api_key: 'demo', auth_domain: 'localhost' },
      features: { demo_accounts: demo, outbox_page: false, sample_library: true },
    }))
    .get('/papers/today', ({ set }) => {
      if (today === 'failing') set.status = 500
      const papers = [{ ...samplePaper, title: 'Live lantern', title_segments: [{ text: 'Live lantern' }] }]
      return { items: today === 'papers' ? papers : [], announced_on: '2026-11-20', sample: false }
    })
  const provider = { ...invented.provider, ...identity }
  const session = createTestSession(provider, { connect: async () => (connect?.(), provider) })
  const send = ((input: URL, init?: RequestInit) => app.handle(new Request(input, init))) as typeof fetch
  const router = createMemoryRouter([{ path: '*', element: page === 'landing' ? <Landing /> : <Login /> }])
  render(
    <Foundation session={session} connectClient={(source) => createClient('http://localhost', source, send)}>
      <RouterProvider router={router} />
    </Foundation>,
  )
  return { session, person: userEvent.setup() }
}

const failWith = (code: SignInProblem) => ({
  signInWithPopup: () => Promise.reject(new SignInError(code)),
})

const throwUnreachable = () => {
  throw new SignInError('unreachable')
}

/** Whether the Google button and the demo account button are disabled. */
const disabledButtons = () =>
  ['Continue with Google', /Ada Linde/].map((name) => screen.getByRole('button', { name }).hasAttribute('disabled'))

/** The button that signs in, when it is known that nobody is signed in: before, it is disabled. */
const findGoogle = () =>
  waitFor(() => {
    const button = screen.getByRole('button', { name: 'Continue with Google' })
    expect(button.hasAttribute('disabled')).toBe(false)
    return button
  })

/** In-memory API with one terminal that waits for approval. */
function deviceApi() {
  const decisions: unknown[] = []
  const app = new Elysia({ prefix: '/api' })
    .get('/auth/device', ({ query, set }) => {
      if (query['user_code'] === 'BCDF-GHJK') {
        return {
          user_code: 'BCDF-GHJK',
          device: 'paperdawn on lab-7',
          ip_address: '192.0.2.7',
          expires_at: '2026-11-20T10:15:00.000Z',
        }
      }
      set.status = 404
      return { error: { code: 'not-found', message: 'No terminal is waiting for this code.', request_id: 'r-3' } }
    })
    .post('/auth/device/approve', ({ body }) => {
      decisions.push(body)
      return { approved: true }
    })
  return { app, decisions }
}

describe('the landing page', () => {
  test('shows papers of today without actions', async () => {
    open('landing')
    expect(await screen.findByRole('link', { name: 'Live lantern' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Announced Fri 20 Nov' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test.each(['none', 'failing'] as const)(
    'shows invented papers, labelled as such, when the papers of today are %s',
    async (today) => {
      open('landing', { today })
      expect(await screen.findByText('These papers are invented.')).toBeTruthy()
      expect(screen.getAllByRole('article')).toHaveLength(3)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('links to the dashboard if a user was signed in on this device, without loading the session', async () => {
    localStorage.setItem('paperdawn-signed-in', 'yes')
    const { session } = open('landing')
    const links = await screen.findAllByRole('link', { name: 'Open dashboard' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard', '/dashboard'])
    expect(session.state()).toEqual({ status: 'loading' })
  })

  test('thanks arXiv', () => {
    open('landing')
    expect(screen.getByText(/Thank you to arXiv for use of its open access interoperability/)).toBeTruthy()
  })
})

describe('the sign-in page', () => {
  test.each([
    ['disabled', /This account is disabled/],
    ['refused', /was refused. Try again/],
    ['unreachable', /Google does not answer/],
    ['offline', /You are offline/],
  ] as const)('shows the error: %s', async (code, sentence) => {
    const { person } = open('login', { identity: failWith(code) })
    await person.click(await findGoogle())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(sentence)
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(screen.getByRole('button', { name: 'Continue with Google' }).hasAttribute('disabled')).toBe(false)
  })

  test('shows no error while the built-in sign-in service is starting, and continues automatically', async () => {
    let ready = false
    const connect = () => {
      if (!ready) throw new SignInError('unreachable')
    }
    open('login', { connect })
    expect(await screen.findByText(/Sign-in is starting/)).toBeTruthy()
    expect(disabledButtons()).toEqual([true, true])
    expect(screen.queryByRole('alert')).toBeNull()
    ready = true
    await waitFor(() => expect(disabledButtons()).toEqual([false, false]))
    expect(screen.queryByText(/Sign-in is starting/)).toBeNull()
  })

  test('shows an error if an external sign-in service is unreachable', async () => {
    open('login', { demo: false, connect: throwUnreachable })
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not answer/)
  })

  test('shows a hint and no error after the window was closed', async () => {
    const { person } = open('login', { identity: failWith('closed') })
    await person.click(await findGoogle())
    expect(await screen.findByText(/The window was closed/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('offers the redirect sign-in after the window was blocked', async () => {
    let redirected = false
    const { person } = open('login', {
      identity: {
        ...failWith('blocked'),
        signInWithRedirect: async () => {
          redirected = true
        },
      },
    })
    await person.click(await findGoogle())
    await person.click(await screen.findByRole('button', { name: 'Sign in without a window' }))
    await waitFor(() => expect(redirected).toBe(true))
  })

  test('waits for the window, and stops on Cancel', async () => {
    const { person } = open('login', { identity: { signInWithPopup: () => new Promise(() => {}) } })
    await person.click(await findGoogle())
    expect(await screen.findByText(/Waiting for Google/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Continue with Google/ }).hasAttribute('disabled')).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByText(/Waiting for Google/)).toBeNull()
  })

  test('hides the demo accounts if the installation has none', async () => {
    open('login', { demo: false })
    await findGoogle()
    expect(screen.queryByText('Demo accounts')).toBeNull()
  })
})

describe('the sign-in of a terminal', () => {
  test('shows the device and the IP address, and approves the sign-in', async () => {
    const { app, decisions } = deviceApi()
    const { person } = await renderPage(<Device />, { api: app, path: '/device?code=BCDF-GHJK' })
    expect(await screen.findByText('paperdawn on lab-7')).toBeTruthy()
    expect(screen.getByText('192.0.2.7')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByRole('heading', { name: 'The terminal is signed in' })).toBeTruthy()
    expect(decisions).toEqual([{ user_code: 'BCDF-GHJK', approve: true }])
  })

  test('denies the sign-in', async () => {
    const { app, decisions } = deviceApi()
    const { person } = await renderPage(<Device />, { api: app, path: '/device?code=BCDF-GHJK' })
    await person.click(await screen.findByRole('button', { name: 'Deny' }))
    expect(await screen.findByRole('heading', { name: 'Sign-in denied' })).toBeTruthy()
    expect(decisions).toEqual([{ user_code: 'BCDF-GHJK', approve: false }])
  })

  test('accepts a typed code, and shows an error for an unknown one', async () => {
    const { app } = deviceApi()
    const { person } = await renderPage(<Device />, { api: app, path: '/device' })
    await person.type(screen.getByRole('textbox', { name: 'Code shown in the terminal' }), 'wxyz-wxyz{Enter}')
    expect(await screen.findByRole('heading', { name: 'No terminal is waiting for this code' })).toBeTruthy()
    expect(screen.getByText(/“WXYZ-WXYZ” is unknown/)).toBeTruthy()
  })
})
