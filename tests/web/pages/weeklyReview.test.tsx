import { describe, expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Elysia } from 'elysia'
import { lettingGo, review } from '#stories/config/reviewSamples.ts'
import { makeDay } from '#tests/web/support/days.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'

/** Renders the dashboard at `path` with an API that records its requests. A request in `failing` fails. */
async function open(path: string, failing = new Set<string>()) {
  const calls: string[] = []
  let isLetGo = false
  const api = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ path: requestPath, request, set, body }) => {
      const { search } = new URL(request.url)
      const name = `${request.method} ${requestPath.replace('/api', '')}`
      calls.push(`${name}${search}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`)
      if (!failing.has(name)) return
      set.status = 500
      return { error: { code: 'internal', message: 'Something went wrong on our side.', request_id: 'r-9' } }
    })
    .get('/users/me/dashboard', () => makeDay([]))
    .get('/users/me/review', ({ query, set }) => {
      const { week = review.until } = query
      if (week > review.until) {
        set.status = 422
        const message = `The week that ends on ${week} is not over yet.`
        return { error: { code: 'invalid-input', message, request_id: 'r-1' } }
      }
      return week === review.until
        ? { ...review, let_go: isLetGo ? [] : review.let_go }
        : { ...review, from: '2026-11-09', until: '2026-11-15', next_week: review.until, let_go: [] }
    })
    .post('/users/me/review/let-go', () => {
      isLetGo = true
      return lettingGo
    })
    .post('/users/me/reading-list/changes', () => lettingGo)
  const view = await renderPage(<Dashboard />, { api, path })
  const reviews = () => calls.filter((call) => call.startsWith('GET /users/me/review'))
  return { ...view, calls, reviews, address: () => view.router.state.location.search }
}

const week = (name: string) => screen.findByRole('heading', { level: 2, name })
const LET_GO = 'Let go of these 9 papers'

describe('The weekly review', () => {
  test('has five sections with their sentences and papers, then one question', async () => {
    const { reviews } = await open('/dashboard?review=newest')
    await week('16 to 22 November 2026')
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings.slice(headings.indexOf('Saved and noted'))).toEqual([
      'Saved and noted',
      'Waiting',
      'Changed',
      'What the order missed',
      'Your minutes',
      'Let go of these nine?',
    ])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Weekly review')
    expect(within(screen.getByRole('region', { name: 'Waiting' })).getAllByRole('link')).toHaveLength(5)
    expect(reviews()).toEqual(['GET /users/me/review'])
    // The review has no side column.
    expect(screen.queryByRole('complementary', { name: 'Overview' })).toBeNull()
  })

  test('leads to the week before and back, by address', async () => {
    const { person, address, reviews } = await open('/dashboard?review=2026-11-22')
    await week('16 to 22 November 2026')
    await person.click(screen.getByRole('button', { name: 'Week before' }))
    await week('9 to 15 November 2026')
    expect(address()).toBe('?review=2026-11-15')
    await person.click(screen.getByRole('button', { name: 'Week after' }))
    await week('16 to 22 November 2026')
    expect(reviews().slice(0, 2)).toEqual([
      'GET /users/me/review?week=2026-11-22',
      'GET /users/me/review?week=2026-11-15',
    ])
  })

  test('says that a week is not over, and leads to the newest', async () => {
    const { person, address } = await open('/dashboard?review=2026-11-29')
    await screen.findByText('The week that ends on 2026-11-29 is not over yet.')
    await person.click(screen.getByRole('button', { name: 'The newest week' }))
    await week('16 to 22 November 2026')
    expect(address()).toBe('?review=newest')
  })

  test('can be loaded again after a failure', async () => {
    const failing = new Set(['GET /users/me/review'])
    const { person } = await open('/dashboard?review=newest', failing)
    await screen.findByText('Something went wrong on our side.')
    failing.clear()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await week('16 to 22 November 2026')
  })

  test('lets go of the named papers once, and undo restores them in place', async () => {
    const { person, calls } = await open('/dashboard?review=newest')
    await person.click(await screen.findByRole('button', { name: LET_GO }))
    const done = await screen.findByRole('region', { name: '9 papers removed from your list' })
    const ids = review.let_go.map(({ paper }) => paper.id)
    const letGo = calls.filter((call) => call.startsWith('POST'))
    expect(letGo).toEqual([`POST /users/me/review/let-go ${JSON.stringify({ paper_ids: ids })}`])
    await person.click(within(done).getByRole('button', { name: 'Undo' }))
    await screen.findByRole('button', { name: LET_GO })
    const items = review.let_go.map(({ item_id }) => item_id)
    expect(calls).toContain(`POST /users/me/reading-list/changes ${JSON.stringify({ ids: items, removed: false })}`)
  })

  test('keeps the question when letting go fails', async () => {
    const { person } = await open('/dashboard?review=newest', new Set(['POST /users/me/review/let-go']))
    await person.click(await screen.findByRole('button', { name: LET_GO }))
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong on our side.')
    await waitFor(() => expect(screen.getByRole('button', { name: LET_GO }).hasAttribute('disabled')).toBe(false))
  })

  test('does not ask again about papers that were let go of, when the reader comes back', async () => {
    const { person, router } = await open('/dashboard?review=newest')
    await person.click(await screen.findByRole('button', { name: LET_GO }))
    await screen.findByRole('region', { name: '9 papers removed from your list' })
    await act(() => router.navigate('/dashboard'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Saved and noted' }) === null).toBe(true))
    await act(() => router.navigate('/dashboard?review=newest'))
    await week('16 to 22 November 2026')
    await waitFor(() => expect(screen.queryByRole('button', { name: LET_GO }) === null).toBe(true))
  })
})
