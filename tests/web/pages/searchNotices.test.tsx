import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { hit, searchApi } from '#tests/web/support/searchApi.ts'
import { Search } from '#web/pages/Search/Search.tsx'

const titles = () => screen.getAllByRole('article').map((card) => /Lantern \d/.exec(card.textContent ?? '')?.[0])

describe('the search page', () => {
  test.each([
    ['took too long', { partial: true }],
    ['came while the index was built', { indexed_through: null }],
  ])('says once that not all was searched, and no more, when a search that found nothing %s', async (_, changes) => {
    const { app } = searchApi({
      found: () => 0,
      changes: (request) => ({ ...(request === 1 && { ...changes, note: 'No paper has all of these words.' }) }),
    })
    const { person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    expect(await screen.findAllByText(/Not all was searched/)).toHaveLength(1)
    for (const text of [/Nothing found/, /No papers? /, /Follow/, /Fewer or other words/])
      expect(screen.queryByText(text)).toBeNull()
    await person.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/No papers for “lantern”/)).toBeTruthy()
    expect(screen.queryByText(/Not all was searched/)).toBeNull()
  })

  test('shows what a search found before its time was over, and offers no following of it', async () => {
    const { app } = searchApi({ changes: () => ({ partial: true }) })
    await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    expect(await screen.findAllByRole('article')).toHaveLength(2)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByText(/Follow/)).toBeNull()
  })

  test('keeps the order by words until the reader asks for the order by meaning', async () => {
    const { app, requests } = searchApi({
      changes: (request) => (request === 1 ? { meaning_pending: true } : { items: [hit(2), hit(1)] as never }),
    })
    const { person } = await renderPage(<Search />, { api: app, path: '/search?q=how+lanterns+work' })
    const show = await screen.findByRole('button', { name: 'Order by meaning' })
    expect([titles(), requests.length]).toEqual([['Lantern 1', 'Lantern 2'], 1])
    await person.click(show)
    await waitFor(() => expect(titles()).toEqual(['Lantern 2', 'Lantern 1']))
    expect(screen.queryByText(/Ordered by words/)).toBeNull()
  })
})
