import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import { days, empty, friday, openDashboard, titles } from '#tests/web/support/dashboard.tsx'

describe('a day without papers', () => {
  test.each([
    ['weekend', 'arXiv does not announce on Fridays'],
    ['holiday', 'No announcement is expected on Fri 20 Nov: arXiv has a holiday'],
    ['nothing_in_categories', 'Nothing new in your categories on Friday'],
    ['not_fetched', 'No papers for Friday yet'],
    ['before_library', 'Friday 20 November is before this library began'],
    ['to_come', 'Friday 20 November is still to come'],
    ['running', 'The papers are being fetched'],
    ['empty_library', 'The library is empty'],
  ] as const)('shows the reason: %s', async (reason, title) => {
    await openDashboard({ days: empty({ reason }) })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  test('offers the next list when it lies in the past, and not the next announcement', async () => {
    const [[on, day] = []] = Object.entries(empty({ reason: 'weekend' }))
    await openDashboard({ days: { [on!]: { ...day!, next_day: '2026-11-23' } } })
    expect(await screen.findByText('The next list is that of Monday 23 November.')).toBeTruthy()
    expect(screen.queryByText(/next announcement is expected/)).toBeNull()
  })

  test.each([
    ['empty_library', 'Nothing has been fetched yet.'],
    ['running', 'The papers are being fetched.'],
    ['missed', 'This day was missed.'],
    ['not_fetched', 'Not fetched yet.'],
    ['before_library', 'Before this library began.'],
    ['to_come', 'Still to come.'],
  ] as const)('counts no papers of an announcement that was not read: %s', async (reason, sentence) => {
    await openDashboard({ days: empty({ reason }) })
    const ledger = await screen.findByRole('region', { name: 'Where Friday’s papers went' })
    expect(within(ledger).getByText(sentence)).toBeTruthy()
    expect(within(screen.getByRole('banner')).getByText(sentence)).toBeTruthy()
    expect(screen.queryByText(/announced in your categories|shown to you|new papers/)).toBeNull()
  })

  test('does not say that the first papers are being fetched while the source fails', async () => {
    const failing_since = '2026-11-20T04:10:00.000Z'
    await openDashboard({ days: empty({ reason: 'running', announced_on: null, failing_since }) })
    expect(await screen.findByRole('heading', { name: 'The library is empty' })).toBeTruthy()
    expect(screen.queryByText('The papers are being fetched.')).toBeNull()
    expect(within(screen.getByRole('banner')).getByText('Nothing has been fetched yet.')).toBeTruthy()
  })

  test('shows the year of a day that is in another one than the newest announcement', async () => {
    await openDashboard({ days: empty({ reason: 'before_library', announced_on: '2027-01-04' }) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November 2026' })).toBeTruthy()
    const because = 'Friday 20 November 2026 is before this library began'
    expect(await screen.findByRole('heading', { name: because })).toBeTruthy()
  })

  test('offers the sample library to an admin, and names the admin to a reader', async () => {
    const { person, calls, unmount } = await openDashboard({
      days: empty({ reason: 'empty_library' }),
      user: { ...sampleUser, is_admin: true },
    })
    await person.click(await screen.findByRole('button', { name: 'Load the sample library' }))
    await waitFor(() => expect(calls).toEqual(['POST /admin/load-samples']))
    unmount()
    await openDashboard({ days: empty({ reason: 'empty_library' }) })
    expect(await screen.findByText(/The demo administrator is Cleo Adeyemi, admin@paperdawn.test/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load the sample library' })).toBeNull()
  })

  test('shows a failing source above the papers', async () => {
    await openDashboard({
      days: {
        '2026-11-20': {
          ...friday,
          freshness: { ...friday.freshness, failing_since: '2026-11-20T04:10:00.000Z', failure: 'It was refused.' },
        },
      },
    })
    expect(await screen.findByText(/The source could not be reached since/)).toBeTruthy()
    expect(titles()).toHaveLength(3)
  })

  test('shows a failed request with its id, and repeats it on "Try again"', async () => {
    const failing = new Set(['GET /users/me/dashboard'])
    const { person } = await openDashboard({ days, failing })
    expect(await screen.findByText(/r-9/)).toBeTruthy()
    failing.clear()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
  })
})
