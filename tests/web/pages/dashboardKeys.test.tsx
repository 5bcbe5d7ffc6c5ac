import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { sampleItem, sampleUser } from '#tests/support/samples.ts'
import { days, openDashboard } from '#tests/web/support/dashboard.tsx'
import { makeCard, makeDay } from '#tests/web/support/days.ts'

describe('the keyboard on the dashboard', () => {
  test('moves between the cards, saves, dismisses and undoes', async () => {
    const { person, calls } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.keyboard('jj')
    expect(document.activeElement?.textContent).toContain('Lantern 2')
    await person.keyboard('k')
    expect(document.activeElement?.textContent).toContain('Lantern 1')
    await person.keyboard('s')
    await waitFor(() =>
      expect(calls).toEqual(['POST /users/me/reading-list {"paper_id":"arxiv:2611.90001","found_by":"day"}']),
    )
    await person.keyboard('jh')
    expect(await screen.findByText('Not for me: Lantern 2')).toBeTruthy()
    await person.keyboard('u')
    await waitFor(() => expect(screen.queryByText('Not for me: Lantern 2') === null).toBe(true))
  })

  test('moves with the key in the place of j on a keyboard of another script, and not with other letters', async () => {
    await openDashboard({ days })
    const [first] = await screen.findAllByRole('article')
    fireEvent.keyDown(document.body, { key: 'ö', code: 'KeyJ' })
    expect(document.activeElement).toBe(document.body)
    fireEvent.keyDown(document.body, { key: 'о', code: 'KeyJ' })
    expect(document.activeElement).toBe(first!)
  })

  test('opens the note for the letters that follow n, and leaves it with Escape', async () => {
    const { person } = await openDashboard({ days })
    const cards = await screen.findAllByRole('article')
    await person.keyboard('jnhu so')
    const field = within(cards[0]!).getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' })
    expect(field.value).toBe('hu so')
    await person.keyboard('{Escape}')
    expect(document.activeElement).toBe(cards[0]!)
    await person.keyboard('nn{Escape}j')
    expect(field.value).toBe('hu son')
    expect(document.activeElement).toBe(cards[1]!)
  })

  test('adds the letters typed while the note of a saved paper is loading to that note', async () => {
    const { person } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.keyboard('jjjnhu')
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' })
    await waitFor(() => expect(field.value).toBe(`${sampleItem.notes}\n\nhu`))
  })

  test('undoes one action after the other with u, and keeps the focus on the paper', async () => {
    const { person, calls } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.keyboard('js')
    await waitFor(() => expect(screen.getByText('Saved to your reading list')).toBeTruthy())
    await person.keyboard('h')
    const row = (await screen.findByText('Not for me: Lantern 1')).closest('article')
    await waitFor(() => expect(document.activeElement).toBe(row))
    await person.keyboard('u')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Lantern 1'))
    expect(screen.queryByText('Not for me: Lantern 1')).toBeNull()
    await person.keyboard('u')
    await waitFor(() => expect(calls.at(-1)).toBe('DELETE /users/me/reading-list/item-5'))
  })

  test('goes on at the first new card after "Show more", and at the heading after a change of the day', async () => {
    const many = makeDay(Array.from({ length: 32 }, (_, index) => makeCard(index + 1)))
    const { person } = await openDashboard({ days: { ...days, '2026-11-20': many } })
    await person.click(await screen.findByRole('button', { name: 'Show 2 more' }))
    await waitFor(() => expect(screen.getAllByRole('article').indexOf(document.activeElement as HTMLElement)).toBe(30))
    await person.keyboard('[[')
    const heading = await screen.findByRole('heading', { level: 1, name: 'Thursday, 19 November' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('changes the day and opens another page', async () => {
    const { person, address, router } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.keyboard('[[')
    await waitFor(() => expect(address()).toBe('?day=2026-11-19'))
    await person.keyboard('gl')
    await waitFor(() => expect(router.state.location.pathname).toBe('/reading-list'))
  })

  test('is off while the user types in a field', async () => {
    const { person, calls } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.type(screen.getByRole('searchbox', { name: 'Search' }), 'shush')
    expect(calls).toEqual([])
    expect(screen.queryByText(/Not for me:/)).toBeNull()
  })

  test('is off if the user has switched it off', async () => {
    const user = { ...sampleUser, preferences: { ...sampleUser.preferences, shortcuts: false } }
    const { person, calls } = await openDashboard({ days, user })
    await screen.findAllByRole('article')
    await person.keyboard('sh?')
    expect(calls).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('lists all shortcuts on ?', async () => {
    const { person } = await openDashboard({ days })
    await screen.findAllByRole('article')
    await person.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })
})
