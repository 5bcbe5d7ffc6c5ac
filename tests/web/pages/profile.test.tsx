import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Category } from '#api/contract/categories.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { UserChanges, type User, type UserStats } from '#api/contract/users.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Profile } from '#web/pages/Profile/Profile.tsx'
import { listenForInstallOffer } from '#web/shared/installOffer.ts'

const category = (id: string): Category => ({
  id,
  name: `Name of ${id}`,
  group: 'Computer Science',
  description: '',
  aliases: [],
  daily_volume: 40,
  per_day: 40,
  kind: 'taxonomy',
  source: 'arxiv',
  available: true,
  owned: false,
})
const stats: UserStats = {
  delivered: 412,
  clicked: 37,
  viewed: 210,
  view_seconds: 5_400,
  saved: 19,
  done: 4,
  notes: 3,
  streak_days: 5,
  by_day: [
    { on: '2026-11-19', delivered: 31, clicked: 2, saved: 1 },
    { on: '2026-11-20', delivered: 34, clicked: 4, saved: 2 },
  ],
  by_category: [{ category_id: 'cs.LG', delivered: 200, clicked: 20, saved: 10 }],
  order: { lists: 18, readers: 1, needed: 60, wins: 11, losses: 7, ties: 4, win_rate: null, interval: null },
}

/** In-memory account API. After `refuse(fields)` changes fail with these field errors, until `refuse(null)`. */
function accountApi() {
  let user: User = { ...sampleUser, category_ids: ['cs.LG'] }
  let refusal: Record<string, string> | null = null
  const changes: UserChanges[] = []
  let signedOut = 0
  let released = Promise.resolve()
  const app = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => user)
    .put(
      '/users/me',
      async ({ body, set }) => {
        await released
        if (refusal) {
          set.status = 422
          return { error: { code: 'invalid-input', message: 'Invalid value.', request_id: 'r-1', fields: refusal } }
        }
        changes.push(body)
        const { preferences, interests, ...plain } = body
        user = {
          ...user,
          ...plain,
          interests: { ...user.interests, ...interests },
          preferences: {
            ...user.preferences,
            ...preferences,
            digest: { ...user.preferences.digest, ...preferences?.digest },
            reading: { ...user.preferences.reading, ...preferences?.reading },
          },
        }
        return user
      },
      { body: UserChanges },
    )
    .get('/users/me/stats', () => stats)
    .get('/categories', () => ({ items: ['cs.LG', 'cs.CL', 'cs.CV'].map(category), total: 3 }))
    .post('/users/me/sign-out-everywhere', ({ set }) => {
      signedOut += 1
      set.status = 204
    })
  return {
    app,
    changes,
    user: () => user,
    signedOut: () => signedOut,
    /** Delays every change until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    refuse: (fields: Record<string, string> | null) => (refusal = fields),
  }
}

const open = async (api = accountApi()) => ({
  ...api,
  ...(await renderPage(<Profile />, { api: api.app, path: '/profile', user: api.user() })),
})
const section = (name: string) => within(screen.getByRole('region', { name }))

describe('the profile', () => {
  test('saves the name when the field loses focus, and shows "Saved"', async () => {
    const { person, changes } = await open()
    const field = section('Account').getByRole('textbox', { name: 'Name' })
    await person.clear(field)
    await person.type(field, 'Ada L.')
    await person.tab()
    expect(await section('Account').findByText('Saved')).toBeTruthy()
    expect(changes).toEqual([{ name: 'Ada L.' }])
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ada L.')
  })

  test('keeps a rejected name in the field, with the error beside it', async () => {
    const { person, refuse } = await open()
    refuse({ name: 'That name is taken by a ship.' })
    const field = section('Account').getByRole('textbox', { name: 'Name' })
    await person.clear(field)
    await person.type(field, 'Titanic{Enter}')
    expect(await screen.findByText('That name is taken by a ship.')).toBeTruthy()
    expect(field).toHaveProperty('value', 'Titanic')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  test('saves all categories that are chosen while the first change is still being saved', async () => {
    const { person, user, hold } = await open()
    const release = hold()
    const categories = section('Categories')
    await person.type(await categories.findByLabelText('Find a category, journal or feed'), 'cs')
    await person.click(await categories.findByRole('checkbox', { name: /cs\.CL/ }))
    await person.click(await categories.findByRole('checkbox', { name: /cs\.CV/ }))
    release()
    await waitFor(() => expect(user().category_ids).toEqual(['cs.LG', 'cs.CL', 'cs.CV']))
  })

  test('adds a muted word with Enter and removes it with the button of its chip', async () => {
    const { person, user } = await open()
    const interests = section('Keywords and authors')
    await person.type(interests.getByRole('combobox', { name: 'Muted words' }), 'survey{Enter}')
    await waitFor(() => expect(user().interests.muted_terms).toEqual(['survey']))
    expect(await interests.findByText('Saved')).toBeTruthy()
    await person.click(within(interests.getByText('survey').parentElement!).getByTestId('CancelIcon'))
    await waitFor(() => expect(user().interests.muted_terms).toEqual([]))
  })

  test('says at the field why a muted word was refused, until it is removed', async () => {
    const { person, user, refuse } = await open()
    refuse({ 'interests.muted_terms': '“.*(a)” has signs that are not compared.' })
    const interests = section('Keywords and authors')
    const field = interests.getByRole('combobox', { name: 'Muted words' })
    await person.type(field, '.*(a){Enter}')
    const sentence = await interests.findByText('“.*(a)” has signs that are not compared.')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toContain(sentence.id)
    refuse(null)
    await person.click(within(interests.getByText('.*(a)').parentElement!).getByTestId('CancelIcon'))
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('false'))
    expect(user().interests.muted_terms).toEqual([])
  })

  test('shows the hour of the daily mail only after the mail was switched on', async () => {
    const { person, user } = await open()
    const digest = section('E-mail digest')
    expect(digest.queryByRole('combobox', { name: /Hour/ })).toBeNull()
    await person.click(digest.getByRole('switch', { name: 'Daily mail' }))
    expect(await digest.findByRole('combobox', { name: /Hour/ })).toBeTruthy()
    await waitFor(() => expect(user().preferences.digest.enabled).toBe(true))
    await person.click(digest.getByRole('button', { name: 'Sat' }))
    await waitFor(() => expect(user().preferences.digest.weekdays).toContain(6))
  })

  test('keeps a change that could not be saved, and saves it on retry', async () => {
    const { person, user, refuse } = await open()
    refuse({})
    await person.click(section('Reading').getByRole('button', { name: 'Compact' }))
    const retry = await section('Reading').findByRole('button', { name: 'Retry' })
    expect(section('Reading').getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed')).toBe('true')
    refuse(null)
    await person.click(retry)
    await waitFor(() => expect(user().preferences.reading.density).toBe('compact'))
  })

  test('offers to repeat a choice of categories that could not be saved', async () => {
    const { person, user, refuse } = await open()
    refuse({})
    const categories = section('Categories')
    await person.type(await categories.findByLabelText('Find a category, journal or feed'), 'cs')
    await person.click(await categories.findByRole('checkbox', { name: /cs\.CL/ }))
    expect(await categories.findByText(/Not saved\. Invalid value\./)).toBeTruthy()
    refuse(null)
    await person.click(categories.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(user().category_ids).toEqual(['cs.LG', 'cs.CL']))
  })

  test('saves the reading budget in minutes or papers, and rejects what is not a number', async () => {
    const { person, user } = await open()
    const field = section('Reading').getByRole('textbox', { name: 'A day' })
    await person.clear(field)
    await person.type(field, 'many{Enter}')
    expect(section('Reading').getByText('A whole number from 1 to 300.')).toBeTruthy()
    await person.clear(field)
    await person.type(field, '45{Enter}')
    await person.click(section('Reading').getByRole('button', { name: 'papers' }))
    await waitFor(() => expect(user().preferences.reading.budget).toEqual({ unit: 'papers', amount: 45 }))
  })

  test('switches the keyboard shortcuts off', async () => {
    const { person, user } = await open()
    await person.click(section('Keyboard shortcuts').getByRole('switch', { name: 'Single keys' }))
    await waitFor(() => expect(user().preferences.shortcuts).toBe(false))
  })

  test('shows the statistics of the user, and the papers per day as a table', async () => {
    const { person } = await open()
    const statistics = section('Statistics')
    expect(await statistics.findByText('412')).toBeTruthy()
    expect(statistics.getByText('5 days')).toBeTruthy()
    expect(statistics.getByText(/^Not enough to tell yet: 18 of 60 lists\./)).toBeTruthy()
    await person.click(statistics.getAllByRole('button', { name: 'Show as table' })[0]!)
    expect(statistics.getByRole('row', { name: /Fri,? 20 Nov 34/ })).toBeTruthy()
  })

  test('signs out everywhere after a confirmation', async () => {
    const { person, signedOut, session } = await open()
    await person.click(section('Sessions').getByRole('button', { name: 'Sign out everywhere' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }))
    expect(signedOut()).toBe(0)
    await person.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(signedOut()).toBe(1))
    await waitFor(() => expect(session.state().status).toBe('signed-out'))
  })
})

test('the app can be installed while the browser offers it', async () => {
  listenForInstallOffer()
  const { app } = accountApi()
  const { person } = await renderPage(<Profile />, { api: app, path: '/profile' })
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  let prompts = 0
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => ++prompts })
  act(() => void window.dispatchEvent(offer))
  expect(offer.defaultPrevented).toBe(true)
  await person.click(await screen.findByRole('button', { name: 'Install' }))
  expect(prompts).toBe(1)
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})
