import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { samplePaper } from '#tests/support/samples.ts'
import { inventIdentity, inventSession } from '#tests/web/support/identity.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Foundation } from '#web/app/Foundation.tsx'
import { SignInError, type IdentityProvider, type SignInProblem } from '#web/auth/identity.ts'
import { createClient } from '#web/shared/client.ts'
import { Device } from '#web/pages/Device.tsx'
import { Landing } from '#web/pages/Landing/Landing.tsx'
import { Login } from '#web/pages/Login.tsx'

interface Situation {
  demo?: boolean
  identity?: Partial<IdentityProvider>
  /** Called before the identity service can be asked; throws while it cannot. */
  connect?: () => void
  today?: 'papers' | 'none' | 'failing'
}

/** A page for whoever is not signed in. */
function open(page: 'landing' | 'login', { demo = true, identity = {}, connect, today = 'papers' }: Situation = {}) {
  const invented = inventIdentity()
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
  const session = inventSession(provider, { connect: async () => (connect?.(), provider) })
  const client = createClient('http://localhost', session, ((input: URL, init?: RequestInit) =>
    app.handle(new Request(input, init))) as typeof fetch)
  const router = createMemoryRouter([{ path: '*', element: page === 'landing' ? <Landing /> : <Login /> }])
  render(
    <Foundation session={session} client={client}>
      <RouterProvider router={router} />
    </Foundation>,
  )
  return { session, person: userEvent.setup() }
}

const failWith = (code: SignInProblem) => ({
  signInWithPopup: () => Promise.reject(new SignInError(code)),
})

const answerNothing = () => {
  throw new SignInError('unreachable')
}

/** Whether each way in is closed. */
const waysIn = () =>
  ['Continue with Google', /Ada Linde/].map((name) => screen.getByRole('button', { name }).hasAttribute('disabled'))

/** One terminal waits. */
function deviceApi() {
  const decided: unknown[] = []
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
      return { error: { code: 'not-found', message: 'No terminal waits under this code.', request_id: 'r-3' } }
    })
    .post('/auth/device/approve', ({ body }) => {
      decided.push(body)
      return { approved: true }
    })
  return { app, decided }
}

describe('the landing page', () => {
  test('shows papers of today that can only be read', async () => {
    open('landing')
    expect(await screen.findByRole('link', { name: 'Live lantern' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Announced Fri 20 Nov' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test.each(['none', 'failing'] as const)('shows invented papers, and says so, when today has %s', async (today) => {
    open('landing', { today })
    expect(await screen.findByText('These papers are invented.')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(3)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('offers the dashboard to whoever was signed in on this device, without asking who that is', async () => {
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
    ['refused', /the clock of this device/],
    ['unreachable', /Google does not answer/],
    ['offline', /You are offline/],
  ] as const)('says what went wrong: %s', async (code, sentence) => {
    const { person } = open('login', { identity: failWith(code) })
    await person.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(sentence)
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(screen.getByRole('button', { name: 'Continue with Google' }).hasAttribute('disabled')).toBe(false)
  })

  test('waits calmly while the sign-in of this machine is starting, and goes on by itself', async () => {
    let ready = false
    const connect = () => {
      if (!ready) throw new SignInError('unreachable')
    }
    open('login', { connect })
    expect(await screen.findByText(/Sign-in is starting/)).toBeTruthy()
    expect(waysIn()).toEqual([true, true])
    expect(screen.queryByRole('alert')).toBeNull()
    ready = true
    await waitFor(() => expect(waysIn()).toEqual([false, false]))
    expect(screen.queryByText(/Sign-in is starting/)).toBeNull()
  })

  test('says that the sign-in service is away where it is not one of this machine', async () => {
    open('login', { demo: false, connect: answerNothing })
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not answer/)
  })

  test('a closed window is a quiet hint, no error', async () => {
    const { person } = open('login', { identity: failWith('closed') })
    await person.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    expect(await screen.findByText(/The window was closed/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a blocked window leads to the way without one', async () => {
    let redirected = false
    const { person } = open('login', {
      identity: {
        ...failWith('blocked'),
        signInWithRedirect: async () => {
          redirected = true
        },
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    await person.click(await screen.findByRole('button', { name: 'Sign in without a window' }))
    await waitFor(() => expect(redirected).toBe(true))
  })

  test('waits for the window, and can be told to stop waiting', async () => {
    const { person } = open('login', { identity: { signInWithPopup: () => new Promise(() => {}) } })
    await person.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    expect(await screen.findByText(/Waiting for Google/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Continue with Google/ }).hasAttribute('disabled')).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByText(/Waiting for Google/)).toBeNull()
  })

  test('shows the demo accounts only where the installation has them', async () => {
    open('login', { demo: false })
    await screen.findByRole('button', { name: 'Continue with Google' })
    expect(screen.queryByText('Demo accounts')).toBeNull()
  })
})

describe('letting a terminal in', () => {
  test('shows the code, the device and the IP address, and asks for a decision', async () => {
    const { app, decided } = deviceApi()
    const { person } = await renderPage(<Device />, { api: app, path: '/device?code=BCDF-GHJK' })
    expect(await screen.findByText('paperdawn on lab-7')).toBeTruthy()
    expect(screen.getByText('192.0.2.7')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByRole('heading', { name: 'The terminal is signed in' })).toBeTruthy()
    expect(decided).toEqual([{ user_code: 'BCDF-GHJK', approve: true }])
  })

  test('can turn it away', async () => {
    const { app, decided } = deviceApi()
    const { person } = await renderPage(<Device />, { api: app, path: '/device?code=BCDF-GHJK' })
    await person.click(await screen.findByRole('button', { name: 'Deny' }))
    expect(await screen.findByRole('heading', { name: 'The terminal was turned away' })).toBeTruthy()
    expect(decided).toEqual([{ user_code: 'BCDF-GHJK', approve: false }])
  })

  test('takes a code by hand, and says when none waits under it', async () => {
    const { app } = deviceApi()
    const { person } = await renderPage(<Device />, { api: app, path: '/device' })
    await person.type(screen.getByRole('textbox', { name: 'Code shown in the terminal' }), 'wxyz-wxyz{Enter}')
    expect(await screen.findByRole('heading', { name: 'No terminal waits under this code' })).toBeTruthy()
    expect(screen.getByText(/“WXYZ-WXYZ” is unknown/)).toBeTruthy()
  })
})
