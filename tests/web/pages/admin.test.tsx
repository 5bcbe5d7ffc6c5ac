import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { EmailConfigInput } from '#api/contract/mail.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { formatInstant } from '#web/shared/format.ts'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const open = async (tab: string, api = adminApi()) => ({
  ...api,
  ...(await renderPage(<Admin />, { api: api.app, path: `/admin?tab=${tab}`, user: admin })),
})
const card = (name: string) => within(screen.getByRole('region', { name }))

/** The time in the sentences of the API, as this browser shows times. */
const SLOW_SINCE = formatInstant('2026-11-25T13:11:00Z')

describe('the admin panel', () => {
  test('shows a reader that administrator rights are missing, and sends no admin request', async () => {
    let adminRequests = 0
    const app = new Elysia({ prefix: '/api' })
      .get('/auth/me', () => sampleUser)
      .onRequest(({ request }) => {
        if (request.url.includes('/admin/')) adminRequests += 1
      })
    await renderPage(<Admin />, { api: app, path: '/admin?tab=users' })
    expect(await screen.findByRole('heading', { level: 1, name: 'You need administrator rights' })).toBeTruthy()
    expect(adminRequests).toBe(0)
  })

  test('shows the overall health in one sentence and links each tile to its tab', async () => {
    const { router, person } = await open('overview')
    expect(await screen.findByText(`The database is slow since ${SLOW_SINCE}.`)).toBeTruthy()
    expect(await screen.findByText(/arXiv: failing since .*2 days .* are missing.*arXiv answered 503\./)).toBeTruthy()
    // A mail server that is not set up does not count as a fault.
    expect(await screen.findByText('1 part not good')).toBeTruthy()
    await person.click(await screen.findByRole('link', { name: 'Open users' }))
    expect(router.state.location.search).toBe('?tab=users')
  })

  test('fetches all sources for the given number of days, and shows the progress of the job', async () => {
    const { person, calls, jobs } = await open('ingestion')
    const form = card('Fetch from the sources')
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

  test.each([
    ['arxiv', 'arXiv'],
    ['s2', 'Semantic Scholar'],
  ])('fetches from %p alone', async (source, name) => {
    const { person, calls } = await open('ingestion')
    const form = card('Fetch from the sources')
    await person.click(await form.findByRole('combobox', { name: /^Source/ }))
    await person.click(await screen.findByRole('option', { name }))
    await person.click(form.getByRole('button', { name: 'Fetch now' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'fetch-all-sources', body: { days_back: 1, source } }))
  })

  test('shows the running job instead of starting a second one', async () => {
    const api = adminApi()
    api.setRunning('process-papers')
    const { person } = await open('ingestion', api)
    await person.click(card('Process stored papers').getByRole('button', { name: 'Process papers' }))
    expect(await card('Process stored papers').findByText('It runs already.')).toBeTruthy()
    expect(await card('Process stored papers').findByText('8 of 20 feeds, feed math')).toBeTruthy()
  })

  test('rebuilds the search index, and shows how far that is', async () => {
    const { person, calls } = await open('ingestion')
    await person.click(card('Rebuild the search index').getByRole('button', { name: 'Rebuild the index' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'rebuild-index', body: undefined }))
    expect(await card('Rebuild the search index').findByText(/of 20/)).toBeTruthy()
  })

  test('fetches papers from arXiv by query', async () => {
    const { person, calls } = await open('ingestion')
    const form = card('Fetch from arXiv by query')
    await person.type(form.getByRole('textbox', { name: 'Query' }), 'ti:parsing{Enter}')
    await waitFor(() =>
      expect(calls).toContainEqual({ path: 'fetch-arxiv', body: { query: 'ti:parsing', max_results: 20 } }),
    )
  })

  test('wipes the library only after the confirmation word was typed', async () => {
    const { person, calls } = await open('ingestion')
    await person.click(card('Wipe and refetch').getByRole('button', { name: /Wipe and refetch/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const button = dialog.getByRole('button', { name: 'Wipe and refetch the library' })
    expect(button).toHaveProperty('disabled', true)
    await person.type(dialog.getByRole('textbox'), 'wipe{Enter}')
    await waitFor(() => expect(calls).toContainEqual({ path: 'wipe', body: { confirm: 'wipe' } }))
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0))
  })

  test('shows the failed stage of a pipeline test with its error message', async () => {
    const { person } = await open('ingestion')
    await person.click(card('Test the pipeline').getByRole('button', { name: 'Test the pipeline' }))
    expect(await screen.findByText('Not every stage works.')).toBeTruthy()
    expect(screen.getByText('No mail server is set up.')).toBeTruthy()
  })

  test('loads the sample library, and cancels a job', async () => {
    const { person, calls, jobs } = await open('ingestion')
    await person.click(card('Sample library').getByRole('button', { name: 'Load the sample library' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'load-samples', body: undefined }))
    await person.click(await screen.findByRole('button', { name: 'Cancel: Fetch the announcements' }))
    await waitFor(() => expect(jobs.get('job-1')?.state).toBe('cancelled'))
    expect(await screen.findByRole('button', { name: 'Retry: Fetch the announcements' })).toBeTruthy()
  })

  test('shows the state of each component in words', async () => {
    await open('health')
    expect(within(await screen.findByRole('region', { name: 'Database' })).getAllByText('Needs attention').length).toBe(
      1,
    )
    expect(within(screen.getByRole('region', { name: 'Disk' })).getByText('Good')).toBeTruthy()
    const database = within(screen.getByRole('region', { name: 'Database' }))
    expect(database.getByText(`Slow since ${SLOW_SINCE}.`)).toBeTruthy()
    expect(screen.getByText(`The database is slow since ${SLOW_SINCE}.`)).toBeTruthy()
  })

  test('backs the library up with one press, and shows the backups', async () => {
    const { person, calls } = await open('health')
    const table = within(await screen.findByRole('table', { name: 'Backups' }))
    expect(table.getByText('Cannot be restored')).toBeTruthy()
    expect(screen.getByText(/Each day at 03:00 UTC into .*; the newest 7 archives stay/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Back up now' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'backup', body: undefined }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Back up now' })).toHaveProperty('disabled', true))
  })

  test('shows the statistics of the chosen number of days', async () => {
    const { person, calls } = await open('statistics')
    expect(await screen.findByRole('row', { name: /20 Nov 1,204 640 211 353 1 96 2 3 1 38 s/ })).toBeTruthy()
    await person.click(screen.getByRole('combobox', { name: 'Days back' }))
    await person.click(await screen.findByRole('option', { name: '30' }))
    await waitFor(() => expect(calls).toContainEqual({ path: 'processing-stats', body: { days_back: '30' } }))
  })

  test('tests the mail server with the unsaved settings of the form, and shows the cause of a failure', async () => {
    const { person, calls } = await open('email')
    const host = await screen.findByRole('textbox', { name: 'Server' })
    await person.clear(host)
    await person.type(host, 'mail.example.net')
    await person.click(screen.getByRole('button', { name: 'Test the connection' }))
    expect(await screen.findByText(/Login refused by smtp\.example\.org.*535 5\.7\.8/)).toBeTruthy()
    const body = calls.find(({ path }) => path === 'email-test')?.body as { settings: EmailConfigInput }
    expect(body.settings.host).toBe('mail.example.net')
    expect(calls.some(({ path }) => path === 'email-config')).toBe(false)
  })

  test('saves the mail settings without the password unless it is replaced', async () => {
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

  test('sends all failed mails again after a confirmation that names their number', async () => {
    const { person, calls } = await open('email')
    const section = card('Outbox')
    expect(section.queryByRole('button', { name: 'Send all of these again' })).toBeNull()
    await person.click(section.getByRole('combobox', { name: 'State' }))
    await person.click(await screen.findByRole('option', { name: 'Failed' }))
    await person.click(await section.findByRole('button', { name: 'Send all of these again' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Send 214 failed mails again' }))
    expect(await section.findByText('8 of 20 feeds, feed math')).toBeTruthy()
    expect(calls).toContainEqual({ path: 'outbox/resend', body: { state: 'failed' } })
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

  test('disables an account after a confirmation and enables it again, except your own', async () => {
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
  test('asks the server for the next page of the audit log, and for the first one of a filter', async () => {
    const { person, calls } = await open('audit')
    expect(await screen.findByText('refused (403), 2 times')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Go to page 2' }))
    expect(await screen.findByText('51 to 70 of 70')).toBeTruthy()
    await person.type(screen.getByRole('searchbox', { name: 'E-mail of a person' }), 'cleo')
    await person.type(screen.getByRole('searchbox', { name: 'Action' }), 'wipe')
    const asked = () => calls.filter(({ path }) => path === 'audit').map(({ body }) => body as Record<string, unknown>)
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ person: 'cleo', action: 'wipe' }))
    expect(asked().map(({ skip }) => Number(skip))).toContain(50)
    expect(Number(asked().at(-1)?.['skip'])).toBe(0)
    expect(await screen.findByText('1 to 50 of 70')).toBeTruthy()
  })

  test('exports the entries of the audit log that match the filter', async () => {
    const { person, calls } = await open('audit')
    await person.type(await screen.findByRole('searchbox', { name: 'Action' }), 'wipe')
    await person.click(screen.getByRole('button', { name: 'Export as CSV' }))
    const exported = () => calls.find(({ path }) => path === 'audit/export')?.body
    await waitFor(() => expect(exported()).toMatchObject({ format: 'csv', action: 'wipe' }))
  })

  test('fetches the records again that were set aside, one or all', async () => {
    const { person, calls } = await open('ingestion')
    const table = await screen.findByRole('table', { name: 'Records set aside' })
    expect(table.textContent).toContain('The record has no title.')
    await person.click(screen.getByRole('button', { name: 'Fetch again: The record has no title.' }))
    expect(await screen.findByText('Fetched again.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Fetch these 2 again' }))
    expect(await screen.findByText('2 of 2 fetched again, 1 in the library now.')).toBeTruthy()
    const retried = calls.filter(({ path }) => path.startsWith('quarantine/')).map(({ path }) => path)
    expect(retried).toEqual(['quarantine/record-1', 'quarantine/record-1', 'quarantine/record-2'])
  })
})
