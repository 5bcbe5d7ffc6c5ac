import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { Elysia } from 'elysia'
import { plan } from '#stories/config/reviewSamples.ts'
import { item, listApi } from '#tests/web/support/listApi.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'

const TODAY = 'Today: 2 papers, about 45 minutes.'

/** Renders the reading list at `path`; `plans` has each answer to a request of the plan, the last one for all others. */
async function open(path: string, plans: readonly (typeof plan | null)[] = [plan]) {
  const list = listApi([item(1), item(2), item(3, { status: 'done' })])
  const toRead = () => [...list.stored.values()].filter(({ status }) => status === 'to_read').length
  /** How many papers were to be read on the server at each request. */
  const asked: number[] = []
  const api = new Elysia()
    .get('/api/users/me/reading-plan', ({ set }) => {
      const answer = plans[Math.min(asked.length, plans.length - 1)]
      asked.push(toRead())
      if (answer) return answer
      set.status = 500
      return { error: { code: 'internal', message: 'Something went wrong on our side.', request_id: 'r-1' } }
    })
    .use(list.app)
  const view = await renderPage(<ReadingList />, { api, path })
  return { ...view, asked }
}

test('The papers to be read begin with what to read today, which opens, and with the weekly review', async () => {
  const { person } = await open('/reading-list')
  await person.click(await screen.findByText(TODAY))
  const today = within(screen.getByRole('list', { name: 'Today' }))
  expect(today.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/reading-list?item=planned-0',
    '/reading-list?item=planned-1',
  ])
  expect(screen.getByText('90 minutes, two days')).toBeTruthy()
  const review = screen.getByRole('link', { name: 'This week’s review' })
  expect(review.getAttribute('href')).toBe('/dashboard?review=newest')
})

test('Other tabs have no plan', async () => {
  const { asked } = await open('/reading-list?tab=done')
  expect((await screen.findAllByText('Paper 3')).length).toBeGreaterThan(0)
  expect(screen.queryByText(TODAY)).toBeNull()
  expect(asked).toEqual([])
})

test('A plan that failed can be asked for again, and the list is there without it', async () => {
  const { person } = await open('/reading-list', [null, plan])
  await screen.findByText(/The plan could not be loaded/)
  // Beside the list it may be open, too.
  expect(screen.getAllByText('Paper 1').length).toBeGreaterThan(0)
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText(TODAY)).toBeTruthy())
})

test('The plan is loaded again when the server has the change of a paper, not before', async () => {
  const { person, asked } = await open('/reading-list', [plan, { ...plan, text: 'Today: 1 paper.' }])
  await screen.findByText(TODAY)
  await person.click(screen.getAllByRole('button', { name: 'Done' })[0]!)
  await screen.findByText('Today: 1 paper.')
  expect(asked).toEqual([2, 1])
})
