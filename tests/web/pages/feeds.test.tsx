import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { FeedInput, type OwnFeed } from '#api/contract/feeds.ts'
import { dayFeed, endedFeed, topicFeed } from '#stories/config/feedSamples.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { FeedsRow } from '#web/pages/Profile/FeedsRow.tsx'

/** In-memory API of the feeds. */
function feedsApi(first: readonly OwnFeed[]) {
  const state = { feeds: [...first], made: [] as FeedInput[], refuses: '' }
  const find = (id: string) => state.feeds.find((feed) => feed.id === id)
  const app = new Elysia({ prefix: '/api' })
    .get('/categories', () => ({
      items: [
        { id: 'cs.LG', name: 'Machine Learning', kind: 'taxonomy' },
        { id: 'math.NA', name: 'Numerical Analysis', kind: 'taxonomy' },
      ],
      total: 2,
    }))
    .get('/users/me/reading-list/tags', () => ({ items: [{ tag: 'to cite', count: 1 }], total: 1 }))
    .get('/users/me/feeds', () => ({ items: state.feeds, total: state.feeds.length }))
    .post(
      '/users/me/feeds',
      ({ body, set }) => {
        if (state.refuses) {
          set.status = 409
          return { error: { code: 'conflict', message: state.refuses, request_id: 'r-1' } }
        }
        state.made.push(body)
        const feed: OwnFeed = { ...topicFeed, id: `new ${state.made.length}`, kind: body.kind, of: body.of ?? '' }
        state.feeds.push({ ...feed, name: body.of ?? '' })
        set.status = 201
        return feed
      },
      { body: FeedInput },
    )
    .post('/users/me/feeds/:id/renew', ({ params: { id }, set }) => {
      const feed = find(id)
      if (feed === undefined) {
        set.status = 404
        return { error: { code: 'not-found', message: 'There is no such feed.', request_id: 'r-1' } }
      }
      feed.address = 'https://papers.example.org/api/feeds/renewed.atom'
      return feed
    })
    .delete('/users/me/feeds/:id', ({ params: { id }, set }) => {
      state.feeds = state.feeds.filter((feed) => feed.id !== id)
      set.status = 204
      return ''
    })
  return { app, state }
}
async function open(first: readonly OwnFeed[] = []) {
  const api = feedsApi(first)
  const user = { ...sampleUser, category_ids: ['cs.LG'] }
  return { ...api, ...(await renderPage(<FeedsRow />, { api: api.app, path: '/profile', user })) }
}

test('A feed is made of the days, of what is followed, or of a tag, each once', async () => {
  const { person, state } = await open([dayFeed])
  const choice = await screen.findByRole('combobox', { name: 'New feed of' })
  await person.click(choice)
  await screen.findByRole('option', { name: 'cs.LG Machine Learning' })
  await waitFor(() => expect(screen.getByRole('option', { name: 'to cite' })).toBeTruthy())
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered).toEqual(['cs.LG Machine Learning', 'to cite'])
  await person.click(screen.getByRole('option', { name: 'cs.LG Machine Learning' }))
  await person.click(screen.getByRole('button', { name: 'Create an address' }))
  await screen.findByRole('textbox', { name: 'Address of cs.LG' })
  await person.click(choice)
  await person.click(await screen.findByRole('option', { name: 'to cite' }))
  await person.click(screen.getByRole('button', { name: 'Create an address' }))
  await screen.findByRole('textbox', { name: 'Address of Tag: to cite' })
  expect(state.made).toEqual([
    { kind: 'category', of: 'cs.LG' },
    { kind: 'tag', of: 'to cite' },
  ])
})

test('An address is copied, and renewed after a confirmation', async () => {
  const { person } = await open([dayFeed, topicFeed])
  await person.click(await screen.findByRole('button', { name: 'Copy the address of Papers of the day' }))
  expect(await navigator.clipboard.readText()).toBe(dayFeed.address)
  await screen.findByRole('button', { name: 'Copied the address of Papers of the day' })
  await person.click(screen.getByRole('button', { name: 'New address for Papers of the day' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give “Papers of the day” a new address?' }))
  await person.click(dialog.getByRole('button', { name: 'New address' }))
  await screen.findByDisplayValue('https://papers.example.org/api/feeds/renewed.atom')
  expect(screen.getByDisplayValue(topicFeed.address)).toBeTruthy()
  // What was copied is the address from before.
  expect(await screen.findByRole('button', { name: 'Copy the address of Papers of the day' })).toBeTruthy()
})

test('A feed whose tag is gone says so, and ends alone', async () => {
  const { person, state } = await open([dayFeed, endedFeed])
  expect((await screen.findByRole('alert')).textContent).toContain('No paper on your list has this tag.')
  expect(screen.queryByRole('textbox', { name: 'Address of Tag: lab' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'End Tag: lab' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End “Tag: lab”?' }))
  await person.click(dialog.getByRole('button', { name: 'End the feed' }))
  await waitFor(() => expect(screen.queryByText('Tag: lab')).toBeNull())
  expect(state.feeds).toEqual([dayFeed])
})

test('A feed that was ended elsewhere leaves the list when it is renewed, and a refusal says why', async () => {
  const { person, state } = await open([dayFeed])
  await screen.findByDisplayValue(dayFeed.address)
  state.feeds = []
  await person.click(screen.getByRole('button', { name: 'New address for Papers of the day' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'New address' }))
  await waitFor(() => expect(screen.queryByDisplayValue(dayFeed.address)).toBeNull())
  state.refuses = 'You have 20 feeds, as many as are allowed. End one first.'
  await person.click(await screen.findByRole('combobox', { name: 'New feed of' }))
  await person.click(await screen.findByRole('option', { name: 'Papers of the day' }))
  await person.click(screen.getByRole('button', { name: 'Create an address' }))
  expect((await screen.findByRole('alert')).textContent).toBe(state.refuses)
})
