import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { ConnectionInput, type Connection } from '#api/contract/connections.ts'
import { endedConnection, failingConnection, slackConnection } from '#stories/config/connectionSamples.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { ConnectionsRow } from '#web/pages/Profile/ConnectionsRow.tsx'

const SECRET = 'whsec_shownonce'
const REFUSED = 'Slack does not know this address, or refuses the token: 404 no_service.'

/** In-memory API of the connections. While `fails` is set, every call fails with it. */
function connectionsApi(first: readonly Connection[]) {
  const state = {
    connections: [...first],
    saved: [] as [string, unknown][],
    tested: [] as [string, unknown][],
    ok: true,
    fails: '',
  }
  const app = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ set, path }) => {
      if (!state.fails || !path.includes('connections')) return undefined
      set.status = 409
      return { error: { code: 'conflict', message: state.fails, request_id: 'r-1' } }
    })
    .get('/users/me/mail', () => ({ returned: null, digest: null, targets: 0, unsubscribed_at: null }))
    .get('/users/me/connections', () => ({ items: state.connections, total: state.connections.length }))
    .put(
      '/users/me/connections/:kind',
      ({ params: { kind }, body }) => {
        state.saved.push([kind, body])
        const saved: Connection = {
          ...slackConnection,
          kind: kind as 'slack',
          last: null,
          failing_since: null,
          on: true,
        }
        state.connections = [...state.connections.filter((one) => one.kind !== kind), saved]
        return { ...saved, ...(kind === 'webhook' && { secret: SECRET }) }
      },
      { body: ConnectionInput },
    )
    .post('/users/me/connections/:kind/test', ({ params: { kind }, body }) => {
      state.tested.push([kind, body])
      return state.ok ? { ok: true, message: 'It accepted the message.' } : { ok: false, message: REFUSED }
    })
    .delete('/users/me/connections/:kind', ({ params: { kind }, set }) => {
      state.connections = state.connections.filter((one) => one.kind !== kind)
      set.status = 204
      return ''
    })
  return { app, state }
}

async function open(first: readonly Connection[] = [], fails = '') {
  const api = connectionsApi(first)
  api.state.fails = fails
  return { ...api, ...(await renderPage(<ConnectionsRow />, { api: api.app, path: '/profile', user: sampleUser })) }
}
const ADDRESS = 'https://hooks.slack.com/services/T0/B0/lanterns'

test('A connection is tested before it is saved, and says what the service answered', async () => {
  const { person, state } = await open()
  await person.click(await screen.findByRole('button', { name: 'Set up Slack' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: /Webhook address/ }), ADDRESS)
  state.ok = false
  await person.click(dialog.getByRole('button', { name: 'Send a test' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(REFUSED)
  state.ok = true
  await person.click(dialog.getByRole('button', { name: 'Send a test' }))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('It accepted the message.'))
  expect(state.tested).toEqual([
    ['slack', { address: ADDRESS }],
    ['slack', { address: ADDRESS }],
  ])
  expect(state.saved).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Change Slack' })).toBeTruthy()
  expect(state.saved).toEqual([['slack', { address: ADDRESS }]])
  expect(document.body.textContent).not.toContain(ADDRESS)
})

test('The secret of an own webhook is shown once', async () => {
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'Set up Own webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: /Address/ }), 'https://lanterns.example.org/hook')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByRole('textbox', { name: 'Secret' })).toHaveProperty('value', SECRET)
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0))
  await person.click(await screen.findByRole('button', { name: 'Change Own webhook' }))
  expect((await screen.findByRole('dialog')).innerHTML).not.toContain(SECRET)
})

test('A connection says what happened last, what fails and since when, and that a service ended it', async () => {
  await open([slackConnection, failingConnection, endedConnection])
  await screen.findByText(/Fri 20 Nov: 12 papers\. Sent on/)
  await screen.findByText(/^Since .* ntfy did not accept the message yet: it did not answer in time\.$/)
  await screen.findByText(/Unknown Webhook.*Change it to switch it on again\./)
  expect(['On', 'Failing', 'Switched off'].map((word) => screen.getAllByText(word).length)).toEqual([1, 1, 1])
})

test('A saved connection is tested with its saved values, and removed after a confirmation', async () => {
  const { person, state } = await open([slackConnection])
  await person.click(await screen.findByRole('button', { name: 'Send a test to Slack' }))
  await screen.findByText('It accepted the message.')
  expect(state.tested).toEqual([['slack', {}]])
  await person.click(screen.getByRole('button', { name: 'Remove Slack' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Remove it' }))
  expect(await screen.findByRole('button', { name: 'Set up Slack' })).toBeTruthy()
  expect(state.connections).toEqual([])
})

test('A switch of a connection is saved alone, and one that was not saved says so', async () => {
  const { person, state } = await open([slackConnection])
  const box = await screen.findByRole('checkbox', { name: /^Updates of saved papers/ })
  await person.click(box)
  await waitFor(() => expect(state.saved).toEqual([['slack', { sends: { updates: false } }]]))
  state.fails = 'The database is away.'
  await person.click(screen.getByRole('checkbox', { name: /^The weekly review/ }))
  await screen.findByText('The database is away.')
})

test('A list that cannot be loaded says so, and is loaded again', async () => {
  const { person, state } = await open([slackConnection], 'The database is away.')
  await screen.findByText('The database is away.')
  state.fails = ''
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Change Slack' })).toBeTruthy()
})
