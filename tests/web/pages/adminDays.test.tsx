import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const open = async (path = '/admin?tab=ingestion', api = adminApi()) => ({
  ...api,
  ...(await renderPage(<Admin />, { api: api.app, path, user: admin })),
})

describe('the calendar of days', () => {
  test('names the state of each day, and opens its archives with the day in the URL', async () => {
    const { person, router } = await open()
    const calendar = within(await screen.findByRole('table', { name: 'Days of arXiv' }))
    const names = [
      'Tuesday 10 November: R 902 papers, recovered, 13 not accounted for',
      'Wednesday 11 November: missing',
      'Thursday 12 November: missing',
      'Friday 13 November: 890 papers, announced',
    ]
    expect(calendar.getAllByRole('button')).toEqual(names.map((name) => calendar.getByRole('button', { name })))
    await person.click(calendar.getByRole('button', { name: /^Tuesday 10/ }))
    expect(await screen.findByRole('heading', { name: 'Tue 10 Nov, recovered' })).toBeTruthy()
    expect(screen.getByRole('row', { name: /cs read .*, 13 not accounted for 902/ })).toBeTruthy()
    expect(router.state.location.search).toBe('?tab=ingestion&day=2026-11-10')
  })

  test('shows the estimate before it fetches the missing days, then the run and the fetched days', async () => {
    const { person, calls, jobs } = await open()
    await person.click(await screen.findByRole('button', { name: 'Fetch the missing days' }))
    expect(await screen.findByText(/2 days, about 14 requests, about 50 s/)).toBeTruthy()
    expect(calls.some(({ path }) => path === 'backfill')).toBe(false)
    const start = screen.getByRole('button', { name: 'Fetch 2 days' })
    expect(document.activeElement).toBe(start)
    await person.click(start)
    const range = { from: '2026-11-11', until: '2026-11-12', source: 'arxiv' }
    await waitFor(() => expect(calls).toContainEqual({ path: 'backfill', body: range }))
    const card = within(await screen.findByRole('region', { name: '2 days are missing' }))
    expect(await card.findByText('8 of 20 feeds, feed math')).toBeTruthy()
    jobs.set('job-2', { ...jobs.get('job-2')!, state: 'succeeded' })
    expect(await screen.findByText('No day of the last eight weeks is missing.')).toBeTruthy()
  })

  test('fetches only the opened day, and shows the job that runs already', async () => {
    const api = adminApi()
    api.setRunning('ingest')
    const { person, calls } = await open('/admin?tab=ingestion&day=2026-11-12', api)
    const card = within(await screen.findByRole('region', { name: 'Only Thu 12 Nov' }))
    await person.click(card.getByRole('button', { name: 'Fetch this day' }))
    await person.click(await card.findByRole('button', { name: 'Fetch 1 day' }))
    expect(await card.findByText('It runs already.')).toBeTruthy()
    expect(await card.findByText('8 of 20 feeds, feed math')).toBeTruthy()
    const range = { from: '2026-11-12', until: '2026-11-12', source: 'arxiv' }
    expect(calls).toContainEqual({ path: 'backfill', body: range })
  })
})

const openSettings = async () => {
  const view = await open()
  await view.person.click(await screen.findByRole('button', { name: 'Settings of arXiv' }))
  const form = within(await screen.findByRole('form', { name: 'Settings of arXiv' }))
  const puts = () => view.calls.filter(({ path }) => path === 'sources/arxiv').map(({ body }) => body)
  return { ...view, form, puts }
}

describe('the settings of a source', () => {
  test('show a refused address at its field and keep every unsaved change', async () => {
    const { person, form, puts } = await openSettings()
    const feeds = form.getByRole<HTMLInputElement>('textbox', { name: 'Address: Daily feeds (RSS)' })
    await person.clear(feeds)
    await person.click(feeds)
    await person.paste('ftp://mirror.example.org')
    const gap = form.getByRole<HTMLInputElement>('textbox', { name: /Pause between two requests/ })
    await person.clear(gap)
    await person.click(gap)
    await person.paste('5000')
    await person.click(form.getByRole('button', { name: 'Save settings' }))
    expect(await form.findByText('Use an address that begins with https:.')).toBeTruthy()
    expect([feeds.value, gap.value]).toEqual(['ftp://mirror.example.org', '5000'])
    expect(puts()).toEqual([{ gap_ms: 5_000, addresses: { rss: 'ftp://mirror.example.org' } }])
  })

  test('reset an address to its default, and send only what changed', async () => {
    const { person, form, puts } = await openSettings()
    await person.click(form.getByRole('button', { name: 'Reset to default: Address: Changes (OAI-PMH)' }))
    await person.click(form.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(puts()).toEqual([{ addresses: { oai: null } }]))
    expect(await form.findByText('Saved')).toBeTruthy()
  })

  test('are tested before they are saved: with what is on the screen, and without a change', async () => {
    const { person, form, puts, calls } = await openSettings()
    const tests = () => calls.filter(({ path }) => path === 'sources/arxiv/test').map(({ body }) => body)
    await person.click(form.getByRole('button', { name: 'Test now' }))
    expect(await form.findByText('Changes (OAI-PMH): arXiv answers 404. (80 ms)')).toBeTruthy()
    await person.click(form.getByRole('button', { name: 'Reset to default: Address: Changes (OAI-PMH)' }))
    expect(form.queryByText(/answers 404/)).toBeNull()
    await person.click(form.getByRole('button', { name: 'Test before saving' }))
    await waitFor(() => expect(tests()).toEqual([{ addresses: {} }, { addresses: { oai: null } }]))
    expect(puts()).toEqual([])
  })

  test('never send a pause that is no number', async () => {
    const { person, form, puts } = await openSettings()
    await person.clear(form.getByRole('textbox', { name: /Pause between two requests/ }))
    await person.click(form.getByRole('button', { name: 'Save settings' }))
    expect(form.getByText('A whole number of milliseconds.')).toBeTruthy()
    expect(puts()).toEqual([])
  })

  test('switch a source off only after a confirmation that says what it means', async () => {
    const { person, form, puts } = await openSettings()
    await person.click(form.getByRole('switch', { name: 'arXiv is read' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch arXiv off?' }))
    expect(dialog.getByText(/Stored papers, reading lists and notes stay/)).toBeTruthy()
    expect(puts()).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Switch arXiv off' }))
    expect(await form.findByRole('switch', { name: 'arXiv is switched off', hidden: true })).toBeTruthy()
    expect(puts()).toEqual([{ enabled: false }])
  })
})
