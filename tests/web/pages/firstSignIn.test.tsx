import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import type { User } from '#api/contract/users.ts'
import { days, openDashboard, titles } from '#tests/web/support/dashboard.tsx'

describe('after the first sign-in', () => {
  const newUser: User = { ...sampleUser, category_ids: [], onboarded: false }

  test('saves the chosen categories and the mail settings, then shows the papers', async () => {
    const { person, calls } = await openDashboard({ days, user: newUser })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find a category, journal or feed' })
    // Until the categories have arrived, nothing can be typed.
    await waitFor(() => expect(field.disabled).toBeFalse())
    await person.type(field, 'NLP')
    await person.click(await screen.findByRole('checkbox', { name: /cs.CL/ }))
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(calls).toEqual(['PUT /users/me {"category_ids":["cs.CL"]}']))
    for (const [step, skip] of [
      ['Step 2 of 5', 'Skip'],
      ['Step 3 of 5', 'Skip'],
      ['Step 4 of 5', 'None of these'],
    ] as const) {
      await screen.findByText(step)
      await person.click(screen.getByRole('button', { name: skip }))
    }
    await person.click(await screen.findByRole('switch', { name: 'Send me the daily mail' }))
    await person.click(screen.getByRole('button', { name: 'Finish' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(calls.at(-1)).toContain('"digest":{"enabled":true,"hour":7,"time_zone":')
  })

  test('loads the papers of the chosen categories behind the further steps, for the count above them', async () => {
    const { person, reads } = await openDashboard({ days, user: newUser })
    await person.click(await screen.findByRole('button', { name: 'Machine learning' }))
    const before = reads.length
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('Step 2 of 5')
    await waitFor(() => expect(reads.slice(before)).toContain('GET /users/me/dashboard'))
  })

  test('goes on where it was left when the page is loaded again, and not once it is done', async () => {
    const first = await openDashboard({ days, user: newUser })
    await first.person.click(await screen.findByRole('button', { name: 'Machine learning' }))
    await first.person.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('Step 2 of 5')
    await first.person.click(screen.getByRole('button', { name: 'Skip' }))
    await screen.findByText('Step 3 of 5')
    cleanup()
    const { person } = await openDashboard({ days })
    await screen.findByText('Step 3 of 5')
    await person.click(screen.getByRole('button', { name: 'Skip' }))
    await screen.findByText('Step 4 of 5')
    await person.click(screen.getByRole('button', { name: 'None of these' }))
    await person.click(await screen.findByRole('button', { name: 'Skip' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    cleanup()
    await openDashboard({ days })
    await waitFor(() => expect(titles()).toHaveLength(3))
  })

  test('uses typed topics, the recognised papers that are not left out, and ratings', async () => {
    const { person, calls } = await openDashboard({ days, user: newUser })
    await person.click(await screen.findByRole('button', { name: 'Skip' }))
    await person.type(await screen.findByRole('combobox', { name: 'Topics' }), 'night vision,')
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    await person.type(await screen.findByRole('textbox', { name: 'Papers' }), '2611.90001 2611.90002')
    await person.click(screen.getByRole('button', { name: 'Look them up' }))
    expect(await screen.findByText('2 papers found')).toBeTruthy()
    expect(screen.getByText('a lamp')).toBeTruthy()
    await person.click(screen.getByRole('checkbox', { name: /Lantern 1/ }))
    await person.click(screen.getByRole('button', { name: 'Use these 2 papers' }))
    const second = within(await screen.findByRole('article', { name: 'Lantern 2' }))
    await person.click(second.getByRole('button', { name: 'Not for me' }))
    await waitFor(() => expect(calls).toHaveLength(5))
    expect(calls).toEqual([
      'POST /users/me/import {"topics":["night vision"]}',
      'POST /users/me/import {"text":"2611.90001 2611.90002","dry_run":true}',
      'POST /users/me/import {"paper_ids":["arxiv:2611.90002"]}',
      'POST /users/me/import {"text":"2511.01234"}',
      'PUT /papers/arxiv:2611.90002/feedback {"value":"dislike"}',
    ])
  })

  test('shows the previous rating again if the new one could not be saved', async () => {
    const failing = new Set(['PUT /papers/arxiv:2611.90001/feedback'])
    const { person } = await openDashboard({ days, user: newUser, failing })
    await person.click(await screen.findByRole('button', { name: 'Skip' }))
    await screen.findByText('Step 2 of 5')
    await person.click(screen.getByRole('button', { name: 'Skip' }))
    await screen.findByText('Step 3 of 5')
    await person.click(screen.getByRole('button', { name: 'Skip' }))
    const first = within(await screen.findByRole('article', { name: 'Lantern 1' }))
    await person.click(first.getByRole('button', { name: 'Like' }))
    expect(await screen.findByText('Something went wrong on our side.')).toBeTruthy()
    expect(first.getByRole('button', { name: 'Like', pressed: false })).toBeTruthy()
  })

  test('keeps a choice that could not be saved, and shows the error', async () => {
    const failing = new Set(['PUT /users/me'])
    const { person } = await openDashboard({ days, user: newUser, failing })
    await person.click(await screen.findByRole('button', { name: 'Machine learning' }))
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Something went wrong on our side.')).toBeTruthy()
    expect(screen.getByText(/1 category chosen/)).toBeTruthy()
  })
})
