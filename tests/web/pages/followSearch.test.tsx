import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { CategoryInput, type Category } from '#api/contract/categories.ts'
import type { SearchResponse } from '#api/contract/search.ts'
import { UserChanges, type User } from '#api/contract/users.ts'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { toTopicQuery } from '#web/data/search/searchFilters.ts'
import { noFilters } from '#web/data/search/searchState.ts'
import { Profile } from '#web/pages/Profile/Profile.tsx'
import { Search } from '#web/pages/Search/Search.tsx'

const noHighlights = { title: [], abstract: [] }
const found: SearchResponse = {
  items: [
    { paper: samplePaper, highlights: noHighlights },
    { paper: { ...samplePaper, id: 'arxiv:2611.90002' }, highlights: noHighlights, by_meaning: true },
  ],
  total: 2,
  total_all_words: 1,
  offset: 0,
  limit: 20,
  took_ms: 4,
  facets: { categories: [], years: [], estimated: false },
  indexed_through: '2026-11-20T06:00:00.000Z',
}

const toTopic = (own: Pick<Category, 'id' | 'name' | 'query'>): Category => ({
  ...own,
  kind: 'topic',
  group: 'Topics',
  description: '',
  aliases: [],
  daily_volume: 3,
  per_day: 3,
  source: null,
  available: true,
  owned: true,
})

/** In-memory API of one user, who follows each topic from its creation. */
function topicApi() {
  const topics: Category[] = []
  let user: User = { ...sampleUser, category_ids: ['cs.LG'] }
  const app = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => user)
    .put('/users/me', ({ body }) => (user = { ...user, category_ids: body.category_ids ?? [] }), { body: UserChanges })
    .get('/papers/search', () => found)
    .get('/categories', () => ({ items: topics, total: topics.length }))
    .post(
      '/categories',
      ({ body: { name = '', query = '' } }) => {
        const id = `topic-${topics.length + 1}`
        const topic = toTopic({ id, name, query })
        topics.push(topic)
        user = { ...user, category_ids: [...user.category_ids, id] }
        return topic
      },
      { body: CategoryInput },
    )
    .delete('/categories/:id', ({ params: { id }, set }) => {
      topics.splice(
        topics.findIndex((topic) => topic.id === id),
        1,
      )
      user = { ...user, category_ids: user.category_ids.filter((other) => other !== id) }
      set.status = 204
    })
  return { app, topics, user: () => user }
}

test('A search is followed with its filters, and deleted with the same button', async () => {
  const { app, topics, user } = topicApi()
  const path = '/search?q=quiet+lanterns&category=cs.CV&from=2026-11-01'
  const { person } = await renderPage(<Search />, { api: app, path, user: user() })
  await person.click(await screen.findByRole('button', { name: 'Follow this search', pressed: false }))
  const following = await screen.findByRole('button', { name: 'Follow this search', pressed: true })
  expect(topics.map(({ query }) => query)).toEqual(['quiet lanterns cat:cs.CV'])
  await person.click(following)
  await person.click(await screen.findByRole('button', { name: 'Follow this search', pressed: false }))
  await screen.findByRole('button', { name: 'Follow this search', pressed: true })
  expect(topics).toHaveLength(1)
  expect(user().category_ids).toEqual(['cs.LG', 'topic-1'])
})

test('Long searches that differ at their ends have different names', async () => {
  const { app, topics, user } = topicApi()
  for (const category of ['cs.CV', 'cs.RO']) {
    const path = `/search?q=${'quiet+lanterns+'.repeat(12)}&category=${category}`
    const { person, unmount } = await renderPage(<Search />, { api: app, path, user: user() })
    await person.click(await screen.findByRole('button', { name: 'Follow this search', pressed: false }))
    await screen.findByRole('button', { name: 'Follow this search', pressed: true })
    unmount()
  }
  expect(new Set(topics.map(({ name }) => name)).size).toBe(2)
  expect(topics.every(({ name }) => name.length <= 120)).toBe(true)
})

test('A search that differs from a followed one in the case of letters only is the same', async () => {
  const { app, topics, user } = topicApi()
  topics.push(toTopic({ id: 'topic-1', name: 'Search: harbour fog OR mist', query: 'harbour fog OR mist' }))
  const followed = { ...user(), category_ids: ['topic-1'] }
  const api = new Elysia().get('/api/auth/me', () => followed).mount(app.handle)
  const { unmount } = await renderPage(<Search />, { api, path: '/search?q=Harbour+Fog+OR+Mist', user: followed })
  await screen.findByRole('button', { name: 'Follow this search', pressed: true })
  unmount()
  // There "or" is a word.
  await renderPage(<Search />, { api, path: '/search?q=Harbour+Fog+or+Mist', user: followed })
  await screen.findByRole('button', { name: 'Follow this search', pressed: false })
})

test('A search for one paper by its id is not offered to be followed', async () => {
  const { app, user } = topicApi()
  const api = new Elysia().get('/api/papers/search', () => ({ ...found, names_paper: true })).mount(app.handle)
  await renderPage(<Search />, { api, path: '/search?q=2611.90001', user: user() })
  await screen.findAllByRole('article')
  expect(screen.queryByRole('button', { name: 'Follow this search' })).toBeNull()
})

test('A paper found only by meaning is labelled', async () => {
  const { app, user } = topicApi()
  await renderPage(<Search />, { api: app, path: '/search?q=quiet+lanterns', user: user() })
  await screen.findByRole('heading', { name: 'Papers with some of the words, or near in meaning' })
  expect(screen.getAllByText('by meaning')).toHaveLength(1)
})

test('A followed search is deleted in the profile, and restored', async () => {
  const { app, topics, user } = topicApi()
  topics.push(toTopic({ id: 'topic-1', name: 'Search: owls', query: 'owls' }))
  topics.push(toTopic({ id: 'topic-2', name: 'Search: quails', query: 'quails' }))
  const { person } = await renderPage(<Profile />, { api: app, path: '/profile', user: user() })
  await person.click(await screen.findByRole('button', { name: 'Delete owls' }))
  const undo = await screen.findByRole('button', { name: 'Undo deleting owls' })
  expect(topics.map(({ query }) => query)).toEqual(['quails'])
  expect(document.activeElement?.textContent).toContain('Deleted: owls')
  await person.click(undo)
  expect(await screen.findByRole('switch', { name: 'Follow owls', checked: true })).toBeDefined()
  expect(screen.queryByText('Deleted: owls')).toBeNull()
  expect(topics.map(({ query }) => query)).toEqual(['quails', 'owls'])
})

test('The profile lists the followed searches, and each can be switched off', async () => {
  const { app, topics, user } = topicApi()
  topics.push(toTopic({ id: 'topic-1', name: 'Search: owls', query: 'owls -survey' }))
  const { person } = await renderPage(<Profile />, { api: app, path: '/profile', user: user() })
  const link = await screen.findByRole('link', { name: 'owls -survey' })
  expect(link.getAttribute('href')).toBe('/search?q=owls+-survey&sort=newest')
  await person.click(screen.getByRole('switch', { name: 'Follow owls -survey' }))
  await waitFor(() => expect(user().category_ids).toEqual(['cs.LG', 'topic-1']))
})

test.each([
  [noFilters, 'owls', 'owls'],
  [{ ...noFilters, category: ['cs.LG'] }, 'owls OR herons', '(owls OR herons) cat:cs.LG'],
  [
    { ...noFilters, category: ['cs.LG', 'cs.CV'], author: 'Ada "A" Linde' },
    'owls',
    'owls (cat:cs.LG OR cat:cs.CV) author:"Ada A Linde"',
  ],
])('The filters %p and the words %s are saved as %s', (filters, words, expected) => {
  expect(toTopicQuery(filters, words)).toBe(expected)
})
