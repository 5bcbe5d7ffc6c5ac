import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import { days, empty, friday, openDashboard, titles } from '#tests/web/support/dashboard.tsx'

afterEach(() => {
  setSystemTime()
})

describe('a day of papers', () => {
  test.each([
    ['01:30', 'Good evening'],
    ['05:00', 'Good morning'],
    ['12:00', 'Good afternoon'],
    ['18:00', 'Good evening'],
  ])('greets by the hour of the reader: at %s', async (time, greeting) => {
    setSystemTime(new Date(`2026-11-20T${time}`))
    await openDashboard({ days })
    expect(await screen.findByText(`${greeting}, ${sampleUser.name.split(' ')[0]}`)).toBeTruthy()
  })

  test('shows the summary, the papers in order and an end message', async () => {
    await openDashboard({ days })
    expect(await screen.findByText(/new papers/)).toBeTruthy()
    expect(document.title).toContain('Friday, 20 November')
    await screen.findAllByRole('article')
    expect(titles()).toEqual(['Lantern 1', 'Lantern 2', 'Lantern 3'])
    expect(screen.getByText('You are through Friday’s 3 papers.')).toBeTruthy()
  })

  test('shows the previous day, changes the URL, and returns with Back', async () => {
    const { person, address, router } = await openDashboard({ days })
    await person.click(await screen.findByRole('button', { name: 'Earlier: Thu 19 Nov' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Thursday, 19 November' })).toBeTruthy()
    expect(address()).toBe('?day=2026-11-19')
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
  })

  test('shows one category, with the filter in the URL', async () => {
    const { person, address } = await openDashboard({ days })
    await person.click(await screen.findByRole('button', { name: 'cs.CL 1' }))
    await waitFor(() => expect(titles()).toEqual(['Lantern 2']))
    expect(address()).toBe('?category=cs.CL')
    expect(screen.getByText('That is all under this filter: 1 paper.')).toBeTruthy()
  })

  test('shows only unseen papers, and keeps a paper in the list after it was opened', async () => {
    const { person, calls } = await openDashboard({ days })
    await person.click(await screen.findByRole('checkbox', { name: 'Unseen only' }))
    await waitFor(() => expect(titles()).toEqual(['Lantern 1', 'Lantern 3']))
    await person.click(screen.getByRole('link', { name: /Lantern 1/ }))
    await waitFor(() => expect(calls).toContain('POST /papers/arxiv:2611.90001/click'))
    expect(titles()).toEqual(['Lantern 1', 'Lantern 3'])
  })

  test('shows the ledger of the announced papers, and lists the papers of one of its numbers', async () => {
    const { person } = await openDashboard({ days })
    expect(await screen.findByText(/6 were announced in your categories/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: '1 muted by you' }))
    const dialog = await screen.findByRole('dialog', { name: 'Muted by you' })
    expect(await within(dialog).findByRole('link', { name: 'Muted lantern' })).toBeTruthy()
  })

  test('reports to the server that a link in the mail was opened, and removes the parameter from the URL', async () => {
    const { calls, address } = await openDashboard({ days, path: '/dashboard?day=2026-11-20&from=mail' })
    await waitFor(() => expect(address()).toBe('?day=2026-11-20'))
    await waitFor(() => expect(calls).toEqual(['POST /papers/email-opened {"delivery_date":"2026-11-20"}']))
  })
})

describe('the actions of a card', () => {
  test('saves a paper to the reading list, removes it, and restores it with Undo', async () => {
    const { person, calls } = await openDashboard({ days })
    const [card] = await screen.findAllByRole('article')
    await person.click(within(card!).getByRole('button', { name: 'Save' }))
    expect(await within(card!).findByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
    await waitFor(() => expect(calls).toEqual(['POST /users/me/reading-list {"paper_id":"arxiv:2611.90001"}']))

    const third = screen.getAllByRole('article')[2]!
    await person.click(within(third).getByRole('button', { name: 'Saved' }))
    await waitFor(() => expect(calls.at(-1)).toBe('DELETE /users/me/reading-list/item-3'))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls.at(-1)).toBe('POST /users/me/reading-list/item-3/restore'))
    expect(within(third).getByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
  })

  test('does not offer to undo a removal any more once a note has saved the paper again', async () => {
    const { person, calls } = await openDashboard({ days })
    const third = (await screen.findAllByRole('article'))[2]!
    await act(async () => third.focus())
    await person.keyboard('s')
    // It stays for as long as the pointer is on it.
    await person.hover(
      await screen.findByText('Removed from your reading list', { selector: '.MuiSnackbarContent-message' }),
    )
    await person.keyboard('n')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    await person.paste('Ask for the raw frames')
    await within(third).findByRole('button', { name: 'Saved', pressed: true })
    await waitFor(() => expect(document.querySelector('.MuiSnackbarContent-message')?.textContent ?? '').toBe(''))
    const before = calls.length
    await act(async () => third.focus())
    await person.keyboard('u')
    expect(calls).toHaveLength(before)
  })

  test('says that the list of today is being fetched, and names the newest one', async () => {
    const freshness = { ...friday.freshness, coming_days: ['2026-11-23', '2026-11-24'] }
    const catch_up = { days: 4, coming: 2, papers: 120, best: 40, minutes: 20 }
    const since_last_visit = { from: '2026-11-12T09:00:00.000Z', count: 120 }
    await openDashboard({ days: { '2026-11-20': { ...friday, freshness, catch_up, since_last_visit } } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Tuesday, 24 November' })).toBeTruthy()
    expect(screen.getByRole('banner').textContent).toContain(
      'Being fetched. Newest list: Fri 20 Nov, 3 papers, 2 not seen yet',
    )
    const offer = await screen.findByRole('region', { name: 'Catch up' })
    expect(offer.textContent).toContain('Since 12 November: 4 days of papers, 2 still coming. So far: 120 papers.')
  })

  test('lists a saved paper under "Next to read" at once', async () => {
    const { person, reads } = await openDashboard({ days })
    const [card] = await screen.findAllByRole('article')
    await person.click(within(card!).getByRole('button', { name: 'Save' }))
    const nextToRead = await screen.findByRole('region', { name: 'Next to read' })
    expect(await within(nextToRead).findByText('Lantern 1')).toBeTruthy()
    // Not with the whole day again.
    expect(reads.filter((name) => /reading-list$|dashboard$/.test(name))).toEqual([
      'GET /users/me/dashboard',
      'GET /users/me/reading-list',
    ])
  })

  test('reverts a save that failed, shows the failure, and saves on retry', async () => {
    const failing = new Set(['POST /users/me/reading-list'])
    const { person, calls } = await openDashboard({ days, failing })
    const [card] = await screen.findAllByRole('article')
    await person.click(within(card!).getByRole('button', { name: 'Save' }))
    const retry = await within(card!).findByRole('button', { name: 'Not saved. Retry', pressed: false })
    failing.clear()
    await person.click(retry)
    expect(await within(card!).findByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
    expect(calls).toHaveLength(2)
  })

  test('says that "Not for me" failed, and why, and does not offer to save the paper', async () => {
    const failing = new Set(['PUT /papers/arxiv:2611.90001/feedback'])
    const { person, calls } = await openDashboard({ days, failing })
    const [card] = await screen.findAllByRole('article')
    await person.click(within(card!).getByRole('button', { name: 'Not for me' }))
    const [again] = await screen.findAllByRole('article')
    const alert = await within(again!).findByRole('alert')
    expect(alert.textContent).toBe('“Not for me” was not stored. Something went wrong on our side.')
    expect(within(again!).queryByRole('button', { name: /Retry/ })).toBeNull()
    failing.clear()
    await person.click(within(again!).getByRole('button', { name: 'Not for me' }))
    expect(await screen.findByText('Not for me: Lantern 1')).toBeTruthy()
    expect(calls).toHaveLength(2)
  })

  test('says of a removal that failed that the paper was not removed', async () => {
    const { person } = await openDashboard({ days, failing: new Set(['DELETE /users/me/reading-list/item-3']) })
    const third = (await screen.findAllByRole('article'))[2]!
    await person.click(within(third).getByRole('button', { name: 'Saved' }))
    expect(await within(third).findByRole('button', { name: 'Not removed. Retry', pressed: true })).toBeTruthy()
    expect(within(third).getByRole('alert').textContent).toBe('Something went wrong on our side.')
  })

  test('replaces a dismissed paper by a row with Undo that restores it', async () => {
    const { person, calls } = await openDashboard({ days })
    const [card] = await screen.findAllByRole('article')
    await person.click(within(card!).getByRole('button', { name: 'Not for me' }))
    expect(await screen.findByText('Not for me: Lantern 1')).toBeTruthy()
    await waitFor(() => expect(calls).toEqual(['PUT /papers/arxiv:2611.90001/feedback {"value":"dislike"}']))
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: /Lantern 1/ })).toBeTruthy()
    await waitFor(() => expect(calls.at(-1)).toBe('PUT /papers/arxiv:2611.90001/feedback {"value":"none"}'))
  })

  test('adds a paper to the reading list with the first text of its note', async () => {
    const { person, calls } = await openDashboard({ days })
    const [card] = await screen.findAllByRole('article')
    await person.click(within(card!).getByRole('button', { name: 'Note' }))
    await person.click(await within(card!).findByRole('textbox', { name: 'Your note' }))
    // Pasted in one step: on a slow machine a pause between two keys could already start a save.
    await person.paste('Ask for the raw frames')
    await waitFor(() =>
      expect(calls).toEqual([
        'POST /users/me/reading-list {"paper_id":"arxiv:2611.90001","notes":"Ask for the raw frames"}',
      ]),
    )
    expect(await within(card!).findByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
  })
})

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
