import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { EmailConfigInput } from '#api/contract/mail.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const open = async (tab: string, api = adminApi()) => ({
  ...api,
  ...(await renderPage(<Admin />, { api: api.app, path: `/admin?tab=${tab}`, user: admin })),
})
const card = (name: string) => within(screen.getByRole('region', { name }))

describe('the admin panel', () => {
  test('tells a reader inside the shell that rights are missing, and asks nothing of the server', async () => {
    let asked = 0
    const app = new Elysia({ prefix: '/api' })
      .get('/auth/me', () => sampleUser)
      .onRequest(({ request }) => {
        if (request.url.includes('/admin/')) asked += 1
      })
    await renderPage(<Admin />, { api: app, path: '/admin?tab=users' })
    expect(await screen.findByRole('heading', { level: 1, name: 'You need administrator rights' })).toBeTruthy()
    expect(asked).toBe(0)
  })

  test('begins with one sentence and leads from each tile to its tab', async () => {
    const { router, person } = await open('overview')
    expect(await screen.findByText('The database is slow.')).toBeTruthy()
    expect(await screen.findByText(/arXiv cannot be read.*arXiv answered 503\./)).toBeTruthy()
    // What is not set up is not a fault.
    expect(await screen.findByText('1 part not good')).toBeTruthy()
    await person.click(await screen.findByRole('link', { name: 'Open users' }))
    expect(router.state.location.search).toBe('?tab=users')
  })

  test('fetches all sources with a category and days, and follows the run', async () => {
    const { person, calls, jobs } = await open('ingestion')
    const form = card('Fetch all sources')
    await person.clear(form.getByRole('textbox', { name: 'Days back' }))
    await person.type(form.getByRole('textbox', { name: 'Days back' }), '61')
    expect(form.getByRole('button', { name: 'Fetch now' })).toHaveProperty('disabled', true)
    await person.clear(form.getByRole('textbox', { name: 'Days back' }))
    await person.type(form.getByRole('textbox', { name: 'Days back' }), '3')
    await person.click(form.getByRole('button', { name: 'Fetch now' }))
    expect(await form.findByText('8 of 20 feeds, feed math')).toBeTruthy()
    expect(calls).toContainEqual({ path: 'fetch-all-sources', body: { days_back: 3 } })
    jobs.set('job-2', { ...jobs.get('job-2')!, state: 'succeeded' })
    expect(await form.findByText('Succeeded')).toBeTruthy()
  })

  test('shows the run that is open already instead of a second one', async () => {
    const api = adminApi()
    api.runs('process-papers')
    const { person } = await open('ingestion', api)
    await person.click(card('Process stored papers').getByRole('button', { name: 'Process papers' }))
    expect(await card('Process stored papers').findByText('It runs already.')).toBeTruthy()
    expect(await card('Process stored papers').findByText('8 of 20 feeds, feed math')).toBeTruthy()
  })

  test('fetches by query', async () => {
    const { person, calls } = await open('ingestion')
    const form = card('Fetch from arXiv by query')
    await person.type(form.getByRole('textbox', { name: 'Query' }), 'ti:parsing{Enter}')
    await waitFor(() =>
      expect(calls).toContainEqual({ path: 'fetch-arxiv', body: { query: 'ti:parsing', max_results: 20 } }),
    )
  })

  test('wipes only after the word was typed', async () => {
    const { person, calls } = await open('ingestion')
    await person.click(card('Wipe and refetch').getByRole('button', { name: /Wipe and refetch/ }))
    const question = within(await screen.findByRole('dialog'))
    const button = question.getByRole('button', { name: 'Wipe and refetch the library' })
    expect(button).toHaveProperty('disabled', true)
    await person.type(question.getByRole('textbox'), 'wipe{Enter}')
    await waitFor(() => expect(calls).toContainEqual({ path: 'wipe', body: { confirm: 'wipe' } }))
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0))
  })

  test('shows each stage of a pipeline test with its cause', async () => {
    const { person } = await open('ingestion')
    await person.click(card('Test the pipeline').getByRole('button', { name: 'Test the pipeline' }))
    expect(await screen.findByText('Not every stage works.')).toBeTruthy()
    expect(screen.getByText('No mail server is set up.')).toBeTruthy()
  })

  test('loads the sample library and cancels a run', async () => {
    const { person, calls, jobs } = await open('ingestion')
    await person.click(card('Sample library').getByRole('button', { name: 'Load the sample library' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'load-samples', body: undefined }))
    await person.click(await screen.findByRole('button', { name: 'Cancel: Fetch the announcements' }))
    await waitFor(() => expect(jobs.get('job-1')?.state).toBe('cancelled'))
    expect(await screen.findByRole('button', { name: 'Retry: Fetch the announcements' })).toBeTruthy()
  })

  test('says how each part is, in words', async () => {
    await open('health')
    expect(within(await screen.findByRole('region', { name: 'Database' })).getAllByText(/Slow/).length).toBe(2)
    expect(within(screen.getByRole('region', { name: 'Disk' })).getByText('Good')).toBeTruthy()
  })

  test('counts what was processed on the days asked for', async () => {
    const { person, calls } = await open('statistics')
    expect(await screen.findByRole('row', { name: /20 Nov 1,204 640 211 353 1 96 2 3 1 38 s/ })).toBeTruthy()
    await person.click(screen.getByRole('combobox', { name: 'Days back' }))
    await person.click(await screen.findByRole('option', { name: '30' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'processing-stats', body: { days_back: '30' } }))
  })

  test('tests the mail server with the values on the screen, and says the cause', async () => {
    const { person, calls } = await open('email')
    const host = await screen.findByRole('textbox', { name: 'Server' })
    await person.clear(host)
    await person.type(host, 'mail.example.net')
    await person.click(screen.getByRole('button', { name: 'Test the connection' }))
    expect(await screen.findByText(/Login refused by smtp\.example\.org \(535\)/)).toBeTruthy()
    const body = calls.find(({ path }) => path === 'email-test')?.body as { settings: EmailConfigInput }
    expect(body.settings.host).toBe('mail.example.net')
    expect(calls.some(({ path }) => path === 'email-config')).toBe(false)
  })

  test('never shows the password, keeps it unless replaced, and sends a new one', async () => {
    const { person, calls } = await open('email')
    expect(await screen.findByText('A password is set.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Save mail settings' }))
    await waitFor(() => expect(calls.filter(({ path }) => path === 'email-config')).toHaveLength(1))
    await person.click(screen.getByRole('button', { name: 'Replace password' }))
    await person.type(screen.getByLabelText('New password'), 'a new secret')
    await person.click(screen.getByRole('button', { name: 'Save mail settings' }))
    await waitFor(() => expect(calls.filter(({ path }) => path === 'email-config')).toHaveLength(2))
    const [kept, replaced] = calls.filter(({ path }) => path === 'email-config').map(({ body }) => body)
    expect(kept).not.toHaveProperty('password')
    expect(replaced).toHaveProperty('password', 'a new secret')
  })

  test('sends top papers to a chosen user', async () => {
    const { person, calls } = await open('users')
    await person.click(await screen.findByRole('button', { name: 'Send top papers to Ada Linde' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Send top papers' }))
    await waitFor(() =>
      expect(calls).toContainEqual({ path: 'send-top-papers', body: { user_id: 'user-1', limit: 5 } }),
    )
  })

  test('disables an account after asking, enables it again, and lets nobody lock themselves out', async () => {
    const { person, calls } = await open('users')
    await person.click(await screen.findByRole('button', { name: 'Disable Ada Linde' }))
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable Ada Linde' }))
    await person.click(await screen.findByRole('button', { name: 'Enable Ada Linde' }))
    await screen.findByRole('button', { name: 'Disable Ada Linde' })
    expect(calls.filter(({ path }) => path === 'users/user-1').map(({ body }) => body)).toEqual([
      { disabled: true },
      { disabled: false },
    ])
    expect(screen.queryByRole('button', { name: 'Disable Cleo Adeyemi' })).toBeNull()
  })
})
