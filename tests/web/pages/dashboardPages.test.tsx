import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import { openDashboard, titles } from '#tests/web/support/dashboard.tsx'
import { makeCard, makeDay } from '#tests/web/support/days.ts'

const CARDS = 'GET /users/me/dashboard/cards'
const many = makeDay([
  ...Array.from({ length: 30 }, (_, index) => makeCard(index + 1, { seen: index !== 4 })),
  makeCard(31, {}, ['cs.CL']),
])
const days = { '2026-11-20': many }

describe('a day of more cards than a page', () => {
  test('counts and filters all of them, and loads only the cards that the filter shows', async () => {
    const { reads } = await openDashboard({ days, path: '/dashboard?category=cs.CL' })
    await waitFor(() => expect(titles()).toEqual(['Lantern 31']))
    expect(reads.filter((name) => name === CARDS)).toHaveLength(1)
    expect(document.querySelector('header')?.textContent).toContain('31 new papers in 4 categories, 2 not seen yet')
    expect(screen.getByText('That is all under this filter: 1 paper.')).toBeTruthy()
  })

  test('filters them by a followed search, which is counted as one', async () => {
    const topics = [
      { id: 'lanterns-1', name: 'blue lanterns', paper_ids: ['arxiv:2611.90001', 'arxiv:2611.900031'] },
      { id: 'comets-1', name: 'comets', paper_ids: [] },
    ]
    const user = { ...sampleUser, category_ids: ['cs.CL', 'lanterns-1', 'comets-1'] }
    const { person, address } = await openDashboard({ days: { '2026-11-20': { ...many, topics } }, user })
    // This DOM, unlike a browser, takes a <bdi> for a block, whose name has spaces around it.
    await person.click(await screen.findByRole('button', { name: /^“ ?blue lanterns ?” 2$/ }))
    await waitFor(() => expect(titles()).toEqual(['Lantern 1', 'Lantern 31']))
    expect(address()).toBe('?category=lanterns-1')
    expect(screen.queryByRole('button', { name: /comets/ })).toBeNull()
    expect(document.querySelector('header')?.textContent).toContain('31 new papers in 1 category and 2 searches, 2')
  })

  test('shows the unseen ones of all pages under "Unseen only"', async () => {
    await openDashboard({ days, path: '/dashboard?unseen=true' })
    await waitFor(() => expect(titles()).toEqual(['Lantern 5', 'Lantern 31']))
  })

  test('goes on at the next page with j, also after a failure', async () => {
    const failing = new Set([CARDS])
    const { person, calls } = await openDashboard({ days, failing })
    await screen.findByText('Lantern 30')
    const last = [...document.querySelectorAll('article')].at(-1)!
    act(() => last.focus())
    await person.keyboard('j')
    await screen.findByText('Could not load more. Try again')
    expect(document.activeElement).toBe(last)
    failing.clear()
    await person.keyboard('j')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Lantern 31'))
    await person.keyboard('h')
    expect(await screen.findByText('Not for me: Lantern 31')).toBeTruthy()
    expect(calls).toEqual(['PUT /papers/arxiv:2611.900031/feedback {"value":"dislike"}'])
  })
})
