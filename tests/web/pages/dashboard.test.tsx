import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import { days, friday, openDashboard, titles } from '#tests/web/support/dashboard.tsx'

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
    await waitFor(() =>
      expect(calls).toEqual(['POST /users/me/reading-list {"paper_id":"arxiv:2611.90001","found_by":"day"}']),
    )

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
        'POST /users/me/reading-list {"paper_id":"arxiv:2611.90001","notes":"Ask for the raw frames","found_by":"day"}',
      ]),
    )
    expect(await within(card!).findByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
  })
})
