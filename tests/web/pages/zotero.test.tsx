import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { ZoteroInput, type ZoteroConnection, type ZoteroQuestion } from '#api/contract/zotero.ts'
import { zoteroLibrary, zoteroQuestions, zoteroTest } from '#stories/config/zoteroSamples.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { ZoteroRow } from '#web/pages/Profile/ZoteroRow.tsx'

const KEY = 'Pq7vInventedKeyOfMirela1'

const pageOf = <Item,>(items: readonly Item[]) => ({ items, total: items.length, skip: 0, limit: 20 })

/** In-memory API of the connection. While `fails` is set, every call that changes something fails with it. */
function zoteroApi(first: ZoteroConnection | null) {
  const state = {
    connection: first,
    saved: [] as ZoteroInput[],
    questions: [...zoteroQuestions] as ZoteroQuestion[],
    answers: [] as string[],
    fails: '',
  }
  const app = new Elysia({ prefix: '/api/users/me/connections/zotero' })
    .onBeforeHandle(({ set, request }) => {
      if (!state.fails || request.method === 'GET') return undefined
      set.status = 502
      return { error: { code: 'source-unavailable', message: state.fails, request_id: 'r-1' } }
    })
    .get('', () => ({ connection: state.connection }))
    .get('/problems', () => pageOf([]))
    .get('/questions', () => pageOf(state.questions))
    .post('/test', () => zoteroTest)
    .put(
      '',
      ({ body }) => {
        state.saved.push(body)
        state.connection = zoteroLibrary
        return { connection: state.connection }
      },
      { body: ZoteroInput },
    )
    .post('/questions/:key', ({ params, body, set }) => {
      state.answers.push(`${params.key} ${JSON.stringify(body)}`)
      state.questions = state.questions.filter(({ key }) => key !== params.key)
      if (state.connection) state.connection.counts.questions = state.questions.length
      set.status = 204
      return ''
    })
    .delete('', ({ set }) => {
      state.connection = null
      set.status = 204
      return ''
    })
  return { app, state }
}

async function open(first: ZoteroConnection | null) {
  const api = zoteroApi(first)
  return { ...api, ...(await renderPage(<ZoteroRow />, { api: api.app, path: '/profile', user: sampleUser })) }
}

test('A library is connected once its key was tested, and can be disconnected', async () => {
  const { person, state } = await open(null)
  await person.click(await screen.findByRole('button', { name: 'Connect Zotero' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('Key'), KEY)
  expect(dialog.getByRole('button', { name: 'Connect' }).hasAttribute('disabled')).toBe(true)
  await person.click(dialog.getByRole('button', { name: 'Test the key' }))
  await dialog.findByText(zoteroTest.message)
  await person.click(dialog.getByRole('button', { name: 'Connect' }))
  await screen.findByText(/Library of mquill/)
  expect(state.saved).toEqual([
    { key: KEY, read: 'library', collections: [], groups: [], to_list: false, push_to: null, push_notes: false },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true))
  expect(document.body.textContent).not.toContain(KEY)

  await person.click(screen.getByRole('button', { name: 'Disconnect' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }))
  await screen.findByRole('button', { name: 'Connect Zotero' })
})

test('A failed save is said in the dialog, and what was chosen stays', async () => {
  const { person, state } = await open(null)
  await person.click(await screen.findByRole('button', { name: 'Connect Zotero' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('Key'), KEY)
  await person.click(dialog.getByRole('button', { name: 'Test the key' }))
  await dialog.findByText(zoteroTest.message)
  state.fails = 'Zotero answers 503.'
  await person.click(dialog.getByRole('button', { name: 'Connect' }))
  await dialog.findByText('Zotero answers 503.')
  state.fails = ''
  await person.click(dialog.getByRole('button', { name: 'Connect' }))
  await screen.findByText(/Library of mquill/)
})

test('A question goes when it is answered, and nothing else is', async () => {
  const { person, state } = await open({ ...zoteroLibrary, counts: { ...zoteroLibrary.counts, questions: 3 } })
  const button = await screen.findByRole('button', { name: 'Keep it in Zotero: Ropes of sand' })
  await person.click(button)
  await waitFor(() => expect(screen.queryByText('Ropes of sand') === null).toBe(true))
  expect(state.answers).toEqual(['ABCD2348 {"kind":"removed-here","answer":"keep"}'])
  expect(screen.getByText('Counting lanterns in fog')).toBeTruthy()
})
