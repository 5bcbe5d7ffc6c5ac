import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import { days, openDashboard } from '#tests/web/support/dashboard.tsx'

const { reading } = sampleUser.preferences
const withReading = (changes: Partial<typeof reading>) => ({
  ...sampleUser,
  preferences: { ...sampleUser.preferences, reading: { ...reading, ...changes } },
})
const skimmer = withReading({ density: 'headlines' })

describe('a day in headlines', () => {
  test('opens a paper in place of its title, and closes it, with the focus on it', async () => {
    const { person } = await openDashboard({ days, user: skimmer })
    await person.click(await screen.findByRole('link', { name: /Lantern 2/, expanded: false }))
    const close = await screen.findByRole('button', { name: 'Close' })
    const open = close.closest('article')!
    expect(open.textContent).toContain('Lantern 2')
    expect(within(open).getByRole('button', { name: 'Not for me' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(open))
    expect(screen.getByRole('link', { name: /Lantern 1/, expanded: false })).toBeTruthy()
    await person.click(close)
    const title = await screen.findByRole('link', { name: /Lantern 2/, expanded: false })
    await waitFor(() => expect(document.activeElement).toBe(title.closest('article')))
  })

  test('saves, dismisses and undoes on the row', async () => {
    const { person, calls } = await openDashboard({ days, user: skimmer })
    const row = (await screen.findByRole('link', { name: /Lantern 1/ })).closest('article')!
    await person.click(within(row).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(calls).toEqual(['POST /users/me/reading-list {"paper_id":"arxiv:2611.90001","found_by":"day"}']),
    )
    expect(within(row).getByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
    await person.click(within(row).getByRole('button', { name: 'Not for me' }))
    const dismissed = (await screen.findByText('Not for me: Lantern 1')).closest('article')!
    await person.click(within(dismissed).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: /Lantern 1/, expanded: false })).toBeTruthy()
  })

  test('is used by the keyboard: o opens and closes, n opens the paper with its note', async () => {
    const { person, calls } = await openDashboard({ days, user: skimmer })
    await screen.findAllByRole('link', { expanded: false })
    await person.keyboard('jjo')
    const close = await screen.findByRole('button', { name: 'Close' })
    expect(close.closest('article')?.textContent).toContain('Lantern 2')
    await person.keyboard('o')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' }) === null).toBe(true))
    await person.keyboard('knhu')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' })
    await waitFor(() => expect(field.isConnected && field.value).toBe('hu'))
    expect(field.closest('article')?.textContent).toContain('Lantern 1')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(calls.at(-1)).toContain('"notes":"hu"'))
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
  })

  test('goes on to the next paper after one was dismissed with h, and u undoes', async () => {
    const { person } = await openDashboard({ days, user: skimmer })
    await screen.findAllByRole('link', { expanded: false })
    await person.keyboard('jh')
    expect(await screen.findByText('Not for me: Lantern 1')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Lantern 2'))
    await person.keyboard('h')
    expect(await screen.findByText('Not for me: Lantern 2')).toBeTruthy()
    await person.keyboard('u')
    await waitFor(() => expect(screen.queryByText('Not for me: Lantern 2') === null).toBe(true))
    expect(screen.getByText('Not for me: Lantern 1')).toBeTruthy()
  })

  test('says the strongest reason and no category as a reason', async () => {
    await openDashboard({ days, user: skimmer })
    const row = (await screen.findByRole('link', { name: /Lantern 1/ })).closest('article')!
    expect(row.textContent).not.toContain('you follow')
  })
})

describe('the choice of the density', () => {
  test('is shown at once and kept in the account', async () => {
    const { person, calls } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.click(await screen.findByRole('button', { name: /^Density:/ }))
    await person.click(await screen.findByRole('menuitemradio', { name: /Headlines/ }))
    expect(await screen.findAllByRole('link', { expanded: false })).toHaveLength(3)
    await waitFor(() => expect(calls).toEqual(['PUT /users/me {"preferences":{"reading":{"density":"headlines"}}}']))
    expect(screen.getByRole('button', { name: 'Density: Headlines' })).toBeTruthy()
  })
})

test('a title leads to the page of the paper if the reader wants that', async () => {
  await openDashboard({ days, user: withReading({ open: 'page' }) })
  const title = await screen.findByRole('link', { name: 'Lantern 1' })
  expect(title.getAttribute('target')).toBeNull()
  expect(title.getAttribute('href')).toBe('/paper/arxiv:2611.90001')
})
