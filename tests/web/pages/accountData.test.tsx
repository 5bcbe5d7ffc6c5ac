import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { SignInError } from '#web/auth/identity.ts'
import { DataSection } from '#web/pages/Profile/DataSection.tsx'

type Ending = 'erased' | 'refused' | 'down' | 'erased before' | 'old sign-in'
const codes = {
  refused: ['rate-limited', 429],
  down: ['unavailable', 503],
  'erased before': ['not-found', 404],
  'old sign-in': ['recent-sign-in-required', 403],
} as const

/** In-memory API of an account, which ends an erasure as `ending` says. */
function accountApi() {
  const typed: string[] = []
  let ending: Ending = 'erased'
  const app = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => sampleUser)
    .get('/users/me/export', () => ({ profile: [{ email: sampleUser.email }] }))
    .delete(
      '/users/me',
      ({ body, set }) => {
        typed.push(body.email)
        set.status = 204
        if (ending === 'erased') return
        const [code, status] = codes[ending]
        set.status = status
        return { error: { code, message: 'The sentence of the server.', request_id: 'r-1' } }
      },
      { body: t.Object({ email: t.String() }) },
    )
  return { app, typed, end: (next: Ending) => (ending = next) }
}

async function open() {
  const api = accountApi()
  return { ...api, ...(await renderPage(<DataSection />, { api: api.app, path: '/profile' })) }
}

/** Opens the dialog, types the address and confirms with the keyboard. */
async function confirm({ person }: Awaited<ReturnType<typeof open>>) {
  await person.click(screen.getByRole('button', { name: 'Delete account…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  await person.type(dialog.getByRole('textbox'), `${sampleUser.email.toUpperCase()}{Enter}`)
  return dialog
}

describe('Your data', () => {
  test('saves everything as one file, named after the day', async () => {
    const { person } = await open()
    const saved: (string | Blob)[] = []
    const { createObjectURL } = URL
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
    try {
      await person.click(screen.getByRole('button', { name: 'Export everything' }))
      expect(await screen.findByText(/^Saved as paperdawn-\d{4}-\d\d-\d\d\.json\.$/)).toBeTruthy()
    } finally {
      URL.createObjectURL = createObjectURL
    }
    expect(JSON.parse(await (saved[0] as Blob).text())).toEqual({ profile: [{ email: sampleUser.email }] })
  })

  test('erases the account after its address was typed, forgets it in this browser and signs out', async () => {
    const mine = [`paperdawn.note.${sampleUser.id} paper window`, `paperdawn.searches.${sampleUser.id}`]
    for (const key of [...mine, 'paperdawn.note.user-of-another paper window']) localStorage.setItem(key, '"text"')
    const page = await open()
    await confirm(page)
    await waitFor(() => expect(page.session.state()).toEqual({ status: 'signed-out', reason: 'erased' }))
    expect(page.typed).toEqual([sampleUser.email])
    expect(mine.map((key) => localStorage.getItem(key))).toEqual([null, null])
    expect(localStorage.getItem('paperdawn.note.user-of-another paper window')).toBe('"text"')
    localStorage.clear()
  })

  test('lets the reader sign in again when the sign-in is too old, and goes on with what was typed', async () => {
    const page = await open()
    page.end('old sign-in')
    const signIns: string[] = []
    page.session.signInAgain = async () => {
      signIns.push('tried')
      if (signIns.length === 1) throw new SignInError('closed')
      page.end('erased')
    }
    const dialog = await confirm(page)
    const again = await dialog.findByRole('button', { name: 'Sign in and delete' })
    expect(dialog.getByText(/^You signed in more than 10 minutes ago\./)).toBeTruthy()
    await page.person.click(again)
    expect(
      await dialog.findByText(/^The window was closed before anyone signed in\. Nothing was deleted\.$/),
    ).toBeTruthy()
    expect(page.typed).toEqual([sampleUser.email])
    await page.person.click(dialog.getByRole('button', { name: 'Sign in and delete' }))
    await waitFor(() => expect(page.session.state()).toMatchObject({ reason: 'erased' }))
    expect([signIns.length, page.typed.length]).toEqual([2, 2])
  })

  test('counts an account that is erased already as erased', async () => {
    const page = await open()
    page.end('erased before')
    await confirm(page)
    await waitFor(() => expect(page.session.state()).toMatchObject({ reason: 'erased' }))
  })

  test('keeps the reader signed in when it fails, and says what that means', async () => {
    const page = await open()
    page.end('refused')
    const dialog = await confirm(page)
    expect(
      await dialog.findByText(/^The sentence of the server\. Your account and your data are unchanged\.$/),
    ).toBeTruthy()
    page.end('down')
    await page.person.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await dialog.findByText(/It is not known whether the deletion has begun\. Try again/)).toBeTruthy()
    expect(page.session.state().status).toBe('signed-in')
  })
})
