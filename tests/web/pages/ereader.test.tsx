import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { EreaderCode, EreaderInput, type Ereader } from '#api/contract/ereader.ts'
import { refusedEreader, testedEreader, waitingEreader, workingEreader } from '#stories/config/ereaderSamples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { EreaderRow } from '#web/pages/Profile/EreaderRow.tsx'

const WRONG = 'This is not the code of the newest test. Tries left: 4.'

async function open(first: Ereader | null, from: string | null = 'digest@papers.example.org') {
  const state = { ereader: first, tests: 0, code: 'K7RM2Q' }
  const answer = () => ({ ereader: state.ereader, from })
  const app = new Elysia({ prefix: '/api' })
    .get('/users/me/mail', () => ({ returned: null, digest: null, targets: 0, unsubscribed_at: null }))
    .get('/users/me/connections/ereader', answer)
    .put(
      '/users/me/connections/ereader',
      ({ body }) => {
        state.ereader = { ...waitingEreader, address: body.address }
        return answer()
      },
      { body: EreaderInput },
    )
    .post('/users/me/connections/ereader/test', () => {
      state.tests += 1
      if (state.ereader) state.ereader = { ...state.ereader, code_until: testedEreader.code_until }
      return { ok: true, message: 'Sent.' }
    })
    .post(
      '/users/me/connections/ereader/confirm',
      ({ body, set }) => {
        if (body.code === state.code) {
          state.ereader = { ...workingEreader, last: null }
          return answer()
        }
        set.status = 422
        return { error: { code: 'invalid-input', message: WRONG, request_id: 'r-1' } }
      },
      { body: EreaderCode },
    )
    .delete('/users/me/connections/ereader', ({ set }) => {
      state.ereader = null
      set.status = 204
      return ''
    })
  return { state, ...(await renderPage(<EreaderRow />, { api: app, path: '/profile' })) }
}

test('An address is saved, tested, and confirmed by the code of the test', async () => {
  const { person, state } = await open(null)
  await person.type(await screen.findByLabelText('E-mail address of the device'), 'ada@kindle.example')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Waiting for the code')
  expect(screen.getByText(/Allow mail from digest@papers\.example\.org/)).toBeTruthy()
  expect(screen.queryByLabelText('Code')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Send a test' }))
  await person.type(await screen.findByLabelText('Code'), 'AAAAAA')
  expect(screen.getByRole('alert').textContent).toBe('Sent.')
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText(WRONG)
  await person.clear(screen.getByLabelText('Code'))
  await person.type(screen.getByLabelText('Code'), `${state.code}{Enter}`)
  await screen.findByText('On')
  expect(screen.queryByText(WRONG)).toBeNull()
  expect(state.tests).toBe(1)
})

test('One that mail servers refuse says why, and is set up again with the same address', async () => {
  const { person, state } = await open(refusedEreader)
  await screen.findByText('Switched off')
  expect(screen.getByText(/5\.1\.1 No such mailbox/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Set it up again' }))
  await screen.findByText('Waiting for the code')
  expect(state.ereader?.address).toBe(refusedEreader.address)
})

test('It is removed after a confirmation, and cannot be tested while the site sends no mail', async () => {
  const { person } = await open(workingEreader, null)
  const button = await screen.findByRole('button', { name: 'Send a test' })
  expect(button).toHaveProperty('disabled', true)
  expect(screen.getByText(/sends no mail yet/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Remove the e-reader' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the e-reader?' }))
  await person.click(dialog.getByRole('button', { name: 'Remove it' }))
  await screen.findByLabelText('E-mail address of the device')
  await waitFor(() => expect(screen.queryByText(workingEreader.address)).toBeNull())
})
