import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { NewPersonalToken, type PersonalToken } from '#api/contract/tokens.ts'
import { endedToken, tokens as samples, twentyTokens } from '#stories/config/tokenSamples.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { TokensRow } from '#web/pages/Profile/TokensRow.tsx'

const SECRET = 'pd_secret'

/** In-memory API of the tokens. While `fails` is set, every call fails with it. */
function tokensApi(first: readonly PersonalToken[]) {
  const state = { tokens: [...first], made: [] as NewPersonalToken[], fails: '' }
  const app = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ set, path }) => {
      if (!state.fails || !path.includes('tokens')) return undefined
      set.status = 409
      return { error: { code: 'conflict', message: state.fails, request_id: 'r-1' } }
    })
    .get('/users/me/tokens', () => ({ items: state.tokens, total: state.tokens.length }))
    .post(
      '/users/me/tokens',
      ({ body, set }) => {
        state.made.push(body)
        const token = { ...body, id: 'new', created_at: '2026-11-20T09:00:00.000Z', last_used_at: null, network: null }
        state.tokens.unshift(token)
        set.status = 201
        return { ...token, token: SECRET }
      },
      { body: NewPersonalToken },
    )
    .delete('/users/me/tokens/:id', ({ params, set }) => {
      const known = state.tokens.some(({ id }) => id === params.id)
      state.tokens = state.tokens.filter(({ id }) => id !== params.id)
      set.status = known ? 204 : 404
      return known ? '' : { error: { code: 'not-found', message: 'There is no such token.', request_id: 'r-1' } }
    })
  return { app, state }
}

async function open(first: readonly PersonalToken[] = samples, fails = '') {
  const api = tokensApi(first)
  api.state.fails = fails
  return { ...api, ...(await renderPage(<TokensRow />, { api: api.app, path: '/profile', user: sampleUser })) }
}

test('A token is made with its name, scopes and end, shown once, and listed', async () => {
  const { person, state } = await open([])
  expect(await screen.findByText('You have no token.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Reading agent')
  await person.click(dialog.getByRole('checkbox', { name: /Read your days/ }))
  await person.click(dialog.getByRole('button', { name: 'Make the token' }))
  expect(await dialog.findByRole('textbox', { name: 'Token' })).toHaveProperty('value', SECRET)
  expect(state.made).toMatchObject([{ name: 'Reading agent', scopes: ['day:read'], expires_at: expect.any(String) }])
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('Reading agent')).toBeTruthy()
  // Not the element: until it is gone, its description in the message of the failure takes a minute.
  await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0))
  await person.click(screen.getByRole('button', { name: 'New token' }))
  expect(within(await screen.findByRole('dialog')).queryByDisplayValue(SECRET)).toBeNull()
})

test('A token that could not be made leaves the form as it is, with the sentence of the server', async () => {
  const { person, state } = await open()
  await person.click(await screen.findByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Reading agent')
  await person.click(dialog.getByRole('checkbox', { name: /Read your days/ }))
  state.fails = 'You have 20 tokens.'
  await person.click(dialog.getByRole('button', { name: 'Make the token' }))
  expect(await dialog.findByText('You have 20 tokens.')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Reading agent')
})

test('A token is revoked after a confirmation, also one that was revoked elsewhere meanwhile', async () => {
  const { person, state } = await open()
  for (const name of ['Reading agent', 'Notebook on the lab computer']) {
    await person.click(await screen.findByRole('button', { name: `Revoke ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this token?' }))
    if (name === 'Reading agent') state.tokens = state.tokens.filter((token) => token.name !== name)
    await person.click(dialog.getByRole('button', { name: 'Revoke it' }))
    await waitFor(() => expect(screen.queryByText(name) === null).toBe(true))
  }
  expect(state.tokens).toEqual([])
})

test('An ended token says so, and with twenty no other is offered', async () => {
  await open([endedToken, ...twentyTokens.filter(({ id }) => id !== endedToken.id).slice(0, 19)])
  expect(await screen.findByText(/Ended on 15 November 2026/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New token' })).toHaveProperty('disabled', true)
  expect(screen.getByText('20 of 20 tokens. Revoke one to make another.')).toBeTruthy()
})

test('A list that could not be loaded is offered again', async () => {
  const { person, state } = await open(samples, 'The database rests.')
  expect(await screen.findByText('The database rests.')).toBeTruthy()
  state.fails = ''
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Reading agent')).toBeTruthy()
})
