import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { Elysia } from 'elysia'
import { UserChanges, type User } from '#api/contract/users.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Profile } from '#web/pages/Profile/Profile.tsx'

test('The profile saves the last day of the weeks that are reviewed by mail, and shows the hour of that mail', async () => {
  let user: User = { ...sampleUser, category_ids: ['cs.LG'] }
  const api = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => user)
    .get('/users/me/mail', () => ({ returned: null, digest: null, unsubscribed_at: null }))
    .put(
      '/users/me',
      ({ body }) => {
        const review = body.preferences?.review ?? user.preferences.review
        user = { ...user, preferences: { ...user.preferences, review } }
        return user
      },
      { body: UserChanges },
    )
  const { person } = await renderPage(<Profile />, { api, path: '/profile', user })
  const section = within((await screen.findByRole('heading', { name: 'E-mail digest' })).closest('section')!)
  expect(section.queryByRole('combobox', { name: /Hour/ })).toBeNull()
  await person.click(section.getByRole('combobox', { name: 'Review of weeks until' }))
  await person.click(await screen.findByRole('option', { name: 'Friday' }))
  await waitFor(() => expect(user.preferences.review).toEqual({ weekday: 5 }))
  expect(await section.findByRole('combobox', { name: /Hour/ })).toBeTruthy()
  await person.click(section.getByRole('combobox', { name: 'Review of weeks until' }))
  await person.click(await screen.findByRole('option', { name: 'No mail' }))
  await waitFor(() => expect(user.preferences.review).toEqual({ weekday: null }))
})
